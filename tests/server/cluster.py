"""A PostgreSQL of the tests' own: in a temporary folder, reached by a socket in it, ended with the tests. As root it runs as another user."""
import atexit
import getpass
import glob
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile


def find(program):
    """Debian keeps the programs of each version in a folder of its own."""
    found = sorted(glob.glob(f'/usr/lib/postgresql/*/bin/{program}'), key=lambda path: int(path.split('/')[4]))
    return found[-1] if found else shutil.which(program)


class Cluster:
    def __init__(self, scratch=None, durable=False):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='holm-pg-', dir=scratch))
        self.data = self.folder / 'data'
        self.count = 0
        self.user = getpass.getuser()
        if os.getuid() == 0:
            self.user = 'postgres' if any(one.pw_name == 'postgres' for one in pwd.getpwall()) else 'nobody'
            shutil.chown(self.folder, self.user)
        atexit.register(self.end)
        self.run('initdb', '-D', self.data, '-A', 'trust', '-U', 'holm', '-E', 'UTF8', '--locale=C', *([] if durable else ['--no-sync']))
        with open(self.data / 'postgresql.conf', 'a') as settings:
            settings.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\nmax_connections = 200\n")
            settings.write('' if durable else 'fsync = off\nfull_page_writes = off\n')
        self.start()

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

    def new(self):
        """The address of an empty database."""
        self.count += 1
        name = f'd{os.getpid()}_{self.count}'
        self.run('createdb', '-h', self.folder, '-U', 'holm', name)
        return f'postgresql://holm@/{name}?host={self.folder}'

    def end(self):
        if (self.data / 'postmaster.pid').exists():
            subprocess.run([*(['runuser', '-u', self.user, '--'] if os.getuid() == 0 else []), find('pg_ctl'), '-D', str(self.data), '-m', 'immediate', 'stop'],
                           cwd='/', stdin=subprocess.DEVNULL, capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)


shared = None


def address(scratch=None):
    """A new database in the cluster that the tests of a file share."""
    global shared
    shared = shared or Cluster(scratch)
    return shared.new()
