#!/usr/bin/env python3
"""The examples of etc/nodes/ in the programs they are for: nginx and HAProxy before three nodes. A node is drained, another one killed; players go on at the same address."""
import pathlib
import random
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

import cluster
import fixture
import players
import wire
from modes import mode

fixture.POSTGRESQL = True
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / 'etc/nodes'


def free_port():
    with socket.socket() as one:
        one.bind(('127.0.0.1', 0))
        return one.getsockname()[1]


class Door:
    """What a player takes for the server: the proxy."""
    host, tls = '127.0.0.1', None

    def __init__(self, port):
        self.port, self.tokens = port, set()

    def wire(self, **options):
        return wire.Wire(self.port, **options)

    def http(self, method, path, body=None):
        return wire.http(self.port, method, path, body, (), 20, None, None, self.host)

    def post(self, path, body):
        return self.http('POST', path, body)

    def get(self, path):
        return self.http('GET', path)


class Proxies(fixture.Case):
    def setUp(self):
        super().setUp()
        address = cluster.address(fixture.SCRATCH)
        self.nodes = [self.serve(address=address, node=f'n{i}', proxy=True, origin='http://127.0.0.1') for i in range(3)]

    def example(self, name, folder, port):
        """With the ports of this test in the place of 8080 to 8083."""
        text = (EXAMPLES / name).read_text()
        text = re.sub(r'127\.0\.0\.1:808([123])', lambda m: f'127.0.0.1:{self.nodes[int(m[1]) - 1].port}', text)
        return re.sub(r'\b8080\b', str(port), text)

    def run_proxy(self, command):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=fixture.die_with_parent)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

    def play_through(self, port):
        door = Door(port)
        self.assertTrue(fixture.until(lambda: self.answers(door)))
        self.assertEqual(door.get('/metrics').status, 404)
        code, people = players.seat_people(door, 3, random.Random(3), **mode('base', players=3, target=20, turn_limit=400))
        players.play(people, limit=20)
        self.nodes[0].process.terminate()
        self.go_on(people, lambda: not self.nodes[0].alive)
        self.assertEqual(self.nodes[0].stop(), 0)
        self.nodes[1].kill()
        self.go_on(people)
        self.assertEqual(door.get(f'/api/tables/{code}').status, 200)
        for one in people:
            self.assertEqual(players.divergence(one), '')

    def answers(self, door):
        try:
            return door.get('/api/ready').status == 200
        except (OSError, ValueError):
            return False

    def go_on(self, people, until=lambda: True):
        """Whoever is cut off comes back to the same address, and then they play."""
        end = time.monotonic() + 20 * fixture.SLOWER
        acked = sum(len(p.acked) for p in people)
        while time.monotonic() < end and not (until() and sum(len(p.acked) for p in people) > acked + 10):
            for one in people:
                if one.wire.closed:
                    try:
                        one.reconnect()
                    except (OSError, wire.Refused, wire.Gone, TimeoutError):
                        time.sleep(0.2)
            try:
                players.play(people, limit=4, until=lambda: any(p.wire.closed for p in people), timeout=10)
            except (OSError, wire.Gone, ValueError):
                pass
        self.assertGreater(sum(len(p.acked) for p in people), acked + 10, [(p.wire.closed, p.mirror.over, p.mirror.waiting, p.sent, p.refused[-1:], p.errors[-1:]) for p in people])

    @unittest.skipUnless(shutil.which('nginx'), 'needs nginx')
    def test_nginx(self):
        port, folder = free_port(), self.nodes[0].folder
        (folder / 'nginx.conf').write_text(f'daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\nhttp {{\naccess_log off;\n'
                                           + ''.join(f'{name}_temp_path {folder}/{name};\n' for name in ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))
                                           + self.example('nginx.conf', folder, port) + '}\n')
        self.run_proxy(['nginx', '-p', str(folder), '-c', str(folder / 'nginx.conf')])
        self.play_through(port)

    @unittest.skipUnless(shutil.which('haproxy'), 'needs haproxy')
    def test_haproxy(self):
        port, folder = free_port(), self.nodes[0].folder
        (folder / 'haproxy.cfg').write_text(self.example('haproxy.cfg', folder, port))
        self.run_proxy(['haproxy', '-db', '-f', str(folder / 'haproxy.cfg')])
        self.play_through(port)


class Written(unittest.TestCase):
    """What cannot be started here, as far as it can be tried without."""

    @unittest.skipUnless(shutil.which('objdump') and shutil.which('dpkg'), 'needs objdump and dpkg')
    def test_the_container_has_all_libraries(self):
        """Each library that the program asks for is in a package that the container file installs."""
        last = (EXAMPLES / 'Containerfile').read_text().split('FROM')[-1]
        asked = re.findall(r'NEEDED +(lib\S+)', subprocess.run(['objdump', '-p', fixture.HOLM], capture_output=True, text=True, check=True).stdout)
        for name in asked:
            if re.match(r'lib(c|m|asan|ubsan)\.so', name):
                continue
            found = subprocess.run(['dpkg', '-S', f'*/{name}'], capture_output=True, text=True).stdout
            packages = {line.split(':')[0] for line in found.splitlines()}
            self.assertTrue(any(re.search(rf'\s{re.escape(one)}\s', last) for one in packages), f'{name}: none of {packages}')

    @unittest.skipUnless(shutil.which('systemd-analyze'), 'needs systemd')
    def test_the_units_are_understood(self):
        """By systemd itself, which also looks for the program and the manual; here neither is installed."""
        for name, given in ('holm@.service', 'holm@8081.service'), ('../holm.service', 'holm.service'):
            with tempfile.TemporaryDirectory() as folder:
                text = (EXAMPLES / name).read_text().replace('/usr/local/bin/holm', fixture.HOLM)
                pathlib.Path(folder, pathlib.Path(name).name).write_text(re.sub(r'(?m)^Documentation=.*$', '', text))
                done = subprocess.run(['systemd-analyze', 'verify', str(pathlib.Path(folder, given))], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ''), name)


if __name__ == '__main__':
    fixture.main()
