#!/usr/bin/env python3
"""What a refusal costs: less of the server's processor than the same request when it is served, so that nobody gains by asking again."""
import pathlib
import re
import socket
import subprocess
import time
import unittest

import fixture
import players
import strangers
import wire

COUNT, TIMES = 25, 6  # so many requests are measured, so many times: the least of it is what they cost
ALL = 10 + COUNT * TIMES
GAME = {'game': 'base', 'players': 4}


def cpu(server):
    """Seconds of processor time of all threads of the server, to the microsecond; how busy the machine is does not count."""
    time.sleep(0.02)  # a thread's time is counted when it rests
    tasks = pathlib.Path(f'/proc/{server.process.pid}/task').iterdir()
    return sum(int((task / 'schedstat').read_text().split()[0]) for task in tasks) / 1e9


class Line:
    """A connection of HTTP that stays open: what is measured is the request."""

    def __init__(self, case, server):
        self.plug = socket.create_connection(('127.0.0.1', server.port), 30)
        self.plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        case.addCleanup(self.plug.close)

    def ask(self, method, path, body=b''):
        """The status of the answer, which is taken whole."""
        data = body if isinstance(body, bytes) else wire.json.dumps(body).encode()
        length = f'Content-Length: {len(data)}\r\n' if data else ''
        self.plug.sendall(f'{method} {path} HTTP/1.1\r\nHost: x\r\n{length}\r\n'.encode() + data)
        answer = b''
        while not wire.complete(answer):
            piece = self.plug.recv(1 << 18)
            if not piece:
                raise AssertionError(f'{path}: hung up after {answer[:100]}')
            answer += piece
        return int(answer.split(b' ', 2)[1])


class Memory(fixture.Case):
    @unittest.skipIf(strangers.SANITIZED, 'sanitizers take memory of their own')
    def test_tables_of_four(self):
        """Each takes 24 KiB at most, with its game and four open sockets."""
        server = self.serve(limits={'tables': 0, 'connections': 0, 'sockets': 0})
        load = subprocess.run([fixture.HOLM, 'load', '--port', str(server.port), '--games', '1000', '--seconds', '10', '--rate', '0.2'], capture_output=True, text=True)
        self.assertEqual(load.returncode, 0, load.stderr)
        self.assertLess(float(re.search(r'([\d.]+) KiB a table', load.stdout)[1]), 24, load.stdout)


class Costs(fixture.Case):
    """Each `kind_...` prepares a server and yields; then each next() is one request: its status, or the type of what was said."""

    def cost(self, kind, limits, wanted):
        """Seconds of processor time of one."""
        server = self.serve(limits=dict({'errors': 100000}, **limits))
        asking = kind(server)
        next(asking)
        first = [next(asking) for _ in range(10)]  # what a limit allows at once, and what is made only once
        spent = []
        for _ in range(TIMES):
            before = cpu(server)
            answers = [next(asking) for _ in range(COUNT)]
            spent.append((cpu(server) - before) / COUNT)
            self.assertEqual(set(answers), {wanted}, first)
        self.assertEqual(server.stop(), 0)
        return min(spent)

    def compare(self, name, kind, served, refused, limits):
        low, high = self.cost(kind, limits, refused), self.cost(kind, {}, served)
        if low > 0.8 * high:  # what else goes on in the machine costs, too: once more, and the least of both
            low, high = min(low, self.cost(kind, limits, refused)), min(high, self.cost(kind, {}, served))
        print(f'{name}: refused {1e6 * low:.0f} us, served {1e6 * high:.0f} us, ratio {low / high:.2f}', flush=True)
        self.assertLess(low, high, f'{name}: a refusal costs more')

    def requests(self, server):
        for _ in range(20):
            server.post('/api/tables', {'name': 'Ada', 'rules': GAME, 'public': True}, '127.0.0.9')
        line = Line(self, server)
        yield
        while True:
            yield line.ask('GET', '/api/tables')

    def test_requests(self):
        self.compare('GET /api/tables', self.requests, 200, 429, {'requests': 1})

    def making_tables(self, server):
        line = Line(self, server)
        yield
        while True:
            yield line.ask('POST', '/api/tables', {'name': 'Ada', 'rules': GAME})

    def test_tables(self):
        self.compare('a new table', self.making_tables, 201, 429, {'tables-each': 1})
        self.compare('a new table, in all', self.making_tables, 201, 503, {'tables': 1})

    def joining(self, server):
        codes = [server.post('/api/tables', {'name': 'Ada', 'rules': GAME}, source).json['code']
                 for source in strangers.addresses(8, ALL)]
        line = Line(self, server)
        yield
        for code in codes:
            yield line.ask('POST', f'/api/tables/{code}/join', {'name': 'Bob'})

    def test_joins(self):
        self.compare('a chair', self.joining, 200, 429, {'chairs-each': 1})

    def watching(self, server):
        code = strangers.long_game(server, 200)
        sockets = [server.wire() for _ in range(ALL)]
        yield
        for one in sockets:
            one.send(players.hello(code, None))
            said = one.next()['type']
            if said == 'welcome':
                one.until('position')
            yield said
        for one in sockets:
            one.drop()

    def test_spectators(self):
        self.compare('to watch', self.watching, 'welcome', 'error', {'spectators-each': 1})

    def histories(self, server):
        code = strangers.long_game(server, 200)
        one = server.wire()
        one.send(players.hello(code, None))
        one.until('position')
        server.post('/api/preview', {'rules': GAME})  # where only one is allowed, this is it
        yield
        while True:
            one.send({'type': 'history', 'from': 1})
            while (said := one.next()['type']) not in ('history', 'error'):
                pass
            yield said

    def test_histories(self):
        self.compare('a history', self.histories, 'history', 'error', {'heavy': 1})

    def previews(self, server):
        line = Line(self, server)
        yield
        while True:
            yield line.ask('POST', '/api/preview', {'rules': GAME})

    def test_previews(self):
        self.compare('a preview', self.previews, 200, 429, {'heavy': 1})

    def replays(self, server):
        log = strangers.long_log(20000)
        line = Line(self, server)
        yield
        while True:
            yield line.ask('POST', '/api/replay?viewer=red', log)

    def test_replays(self):
        self.compare('a replay', self.replays, 200, 429, {'heavy': 1})

    def test_made_of_games(self):
        """Served from the shelf, which is as cheap as it gets, and still dearer than to be refused."""
        for what in ('proof', 'log', 'replay?viewer=red'):
            def asking(server):
                code = strangers.long_game(server, 200)
                server.post('/api/preview', {'rules': GAME})
                line = Line(self, server)
                yield
                while True:
                    yield line.ask('GET', f'/api/tables/{code}/{what}')
            self.compare(what, asking, 200, 429, {'heavy': 1})


if __name__ == '__main__':
    fixture.main()
