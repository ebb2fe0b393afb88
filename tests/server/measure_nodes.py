#!/usr/bin/env python3
"""What several nodes cost, for docs/scaling.md: measure_nodes.py [--games N] [--seconds N]. Not a test: its figures want a release build (HOLM) and a quiet machine.
`holm load` plays against three nodes and one PostgreSQL, durable, all on this machine; then pgbench shows what NOTIFY costs a commit."""
import argparse
import os
import re
import subprocess
import tempfile

import cluster
import fixture

fixture.POSTGRESQL = True
OPEN = dict(fixture.ROOMY, tables=0, connections=0, sockets=0)


def seconds_of(server):
    """Processor time that a process has taken."""
    fields = open(f'/proc/{server.process.pid}/stat').read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def seconds_of_database(own):
    """The same of PostgreSQL: its first process, those that live, and those that have ended."""
    first, total = int(open(own.data / 'postmaster.pid').readline()), 0
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            fields = open(f'/proc/{name}/stat').read().rsplit(')', 1)[1].split()
        except OSError:
            continue
        if int(name) == first or int(fields[1]) == first:
            total += sum(map(int, fields[11:15 if int(name) == first else 13]))
    return total / os.sysconf('SC_CLK_TCK')


def load(own, games, seconds, count, *words):
    address = own.new()
    nodes = [fixture.Server(address=address, limits=OPEN, node=f'n{i}') for i in range(count)]
    also = [word for node in nodes[1:] for word in ('--also', str(node.port))]
    before, stored = [seconds_of(node) for node in nodes], seconds_of_database(own)
    done = subprocess.run([fixture.HOLM, 'load', '--port', str(nodes[0].port), *also, '--games', str(games), '--seconds', str(seconds), *words],
                          capture_output=True, text=True)
    spent = [round((seconds_of(node) - was) / seconds, 2) for node, was in zip(nodes, before)]
    stored = round((seconds_of_database(own) - stored) / seconds, 2)
    metrics = [node.get('/metrics').body.decode() for node in nodes]
    total = lambda name: sum(int(re.search(rf'^{name} (\d+)', text, re.M)[1]) for text in metrics)
    print(f'== {count} nodes, {games} tables {" ".join(words)}')
    print(done.stdout.strip(), done.stderr.strip().splitlines()[-1:] if done.returncode else '')
    print(f'processors of each node: {spent}, of PostgreSQL: {stored}; conflicts {total("holm_conflicts_total")}, news read {total("holm_news_total")}, commits {total("holm_commits_total")}')
    size = subprocess.run(['psql', '-qAt', '-c', 'SELECT pg_database_size(current_database())', address], capture_output=True, text=True).stdout.strip()
    print(f'database: {int(size) >> 20} MiB', flush=True)
    for node in nodes:
        node.stop()
        node.end()


def notify(own, seconds):
    """Small commits a second, with and without a notification."""
    address = own.new()
    sql = "CREATE TABLE v (game bigint PRIMARY KEY, n bigint); INSERT INTO v SELECT i, 0 FROM generate_series(1, 10000) i"
    subprocess.run(['psql', '-q', '-c', sql, address], check=True)
    notify = "SELECT pg_notify('holm', '7 ' || :g || ':12');\n"
    ways = {'without NOTIFY': 'COMMIT;\n', 'with NOTIFY': notify + 'COMMIT;\n',
            'with NOTIFY afterwards': 'COMMIT;\nBEGIN;\nSET LOCAL synchronous_commit TO off;\n' + notify + 'COMMIT;\n'}
    for name, end in ways.items():
        with tempfile.NamedTemporaryFile('w', suffix='.sql') as script:
            script.write('\\set g random(1, 10000)\nBEGIN;\nUPDATE v SET n = n + 1 WHERE game = :g;\n' + end)
            script.flush()
            for clients in 1, 4, 16:
                done = subprocess.run([cluster.find('pgbench'), '-n', '-f', script.name, '-c', str(clients), '-j', '2', '-T', str(seconds), address], capture_output=True, text=True)
                tps = re.search(r'tps = ([\d.]+)', done.stdout)
                print(f'pgbench, {name}, {clients} writers: {float(tps[1]) if tps else done.stderr:.0f} commits a second', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--games', type=int, default=500)
    parser.add_argument('--seconds', type=int, default=30)
    given = parser.parse_args()
    own = cluster.Cluster(os.environ.get('HOLM_DISK'), durable=True)
    load(own, given.games, given.seconds, 3)
    load(own, given.games, given.seconds, 3, '--sticky')
    load(own, given.games, given.seconds, 1)
    notify(own, 5)
    own.end()


if __name__ == '__main__':
    main()
