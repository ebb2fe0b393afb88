"""A PostgreSQL of the tests' own: in a temporary folder, reached by a socket in it, ended with the tests. As root it runs as another user."""
import atexit
import getpass
import glob
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time


def find(program):
    """Debian keeps the programs of each version in a folder of its own."""
    found = sorted(glob.glob(f'/usr/lib/postgresql/*/bin/{program}'), key=lambda path: int(path.split('/')[4]))
    return found[-1] if found else shutil.which(program)


def disk(folder, mebibytes):
    """A disk of its own for a folder, where the tests run as root and may mount one; whether there is one."""
    return os.getuid() == 0 and not subprocess.run(['mount', '-t', 'tmpfs', '-o', f'size={mebibytes}m', 'holm-test', folder], capture_output=True).returncode


class Cluster:
    def __init__(self, scratch=None, durable=False, room=None, settings=''):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='holm-pg-', dir=scratch))
        self.disk = bool(room) and disk(self.folder, room)  # so many MiB, which can be filled
        self.data = self.folder / 'data'
        self.count = 0
        self.user = getpass.getuser()
        if os.getuid() == 0:
            self.user = 'postgres' if any(one.pw_name == 'postgres' for one in pwd.getpwall()) else 'nobody'
            shutil.chown(self.folder, self.user)
        self.settings = f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n{settings}\n"
        self.durable = durable
        atexit.register(self.end)
        self.make()

    def make(self):
        self.run('initdb', '-D', self.data, '-A', 'trust', '-U', 'holm', '-E', 'UTF8', '--locale=C', '--wal-segsize=1', *([] if self.durable else ['--no-sync']))
        self.set('max_connections = 200\n' + ('' if self.durable else 'fsync = off\nfull_page_writes = off\n') + self.settings)
        self.start()

    def set(self, text):
        with open(self.data / 'postgresql.conf', 'a') as settings:
            settings.write(text)

    def run(self, program, *words):
        command = [find(program), *map(str, words)]
        if os.getuid() == 0:
            command = ['runuser', '-u', self.user, '--', *command]
        done = subprocess.run(command, cwd='/', stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(f'{program}: {done.stdout}{done.stderr}')

    def start(self):
        self.run('pg_ctl', '-D', self.data, '-l', self.folder / 'log', '-w', 'start')

    def stop(self, mode='fast'):
        self.run('pg_ctl', '-D', self.data, '-m', mode, '-w', 'stop')

    def running(self):
        return not subprocess.run([find('pg_isready'), '-q', '-h', str(self.folder)]).returncode

    def signal(self, number):
        """To all its processes: stopped, it hangs, and nothing says that it does."""
        first = int((self.data / 'postmaster.pid').read_text().split()[0])
        for name in filter(str.isdigit, os.listdir('/proc')):
            try:
                if int(name) == first or int(open(f'/proc/{name}/stat').read().rsplit(')', 1)[1].split()[1]) == first:
                    os.kill(int(name), number)
            except OSError:
                pass  # it has ended

    def new(self, like=None):
        """The address of an empty database, or of a copy of one that nobody uses."""
        self.count += 1
        name = f'd{os.getpid()}_{self.count}'
        self.run('createdb', '-h', self.folder, '-U', 'holm', *(['-T', like] if like else []), name)
        return f'postgresql://holm@/{name}?host={self.folder}'

    def fill(self):
        """Takes all that is left of its disk, until PostgreSQL itself feels it: it may give room back meanwhile. What it says."""
        deadline = time.monotonic() + 60
        with open(self.folder / 'filler', 'ab', buffering=0) as file:
            while time.monotonic() < deadline:
                try:
                    while file.write(bytes(1 << 12)):
                        pass
                except OSError:
                    pass
                if said := self.lack():
                    return said
        raise AssertionError('the disk is full, and PostgreSQL does not notice')

    def lack(self):
        """What PostgreSQL says where it has no room for a table of a few pages; it may end by that. Nothing of the table stays."""
        want = "BEGIN; SET LOCAL synchronous_commit = off; CREATE TABLE room AS SELECT repeat('x', 2000) FROM generate_series(1, 64); ROLLBACK"
        done = subprocess.run(['psql', '-q', '-h', str(self.folder), '-U', 'holm', '-v', 'ON_ERROR_STOP=1', '-c', want, 'postgres'], capture_output=True, text=True)
        return done.stderr.strip() if done.returncode else ''

    def empty(self):
        """Gives it back; where PostgreSQL has given up meanwhile, it is started again."""
        (self.folder / 'filler').unlink()
        if not self.running():
            subprocess.run([*(['runuser', '-u', self.user, '--'] if os.getuid() == 0 else []), find('pg_ctl'), '-D', str(self.data), '-l', str(self.folder / 'log'), '-w', 'start'],
                           cwd='/', stdin=subprocess.DEVNULL, capture_output=True)

    def end(self):
        if (self.data / 'postmaster.pid').exists():
            self.signal(signal.SIGCONT)
            subprocess.run([*(['runuser', '-u', self.user, '--'] if os.getuid() == 0 else []), find('pg_ctl'), '-D', str(self.data), '-m', 'immediate', 'stop'],
                           cwd='/', stdin=subprocess.DEVNULL, capture_output=True)
        if self.disk:
            subprocess.run(['umount', '-l', self.folder], capture_output=True)
            self.disk = False
        shutil.rmtree(self.folder, ignore_errors=True)


class Standby(Cluster):
    """A synchronous replica of another cluster."""

    def __init__(self, primary, scratch=None, **options):
        self.primary = primary
        super().__init__(scratch, **options)

    def make(self):
        """As the primary is now; from then on that acknowledges nothing which is not here, too."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.run('pg_basebackup', '-h', self.primary.folder, '-U', 'holm', '-D', self.data, '-c', 'fast', '-X', 'stream', '-R', '--no-sync')
        self.set(self.settings)
        self.start()
        self.primary.run('psql', '-q', '-h', self.primary.folder, '-U', 'holm', '-c', "ALTER SYSTEM SET synchronous_standby_names = '*'", 'postgres')
        self.primary.run('pg_ctl', '-D', self.primary.data, 'reload')


class Pair:
    """A PostgreSQL and its replica, of which either can take over."""

    def __init__(self, scratch=None, **options):
        self.first = Cluster(scratch, **options)
        self.second = Standby(self.first, scratch, **options)
        self.folders = self.first.folder, self.second.folder

    def new(self):
        name = self.first.new().split('/')[3].split('?')[0]
        return self.at(name, *self.folders)

    def at(self, name, *folders):
        return f'postgresql://holm@/{name}?host={",".join(map(str, folders))}&target_session_attrs=read-write'

    def fail_over(self):
        """The first one dies, and the other takes its place."""
        self.first.stop('immediate')
        self.first, self.second = self.second, self.first
        self.first.run('pg_ctl', '-D', self.first.data, '-w', 'promote')
        self.first.run('psql', '-q', '-h', self.first.folder, '-U', 'holm', '-c', 'ALTER SYSTEM RESET synchronous_standby_names', 'postgres')
        self.first.run('pg_ctl', '-D', self.first.data, 'reload')

    def replicate(self):
        """Whoever is left gets a new replica, in the place of the one that died."""
        self.second.primary = self.first
        Standby.make(self.second)

    def end(self):
        self.second.end()
        self.first.end()


def literal(value):
    if isinstance(value, bytes):
        return f"'\\x{value.hex()}'::bytea"
    return 'NULL' if value is None else str(value) if isinstance(value, (int, float)) else "'" + value.replace("'", "''") + "'"


def filled(text, values):
    """A statement with its values in the place of its question marks."""
    rest = iter(values)
    return re.sub(r'\?', lambda _: literal(next(rest)), text)


def taken(pairs):
    """A row of JSON as a row of SQLite: bytes are bytes."""
    return tuple(bytes.fromhex(value[2:]) if isinstance(value, str) and value.startswith('\\x') else value for _, value in pairs)


def sql(address, statements):
    """One transaction; the rows of its last statement, where that is a SELECT."""
    texts = [filled(*one) for one in statements]
    if texts[-1].startswith('SELECT'):
        texts[-1] = f"SELECT coalesce(json_agg(row_to_json(found)), '[]') FROM ({texts[-1]}) found"
    done = subprocess.run(['psql', '-qAtX', *(['-1'] if len(texts) > 1 else []), '-v', 'ON_ERROR_STOP=1', address], input=';\n'.join(texts), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout, object_pairs_hook=taken) if done.stdout.strip() else []


shared = None


def address(scratch=None):
    """A new database in the cluster that the tests of a file share."""
    global shared
    shared = shared or Cluster(scratch)
    return shared.new()


def copy(of):
    """A copy of such a database, which nobody uses now."""
    return shared.new(of.split('/')[3].split('?')[0])
