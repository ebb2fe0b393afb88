"""Visitors and abusers from many addresses of this machine, and what they cost the server."""
import functools
import os
import pathlib
import socket
import subprocess
import tempfile
import time

import fixture
import players
import wire

SANITIZED = b'__asan_init' in pathlib.Path(fixture.HOLM).read_bytes()
SLOW = (4 if SANITIZED else 1) * fixture.SLOWER  # how much more time the sanitizers take, or a build without optimization
AT_ONCE = 1.0 * fixture.SLOWER  # seconds: a visitor who waits longer is held up
USUAL = dict.fromkeys(fixture.ROOMY)  # limits as the server has them by itself
TICKS = os.sysconf('SC_CLK_TCK')


def addresses(second, count=60000):
    """127.SECOND.x.y, each once."""
    return (f'127.{second}.{i // 250}.{i % 250 + 1}' for i in range(count))


def request(server, method, path, body=None, source='127.0.0.1', timeout=20):
    """An HTTP request from an address; None when the server hangs up or says nothing in time."""
    data = b'' if body is None else body if isinstance(body, bytes) else wire.json.dumps(body).encode()
    head = f'{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n'
    if body is not None:
        head += f'Content-Type: application/json\r\nContent-Length: {len(data)}\r\n'
    answer = b''
    try:
        with socket.create_connection(('127.0.0.1', server.port), timeout, (source, 0)) as plug:
            plug.sendall(head.encode() + b'\r\n' + data)
            while not wire.complete(answer) and (piece := plug.recv(1 << 18)):
                answer += piece
    except OSError:
        pass
    if not answer.startswith(b'HTTP/'):
        return None
    head, _, body = answer.partition(b'\r\n\r\n')
    head = head.decode('latin-1')
    return wire.Answer(int(head.split(' ', 2)[1]), head, wire.unchunk(body) if 'chunked' in head.lower() else body)


def visit(server, source='127.9.9.9', timeout=20):
    """Seconds until a visitor has the health; None when nothing came."""
    begin = time.monotonic()
    answer = request(server, 'GET', '/api/health', source=source, timeout=timeout)
    return time.monotonic() - begin if answer and answer.status == 200 else None


def cpu(server):
    """Seconds of processor time the server has used."""
    fields = pathlib.Path(f'/proc/{server.process.pid}/stat').read_text().rpartition(')')[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(server):
    """Bytes of memory the server holds."""
    for line in pathlib.Path(f'/proc/{server.process.pid}/status').read_text().splitlines():
        if line.startswith('VmRSS'):
            return int(line.split()[1]) * 1024
    return 0


def watch(server, code, source, **options):
    """A WebSocket that has said hello as a spectator, not yet read; None when it was refused."""
    try:
        socket_ = wire.Wire(server.port, source=source, timeout=20, **options)
        socket_.send(players.hello(code, None))
        return socket_
    except (wire.Refused, wire.Gone, OSError):
        return None


def bots_play(server, bot='random', source='127.0.0.1', turns=0, **body):
    """A table of bots alone, which play at once. Its code, or None when it was refused."""
    made = request(server, 'POST', '/api/tables', dict({'rules': {'game': 'base', 'players': 4, 'target': 30, 'turn_limit': turns},
                                                        'seats': [bot] * 4, 'pace': 0, 'start': 'now', 'name': 'Ada'}, **body), source)
    return made.json['code'] if made and made.status == 201 else None


def slow_readers(server, count=60):
    """Sockets of one address that watch three games of bots and never read."""
    codes = [bots_play(server) for _ in range(3)]
    sockets = [watch(server, codes[number % 3], '127.0.0.66', receive_buffer=2048) for number in range(count)]
    return [one for one in sockets if one]


def long_game(server, turns, seconds=60):
    """A game of bots that is over, as long as turns make it: its code."""
    code = bots_play(server, turns=turns)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if request(server, 'GET', '/api/tables/' + code).json['table']['state'] == 'over':
            return code
        time.sleep(0.2)
    raise AssertionError('the game of bots did not end in time')


@functools.cache
def long_log(size=1000000):
    """A whole game of bots as a log, cut at the longest that may be sent."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([fixture.HOLM, 'sim', '--games', '1', '--bots', 'random-trader', '--option', 'target=30', '--max-turns', '2000',
                        '--log', folder + '/log.jsonl'], stdout=subprocess.DEVNULL, check=False)
        log = pathlib.Path(folder, 'log.jsonl').read_bytes()
    return log[:size].rpartition(b'\n')[0] + b'\n'
