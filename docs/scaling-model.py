#!/usr/bin/env python3
"""A model of many tables at once, fed by costs that were measured (docs/scaling.md says how): scaling-model.py [--tables N] [--actions-second N] ...
It plays seconds of a cluster by chance (when people act, how acts meet in batches, what waits for a commit) and says what would be busy, and how many of everything it takes.
Nothing in it knows Holm's code: change a cost below, and see what follows."""
import argparse
import random

# Measured on two cores with one disk, everything on one machine: tests/server/measure_nodes.py and docs/scaling.md.
COSTS = {
    'node_action_ms': 0.50,       # processor of the node that takes an action: read, check, apply, views, write
    'node_news_ms': 0.15,         # of each other node with somebody at the table: read the row and the line, apply, views
    'database_action_ms': 0.40,   # processor of PostgreSQL for one table's part of a batch
    'database_commit_ms': 0.40,   # and for the transaction around it, with its notification
    'disk_commit_ms': 4.0,        # until a commit is on disk; commits that wait at the same time share it
    'database_commits': 1300,     # a second that one database was seen to make, with notifications
    'bytes_action': 1200,         # of the database and its log, for one action with its head, length and version
    'socket_kib': 0.5,              # memory of a socket at a table
    'table_kib': 19,              # memory of a table whose game is there
}


def queue(rate, service_ms, seconds, chance):
    """One server, batches by chance: whoever comes while it works shares the next turn. (p50, p99) of the wait in ms, and how large batches are."""
    now, waits, sizes = 0.0, [], []
    arrivals, at = [], 0.0
    while at < seconds * 1000:
        at += chance.expovariate(rate / 1000)
        arrivals.append(at)
    first = 0
    while first < len(arrivals):
        now = max(now, arrivals[first])
        last = first
        while last < len(arrivals) and arrivals[last] <= now:
            last += 1
        last = max(last, first + 1)
        now += service_ms
        waits += [now - one for one in arrivals[first:last]]
        sizes.append(last - first)
        first = last
    waits.sort()
    return waits[len(waits) // 2], waits[len(waits) * 99 // 100], sum(sizes) / len(sizes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--tables', type=int, default=1_000_000, help='played at once')
    parser.add_argument('--actions-second', type=float, default=0.1, help='of each table; people take about ten seconds for an action')
    parser.add_argument('--players', type=int, default=4)
    parser.add_argument('--sticky', type=float, default=1.0, help='share of tables whose players are all at one node')
    parser.add_argument('--cores', type=int, default=8, help='of a node, of which one runs the loop')
    parser.add_argument('--node-tables', type=int, default=5000, help='that one node is to have in memory')
    parser.add_argument('--database-actions', type=float, default=4000, help='actions a second that one database is to take')
    for name, value in COSTS.items():
        parser.add_argument('--' + name.replace('_', '-'), type=float, default=value)
    given = parser.parse_args()
    chance = random.Random(1)
    actions = given.tables * given.actions_second
    others = (1 - given.sticky) * (given.players - 1)
    databases = max(1, -(-actions // given.database_actions))
    nodes = max(1, -(-given.tables // given.node_tables))
    per_node = actions / nodes
    loop = per_node * (given.node_action_ms + others * given.node_news_ms) / 1000
    nodes_each = nodes / databases
    commits = min(per_node, 1000 / given.disk_commit_ms)
    waits = queue(per_node, given.disk_commit_ms, min(60, 20000 / per_node), chance)
    database = (actions / databases * given.database_action_ms + nodes_each * commits * given.database_commit_ms) / 1000
    memory = given.node_tables * (given.table_kib + given.players * given.socket_kib) / 1024
    print(f'{given.tables:,} tables, {actions:,.0f} actions a second, {given.tables * given.players:,} sockets')
    print(f'databases: {databases:,.0f} (tables are split by number; each has {nodes_each:.1f} nodes)')
    print(f'  each: {actions / databases:,.0f} actions a second, {nodes_each * commits:,.0f} commits, {database:.1f} cores, {actions / databases * given.bytes_action / 2**20:.1f} MiB a second')
    if nodes_each * commits > given.database_commits:
        print(f'  more than the {given.database_commits:,.0f} commits a second that were measured: it wants a quicker disk, or batches grow')
    print(f'nodes: {nodes:,.0f}, each {given.node_tables:,} tables, {given.node_tables * given.players:,} sockets, {memory:,.0f} MiB')
    print(f'  its loop: {100 * loop:.0f} % of one core{"" if loop < 0.7 else "  TOO MUCH: fewer tables a node"}')
    print(f'  an acknowledgement waits for the disk: p50 {waits[0]:.1f} ms, p99 {waits[1]:.1f} ms, {waits[2]:.1f} actions in a batch')
    print(f'bytes a day: {actions * given.bytes_action * 86400 / 2**40:.1f} TiB before packing, a fifth of it afterwards')


if __name__ == '__main__':
    main()
