"""A Holm server for a test: own port, own database, its output kept, ended by its own process id."""
import atexit
import contextlib
import ctypes
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import cluster
import wire

HOLM = os.environ.get('HOLM', str(pathlib.Path(__file__).resolve().parents[2] / 'build-test/holm'))
CLOCK_SHIFT = os.environ.get('CLOCK_SHIFT', str(pathlib.Path(HOLM).parent / 'tests/server/libclock_shift.so'))
# Databases in memory: the tests kill processes, not machines, and need not wait for a disk.
SCRATCH = '/dev/shm' if os.access('/dev/shm', os.W_OK) else None
HEAVY = int(os.environ.get('HOLM_SOAK', '0'))  # 1: the long forms of the tests
# Every bound on time is so many times as long: for a build without optimization (scripts/coverage). What is judged stays the same.
SLOWER = float(os.environ.get('HOLM_SLOWER', '1'))
POSTGRESQL = os.environ.get('HOLM_STORE') == 'postgresql'  # where games are stored; otherwise in a file
of_file = unittest.skipIf(POSTGRESQL, 'is about the file of SQLite')
of_own_time = unittest.skipIf(POSTGRESQL, "goes by the server's calendar; in PostgreSQL the time is the database's")
UNDER = shlex.split(os.environ.get('HOLM_UNDER', ''))  # a program that runs the server, such as valgrind
LISTENING = re.compile(rb'https?://[^/ ]*:(\d+)')
CRASH = re.compile(rb'AddressSanitizer|LeakSanitizer|ThreadSanitizer|runtime error:|Assertion|SEGV|stack smashing')

# Limits so high that no ordinary test meets them; tests of the limits set their own.
ROOMY = {'connections-each': 0, 'sockets-each': 0, 'half-requests-each': 0, 'unsent-each': 0, 'tables-each': 0, 'bot-tables-each': 0, 'disk-each': 0,
         'chairs-each': 0, 'chairs-table': 0, 'spectators': 0, 'spectators-each': 0, 'requests': 100000, 'heavy': 100000,
         'messages': 100000, 'actions': 100000, 'chats': 100000, 'proposals': 100000}
# What the tests call a limit -> the option of `holm serve`.
LIMITS = {'messages': 'messages', 'connections': 'connections-each', 'tables': 'tables-each', 'requests': 'requests',
          'unsent': 'unsent', 'errors': 'errors', 'chats': 'chats'}


def until(condition, timeout=20):
    """Waits for something that the server does by and by; a busy machine takes longer. What the condition was at last."""
    end = time.monotonic() + timeout
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.1)
    return found


def limit(**values):
    """Options for limits by the tests' names; None: as the server has it by itself."""
    return {LIMITS[name]: value for name, value in values.items()}

running = set()


def die_with_parent():
    """Even if a test is killed, its server goes with it."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


@atexit.register
def end_all():
    for server in list(running):
        server.end()


class Server:
    def __init__(self, folder=None, limits=None, file_size=None, wrap=(), shift=False, address=None, program=None, starts=True, **options):
        self.program = program or HOLM
        self.own_folder = folder is None
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix='holm-test-', dir=SCRATCH))
        if POSTGRESQL and (self.folder / 'holm.db').exists():
            raise unittest.SkipTest('begins with a file of SQLite')
        self.address = address or cluster.address(SCRATCH) if POSTGRESQL else str(self.folder / 'holm.db')
        self.log_file = self.folder / 'server.log'
        self.options = dict(ROOMY, **(limits or {}), **options)
        self.file_size = file_size
        self.wrap = [*wrap, *UNDER]
        self.tokens = set()  # nobody may find them in the log
        self.days = 0  # the calendar is so many days ahead
        self.shift_file = self.folder / 'shift' if shift else None
        self.hang_file = self.folder / 'hang'  # while it is there the loop hangs, likewise
        self.sync_file = self.folder / 'sync'  # so many milliseconds the disk takes, likewise
        self.tls = None  # how a client trusts it, once it has a certificate
        self.host = '127.0.0.1'  # where clients look for it
        self.process = None
        self.port = 0  # any; the same one after a restart
        try:
            if starts:
                self.start()
        except BaseException:
            self.end()
            raise

    @property
    def database(self):
        """The file, for tests that look into it or change it."""
        if POSTGRESQL:
            raise unittest.SkipTest('looks into the file of SQLite')
        return self.folder / 'holm.db'

    def alone(self):
        """Waits until a node that was killed before is held to be gone, and with it those who were there."""
        until(lambda: not POSTGRESQL or self.get('/api/ready').json['nodes'] == 1)

    def twin(self):
        """Another server, which is not started yet, with a copy of the database that nobody uses now."""
        other = Server(address=cluster.copy(self.address) if POSTGRESQL else None, starts=False, **self.options)
        for path in self.folder.glob('holm.db*'):
            shutil.copy(path, other.folder / path.name)
        return other

    def sql(self, text, *values):
        """Looks into the database, or changes it, wherever it is; whether the server runs or not."""
        if POSTGRESQL:
            return cluster.sql(self.address, [(text, values)])
        with contextlib.closing(sqlite3.connect(self.database, timeout=20)) as database, database:
            return database.execute(text, values).fetchall()

    def sql_each(self, text, rows):
        """One statement for each row of values, all at once."""
        if POSTGRESQL:
            cluster.sql(self.address, [(text, values) for values in rows])
            return
        with contextlib.closing(sqlite3.connect(self.database, timeout=20)) as database, database:
            database.executemany(text, rows)

    def command(self):
        words = [self.program, 'serve', '--port', str(self.port), '--db', self.address]
        for name, value in self.options.items():
            for one in value if isinstance(value, tuple) else (value,):  # several: the option again for each
                if one is not None:
                    words += ['--' + name.replace('_', '-')] + ([] if one is True else [str(one)])
        return self.wrap + words

    def environment(self):
        if not self.days and not self.shift_file:
            return None
        checks = os.environ.get('ASAN_OPTIONS', '')
        return dict(os.environ, LD_PRELOAD=CLOCK_SHIFT, SHIFT_SECONDS=str(86400 * self.days), SHIFT_FILE=str(self.shift_file or ''), HANG_FILE=str(self.hang_file), SYNC_FILE=str(self.sync_file),
                    ASAN_OPTIONS=(checks + ':' if checks else '') + 'verify_asan_link_order=0')

    def start(self):
        if POSTGRESQL and self.days:
            raise unittest.SkipTest("goes by the server's calendar; in PostgreSQL the time is the database's")

        def prepare():
            die_with_parent()
            if self.file_size:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (self.file_size, resource.RLIM_INFINITY))
        log = open(self.log_file, 'ab')
        begin = log.tell()
        self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment(),
                                        preexec_fn=prepare)
        log.close()
        running.add(self)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if found := LISTENING.search(self.log()[begin:]):
                self.port = int(found[1])
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        text = self.log()[begin:].decode(errors='replace')
        self.kill()
        raise AssertionError(f'the server did not start: {" ".join(self.command())}\n{text}')

    def log(self):
        return self.log_file.read_bytes()

    @property
    def alive(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        """kill -9: nothing is said, nothing is flushed."""
        if self.process:
            self.process.kill()
            self.process.wait()
        running.discard(self)

    def restart(self, **options):
        if self.alive:
            self.kill()
        self.options.update(options)
        self.start()

    def stop(self, seconds=30):
        """Asks it to end; the exit status says whether it ended well (leaks count)."""
        if self.alive:
            self.process.terminate()
            if 'node' in self.options:
                self.process.send_signal(signal.SIGINT)  # at once, without sending everybody elsewhere first
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f'SIGTERM did not end the server in {seconds} s') from None
        running.discard(self)
        return self.process.returncode

    def end(self):
        """Whatever happened before: no process and no files stay behind."""
        self.kill()
        if self.own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def http(self, method, path, body=None, headers=(), timeout=20, source=None):
        return wire.http(self.port, method, path, body, headers, timeout, source, self.tls, self.host)

    def get(self, path):
        return self.http('GET', path)

    def post(self, path, body, source=None):
        return self.http('POST', path, body, source=source)

    def wire(self, **options):
        return wire.Wire(self.port, **{'host': self.host, **options})

    def syncing(self):
        """Whether it waits for the slow disk now."""
        return self.sync_file.with_name('sync.waits').exists()

    def limited(self, limit):
        """How often a limit refused something."""
        return self.metric(f'holm_limited_total{{limit="{limit}"}}')

    def set_calendar(self, seconds):
        """Sets the calendar of the running server so far ahead (or back); it must have been started with shift=True."""
        new = self.folder / 'shift.new'
        new.write_text(str(seconds))
        new.replace(self.shift_file)

    def metric(self, name):
        """Sum of the samples of one metric, or None."""
        total = None
        for line in self.get('/metrics').body.decode().splitlines():
            if re.match(re.escape(name) + r'[ {]', line):
                total = (total or 0) + float(line.rsplit(' ', 1)[1])
        return total


class Case(unittest.TestCase):
    """A test with a server. After each test the server must still be alive and must end well."""
    limits = {}

    def serve(self, limits=None, **options):
        server = Server(limits=dict(self.limits, **(limits or {})), **options)
        self.addCleanup(server.end)
        self.servers.append(server)
        return server

    def setUp(self):
        self.servers = []

    def tearDown(self):
        for server in self.servers:
            log = server.log()
            self.assertFalse([token for token in server.tokens if token in log], 'the log has a token')
            crash = CRASH.search(log)
            if crash:
                self.fail('the server said:\n' + log[max(0, crash.start() - 500):crash.start() + 3000].decode(errors='replace'))
            if server.process and server in running:
                if not server.alive:
                    self.fail(f'the server ended with {server.process.returncode}:\n' + log[-3000:].decode(errors='replace'))
                self.assertEqual(server.stop(), 0, server.log()[-3000:].decode(errors='replace'))
                self.assertIsNone(CRASH.search(server.log()), server.log()[-3000:].decode(errors='replace'))


def main():
    """Runs the tests of a file; says how long it took."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit('ended by SIGTERM'))
    begin = time.monotonic()
    program = unittest.main(module='__main__', exit=False, verbosity=2, warnings='ignore')
    print(f'{time.monotonic() - begin:.1f} s', file=sys.stderr)
    sys.exit(not program.result.wasSuccessful())
