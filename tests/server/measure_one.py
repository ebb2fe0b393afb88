#!/usr/bin/env python3
"""What one server with its file takes, for docs/server.md: measure_one.py [--old PROGRAM] [--tables N...] [--rate N] [--servers N...] [--most MS] [--seconds N] [--stored N]. Not a test: its figures want a release
build (HOLM) and a quiet machine. `holm load` of HOLM plays against each program in turn; then a server is started on a database with many tables. HOLM_DISK: a folder on the disk to measure."""
import argparse
import os
import re
import resource
import sqlite3
import subprocess
import tempfile
import time

import fixture

CLIENT = os.path.abspath(os.environ.get('HOLM', fixture.HOLM))  # the same players for all programs
OPEN = dict(fixture.ROOMY, tables=0, connections=0, sockets=0, disk=0)


def processor(pid):
    fields = open(f'/proc/{pid}/stat').read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def load(program, games, seconds, folder, servers=1, rate=1):
    """One line: how long acknowledgements take, what the servers and the players take of the processors, and memory; the worst p99. The tables are split among servers, each with a file of its own."""
    fixture.HOLM = program
    running = [fixture.Server(folder=tempfile.mkdtemp(dir=folder), limits=OPEN) for _ in range(servers)]
    before, own = sum(processor(one.process.pid) for one in running), resource.getrusage(resource.RUSAGE_CHILDREN)
    players = [subprocess.Popen([CLIENT, 'load', '--port', str(one.port), '--games', str(games // servers), '--seconds', str(seconds), '--rate', str(rate)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for one in running]
    said = [one.communicate() for one in players]
    spent, after = sum(processor(one.process.pid) for one in running) - before, resource.getrusage(resource.RUSAGE_CHILDREN)
    theirs = after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime
    found = [re.search(r'a second ([\d.]+).*p50 ([\d.]+)  p99 ([\d.]+).*refused (\d+)  errors (\d+).*?([\d.]+) KiB a table', out, re.S) for out, _ in said]
    for one, (_, trouble) in zip(found, said):
        print(f'{program}: {games} tables, {rate} actions a second at each, {servers} servers: ' + ('{} actions a second, p50 {} ms, p99 {} ms, refused {}, errors {}, {} KiB a table'.format(*one.groups()) if one else trouble[-200:]) +
              f'; processor with joining: servers {spent:.1f} s, players {theirs:.1f} s', flush=True)
    for one in running:
        one.end()
    return max(float(one[3]) if one else float('inf') for one in found)


def most(program, seconds, bound, folder, rate):
    """The largest number of tables, in steps of 125, whose p99 stays under a bound, twice of three times. One process may have only so many sockets: where that comes first, give each table a higher rate."""
    def holds(games):
        quick = 0
        for attempt in range(3):
            quick += load(program, games, seconds, folder, rate=rate) < bound
            if quick == 2 or quick + 2 - attempt < 2:
                break
        return quick == 2
    low, high = 0, 1000
    while holds(high):
        low, high = high, 2 * high
    while high - low > 125:
        middle = (low + high) // 2 // 125 * 125
        low, high = (middle, high) if holds(middle) else (low, middle)
    print(f'{program}: {low} tables of {rate} actions a second stay under {bound} ms', flush=True)


def stored(program, count, folder):
    """How soon a server answers that has so many tables, and what they take of its memory."""
    fixture.HOLM = program
    server = fixture.Server(folder=folder, limits=OPEN)
    empty = server.metric('holm_resident_bytes')
    done = subprocess.run([program, 'load', '--port', str(server.port), '--games', '500', '--seconds', '4'], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    server.stop()
    with sqlite3.connect(server.folder / 'holm.db') as database:
        for table in ('tables', 'lines', 'lengths', 'due'):
            key = 'id' if table == 'tables' else 'game'
            columns = [row[1] for row in database.execute(f'PRAGMA table_info({table})')]
            for part in range(1, count // 500):
                values = [f'{key} + {1000000 * part}' if one == key else f"substr(code, 1, 9) || printf('%03d', {part})" if one == 'code' else one for one in columns]
                database.execute(f'INSERT INTO {table} ({", ".join(columns)}) SELECT {", ".join(values)} FROM {table} WHERE {key} <= 500')
        rows = database.execute('SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM lines)').fetchone()
    begin = time.monotonic()
    server.start()
    assert server.get('/api/health').status == 200
    took = time.monotonic() - begin
    time.sleep(3)
    now = server.metric('holm_resident_bytes')
    print(f'{program}: {rows[0]} tables with {rows[1]} lines stored: answers {took:.2f} s after its start; {(now - empty) / rows[0]:.0f} bytes of memory for each', flush=True)
    server.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--old', help='another program, to compare with')
    parser.add_argument('--tables', type=int, nargs='*', default=[1000])
    parser.add_argument('--rate', type=float, default=1, help='actions a second at each table')
    parser.add_argument('--seconds', type=int, default=15)
    parser.add_argument('--stored', type=int, default=0)
    parser.add_argument('--servers', type=int, nargs='*', default=[1], help='so many that split the tables, each with a file of its own')
    parser.add_argument('--most', type=float, help='also the largest number of tables whose p99 stays under so many ms')
    given = parser.parse_args()
    programs = list(filter(None, (given.old, os.path.abspath(os.environ['HOLM']))))
    for games in given.tables:
        for program in programs:
            for servers in given.servers:
                with tempfile.TemporaryDirectory(dir=os.environ.get('HOLM_DISK')) as folder:
                    load(program, games, given.seconds, folder, servers, given.rate)
    for program in programs if given.most else ():
        with tempfile.TemporaryDirectory(dir=os.environ.get('HOLM_DISK')) as folder:
            most(program, given.seconds, given.most, folder, given.rate)
    if given.stored:
        with tempfile.TemporaryDirectory(dir=os.environ.get('HOLM_DISK')) as folder:
            stored(os.path.abspath(os.environ['HOLM']), given.stored, folder)


if __name__ == '__main__':
    main()
