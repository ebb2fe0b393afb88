#!/usr/bin/env python3
"""What strangers once could do to the server with a few bytes: each finding as a test that failed before it was mended."""
import contextlib
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

import fixture
import players
import rawfuzz
import shots
import strangers
import wire

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / 'etc/nginx.conf'
NGINX = shutil.which('nginx') or shutil.which('nginx', path='/usr/sbin:/sbin')


class Finding(fixture.Case):
    def fire(self, server, *some):
        """What was wrong with the answers."""
        return [f'{shot.name}: {said}' for shot, said in rawfuzz.fire(server.port, list(some), strangers.addresses(1))]

    def visitor(self, server, what, limit=strangers.AT_ONCE):
        self.assertTrue(server.alive, f'{what}: the server is gone')
        waited = strangers.visit(server, timeout=10 * fixture.SLOWER)
        self.assertIsNotNone(waited, f'{what}: a visitor is not answered')
        self.assertLess(waited, limit, f'{what}: a visitor waits')

    def ends(self, server):
        self.assertEqual(server.stop(5 * fixture.SLOWER), 0, server.log()[-3000:].decode(errors='replace'))


class Bytes(Finding):
    """Findings 1 to 3: a single connection stops the server."""

    def test_1_http2_data(self):
        server = self.serve()
        for shot in shots.h2_shots():
            self.fire(server, shot)
            self.visitor(server, shot.name)
        self.ends(server)

    def pipeline(self, *names):
        server = self.serve()
        known = {shot.name: shot for shot in shots.http_shots()}
        for name in names:
            wrong = self.fire(server, known[name])
            self.visitor(server, name)
            self.assertEqual(wrong, [])
        self.ends(server)

    def test_2_two_posts_in_a_segment(self):
        self.pipeline('POST + POST')

    def test_2_two_gets_with_a_length(self):
        self.pipeline('GET + GET with a Content-Length', 'GET + GET with a Content-Length and no body')

    def test_3_get_and_part_of_a_post(self):
        server = self.serve()
        known = {shot.name: shot for shot in shots.http_shots()}
        wrong = []
        for _ in range(5):
            for name in ('GET + half a POST, and a reset', 'GET + the head of a POST, and gone', 'GET + half a POST', 'GET + half a POST, and the rest'):
                wrong += self.fire(server, *[known[name]] * 5)
                self.visitor(server, name)
        self.assertEqual(wrong, [])
        self.ends(server)

    def test_3_join_as_the_last_one_leaves(self):
        """Both arrive while the server sleeps, so that it finds them in one turn of its loop."""
        server = self.serve()
        for turn in range(12):
            made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base', 'players': 3}, 'public': bool(turn & 1)}).json
            joiner = socket.create_connection(('127.0.0.1', server.port)) if turn & 2 else None
            host = players.Player(server, made['code'], made['token'])
            joiner = joiner or socket.create_connection(('127.0.0.1', server.port))
            joiner.settimeout(10)
            body = b'{"name":"Bob"}'
            server.process.send_signal(signal.SIGSTOP)
            host.say(type='leave')
            if turn & 4:
                host.drop()
            joiner.sendall(f'POST /api/tables/{made["code"]}/join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n\r\n'.encode() + body)
            server.process.send_signal(signal.SIGCONT)
            with joiner:
                answer = joiner.recv(4096)
            self.visitor(server, 'join and leave at once')
            status = int(answer[9:12])
            self.assertIn(status, (200, 201, 404, 409, 410))
            if status < 300:  # who was let in must find the table there
                self.assertEqual(server.get('/api/tables/' + made['code']).status, 200, 'a chair at a table that is gone')
            host.drop()
        self.ends(server)


@contextlib.contextmanager
def nginx(target):
    """Our example for nginx with another port, without TLS, before a server on `target`: its port."""
    with socket.socket() as one, socket.socket() as two:
        one.bind(('127.0.0.1', 0))
        two.bind(('127.0.0.1', 0))
        port, other = one.getsockname()[1], two.getsockname()[1]
    text = EXAMPLE.read_text()
    for pattern, instead in ((r'listen 443[^;]*;', f'listen 127.0.0.1:{port};'), (r'listen 80;', f'listen 127.0.0.1:{other};'),
                             (r'\s*ssl_certificate\S*\s[^;]*;', ''), (r'server 127\.0\.0\.1:8080;', f'server 127.0.0.1:{target};')):
        text, n = re.subn(pattern, instead, text)
        assert n, f'the example for nginx has no {pattern}'
    with tempfile.TemporaryDirectory() as folder:
        temporary = ''.join(f'{name}_temp_path {folder}/{name};\n' for name in ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))
        pathlib.Path(folder, 'nginx.conf').write_text(f'daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n'
                                                      f'events {{}}\nhttp {{ access_log off;\n{temporary}{text}}}\n')
        process = subprocess.Popen([NGINX, '-p', folder, '-c', folder + '/nginx.conf', '-e', folder + '/error.log'], preexec_fn=fixture.die_with_parent,
                                   stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 10
            while True:
                try:
                    socket.create_connection(('127.0.0.1', port), 1).close()
                    break
                except OSError:
                    if time.monotonic() > end or process.poll() is not None:
                        raise AssertionError(pathlib.Path(folder, 'error.log').read_text()) from None
                    time.sleep(0.05)
            yield port
        finally:
            process.terminate()
            process.wait(10)


class Echo:
    """Stands where the server would: keeps the heads of requests, and answers 200."""

    def __init__(self):
        self.heads = []
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                plug, _ = self.listener.accept()
            except OSError:
                return
            with plug:
                plug.settimeout(5)
                head = b''
                while b'\r\n\r\n' not in head and (piece := plug.recv(65536)):
                    head += piece
                self.heads.append(head.decode('latin-1').lower())
                plug.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok')


@unittest.skipUnless(NGINX or os.environ.get('CI'), 'no nginx: scripts/setup tests installs it')
class Proxy(Finding):
    """Findings 1 and 4, through our example for nginx."""

    def test_only_websocket_upgrades_pass(self):
        echo = Echo()
        with nginx(echo.port) as port:
            for upgrade, passed in (('h2c', None), ('websocket', 'websocket'), ('WebSocket', 'websocket'), ('h2c, websocket', None), ('chess', None), ('', None)):
                wire.raw_http(port, shots.handshake(Upgrade=upgrade, HTTP2_Settings='AAMAAABkAAQAAP__'), timeout=5)
                lines = echo.heads[-1].split('\r\n')
                found = [line.partition(':')[2].strip() for line in lines if line.startswith('upgrade:')]
                self.assertEqual(found, [passed] if passed else [], f'Upgrade: {upgrade}')
                if not passed:
                    self.assertNotIn('connection: upgrade', lines)
        echo.listener.close()

    def test_1_http2_through_nginx(self):
        server = self.serve(proxy=True)
        with nginx(server.port) as port:
            for path in ('/ws', '/', '/api/health'):
                for shot in ([shots.upgrade_h2c(path), shots.PREFACE + shots.h2(4, 0), shots.h2(0, 1, b'hello')],
                             [shots.upgrade_h2c(path) + shots.PREFACE + shots.h2(4, 0) + shots.H2_FRAMES['HEADERS']]):
                    rawfuzz.fire(port, [rawfuzz.Shot('h2c', shot, rawfuzz.tolerated(9), pause=0.1, linger=0.2)], strangers.addresses(1))
                    self.visitor(server, f'h2c to {path}')
        self.ends(server)

    def test_4_metrics_stay_hidden(self):
        """A tunnel that speaks HTTP/2 behind nginx asks for /metrics and names another address."""
        server = self.serve(proxy=True)
        def literal(name, value):
            return b'\x00' + bytes([len(name)]) + name + bytes([len(value)]) + value
        ask = b''.join(literal(*pair) for pair in ((b':method', b'GET'), (b':path', b'/metrics'), (b':scheme', b'http'), (b':authority', b'x'),
                                                   (b'x-forwarded-for', b'10.1.2.3')))
        with nginx(server.port) as port:
            self.assertEqual(wire.http(port, 'GET', '/metrics').status, 404)
            for path in ('/ws', '/'):
                with socket.create_connection(('127.0.0.1', port), timeout=5) as plug:
                    plug.sendall(shots.upgrade_h2c(path))
                    time.sleep(0.2)
                    try:
                        plug.sendall(shots.PREFACE + shots.h2(4, 0) + shots.h2(1, 3, ask, 5))
                        plug.settimeout(1)
                        data = b''
                        while piece := plug.recv(1 << 16):
                            data += piece
                    except OSError:
                        pass
                    self.assertNotIn(b'holm_', data, f'/metrics through a tunnel at {path}')
                    self.assertNotIn(b' 101 ', data[:40], f'a tunnel at {path}')
            self.visitor(server, 'tunnels')

    def test_4_forwarded_for_cannot_be_forged(self):
        """Many tables from one visitor who names others: counted as one visitor's."""
        server = self.serve(proxy=True, limits=fixture.limit(tables=5))
        with nginx(server.port) as port:
            statuses = [wire.http(port, 'POST', '/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}}, [('X-Forwarded-For', f'10.0.0.{i}')]).status
                        for i in range(12)]
            self.assertEqual(statuses.count(201), 5)

    def test_a_game_through_nginx(self):
        server = self.serve(proxy=True)
        with nginx(server.port) as port:
            direct, server.port = server.port, port
            code, people = players.seat_people(server, 2, random.Random(5), rules={'game': 'base', 'players': 2})
            players.play(people, limit=20)
            players.settle(people)
            server.port = direct
            for one in people:
                one.drop()


class Work(Finding):
    """Finding 5: work that one message can cause."""

    def test_5_history(self):
        """28 histories of a long game at once: little work, and none of it delays a visitor."""
        server = self.serve(limits=dict(strangers.USUAL))
        code = strangers.long_game(server, 1500)
        readers = [strangers.watch(server, code, '127.0.0.66') for _ in range(2)]  # who makes twenty errors is cut off
        for reader in readers:
            reader.until('position')
        before = strangers.cpu(server)
        for reader in readers:
            reader.send_bytes(b''.join(wire.frame(wire.TEXT, b'{"type":"history","from":1}') for _ in range(14)))
        self.visitor(server, '28 histories')
        answers = []
        for reader in readers:
            own = []
            while len(own) < 14:
                own += [message for message in [reader.next(timeout=20)] if message['type'] in ('history', 'error')]
            histories = [message for message in own if message['type'] == 'history']
            self.assertTrue(histories, 'no history came')
            self.assertTrue(all(message['from'] == 1 and message['entries'] for message in histories))
            self.assertEqual({message['error'] for message in own if message['type'] == 'error'}, {'too-fast'})
            answers += own
        used = strangers.cpu(server) - before
        self.assertLess(used, 1.0 * strangers.SLOW, f'{len(answers)} answers cost {used:.1f} s of processor time')

    def test_5_spectators(self):
        server = self.serve(limits=dict(strangers.USUAL))
        code, people = players.seat_people(server, 4, random.Random(6))
        players.play(people, limit=40)
        before, sources, sockets, worst = strangers.cpu(server), strangers.addresses(2), [], 0
        for number in range(1000):
            sockets.append(strangers.watch(server, code, next(sources)))
            if number % 100 == 99:
                worst = max(worst, strangers.visit(server, f'127.9.1.{number // 100 + 1}') or 99)
        used = strangers.cpu(server) - before
        watching = server.get('/api/tables/' + code).json['table']['watching']
        for one in sockets:
            if one:
                one.drop()
        self.assertEqual(watching, 50, 'not as many as may watch')
        self.assertGreaterEqual(server.limited('spectators'), 900)
        self.assertLess(worst, strangers.AT_ONCE, 'a visitor waits')
        self.assertLess(used, 4.0 * strangers.SLOW, f'a thousand who want to watch cost {used:.1f} s of processor time')
        for one in people:
            one.drop()

    def test_5_delayed_table_loads_fast(self):
        """A long game that is shown late, read by a new server: as quick as one that is not."""
        servers = {delay: self.serve(limits=dict(strangers.USUAL)) for delay in (0, 3)}
        codes = {delay: strangers.bots_play(server, delay=delay) for delay, server in servers.items()}
        time.sleep(12 if fixture.HEAVY else 6)
        for server in servers.values():
            server.kill()  # nobody plays while the other one is measured
        seconds = {}
        for delay, server in servers.items():
            begin = time.monotonic()
            server.restart()
            one = strangers.watch(server, codes[delay], '127.0.0.66')
            one.until('welcome')
            self.visitor(server, 'loading', 2 * strangers.AT_ONCE)
            seconds[delay] = time.monotonic() - begin
            one.drop()
            self.servers.remove(server)
            server.end()
        self.assertLess(seconds[3], 2 * seconds[0] + 1.0 * strangers.SLOW, seconds)


class Fairness(Finding):
    """Finding 6: one takes what is meant for all, and others wait. What else one can take is in test_share.py."""

    def round_of_bots(self, server, seed):
        """Seconds for a person and three bots to play a while."""
        begin = time.monotonic()
        code, people = players.seat_people(server, 1, random.Random(seed), rules={'game': 'base', 'players': 4}, seats=['me', 'medium', 'medium', 'medium'])
        players.play(people, limit=15, timeout=120)
        people[0].drop()
        return time.monotonic() - begin

    def test_6_bots_of_others(self):
        """One address lets 60 tables of hard bots play: the bots at another's table still move."""
        server = self.serve(limits=dict(strangers.USUAL))
        alone = self.round_of_bots(server, 9)
        for _ in range(60):
            strangers.bots_play(server, 'hard', '127.0.0.66')
        time.sleep(1)
        beside = self.round_of_bots(server, 10)
        self.assertLess(beside, 4 * alone + 3 * strangers.SLOW, f'{alone:.1f} s alone, {beside:.1f} s beside 60 tables of bots')

    @unittest.skipUnless(fixture.HEAVY, 'test_work has it in short')
    def test_6_replays_of_others(self):
        """One address asks for long replays without end: another gets a short one."""
        server = self.serve(limits=dict(strangers.USUAL))
        log, plugs = strangers.long_log(), []
        short = log[:20000].rpartition(b'\n')[0] + b'\n'
        begin = time.monotonic()
        strangers.request(server, 'POST', '/api/replay?viewer=red', log, '127.4.1.1', timeout=60)
        alone = time.monotonic() - begin
        for _ in range(24):
            plug = socket.create_connection(('127.0.0.1', server.port), 10, ('127.0.0.66', 0))
            plugs.append(plug)
            with contextlib.suppress(OSError):
                plug.sendall(b'POST /api/replay?viewer=red HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n' % len(log) + log)
        time.sleep(3)  # until they have arrived
        begin = time.monotonic()
        answer = strangers.request(server, 'POST', '/api/replay?viewer=red', short, '127.4.1.2', timeout=120)
        waited = time.monotonic() - begin
        for plug in plugs:
            plug.close()
        self.assertIsNotNone(answer)
        self.assertEqual(answer.status, 200, answer.body[:200])
        self.assertLess(waited, 3 * alone + 1 * strangers.SLOW, f'a long one alone takes {alone:.1f} s')

    def test_6_slow_readers(self):
        """One address with sixty sockets watches games of bots and never reads: a visitor is answered at once."""
        server = self.serve(limits=dict(strangers.USUAL))
        sockets = strangers.slow_readers(server)
        for _ in range(10 if fixture.HEAVY else 5):
            time.sleep(1)
            self.visitor(server, 'slow readers')
        for one in sockets:
            one.drop()

    def test_6_half_requests(self):
        """4,800 requests that never end, from 160 addresses: a visitor is answered at once."""
        server = self.serve(limits=dict(strangers.USUAL))
        plugs, sources = [], list(strangers.addresses(5, 160))
        for number in range(4800):
            try:
                plug = socket.create_connection(('127.0.0.1', server.port), 5, (sources[number % 160], 0))
                plug.sendall(b'POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{' if number & 1 else b'GET / HTTP/1.1\r\nHost:')
                plugs.append(plug)
            except OSError:
                pass
        try:
            for i in range(10):
                waited = strangers.visit(server, f'127.9.2.{i + 1}')
                self.assertIsNotNone(waited, 'a visitor is not answered')
                self.assertLess(waited, strangers.AT_ONCE, 'a visitor waits')
        finally:
            for plug in plugs:
                plug.close()


if __name__ == '__main__':
    fixture.main()
