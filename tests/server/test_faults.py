#!/usr/bin/env python3
"""Three nodes under load while things fail: nodes are killed, stopped and woken with stale memory, cut off from the database, their calendars set; the database ends and
comes back, is taken over by its synchronous replica, has no room on its disk, or no connections left.
Nothing acknowledged is lost, nothing is played twice, no view differs. An independent reader looks at the rows themselves."""
import json
import os
import pathlib
import random
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

import cluster
import fixture
import players
import wire
from modes import MODES, mode
from test_crash import lost_actions
from test_postgresql import sql

fixture.POSTGRESQL = True
FAULTS = int(os.environ.get('HOLM_FAULTS', 200 if fixture.HEAVY else 10))
TABLES = 8 if fixture.HEAVY else 4


class Link:
    """The way of a node to the database, which can be cut."""

    def __init__(self, to, scratch):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='holm-link-', dir=scratch))
        self.to, self.pairs, self.open = str(to / '.s.PGSQL.5432'), {}, True
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / '.s.PGSQL.5432'))
        self.listener.listen(64)
        self.lock = threading.Lock()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            with self.lock:
                files = [self.listener, *self.pairs]
            try:
                ready, _, _ = select.select(files, [], [], 0.05)
            except (OSError, ValueError):
                continue  # one was closed meanwhile
            for one in ready:
                self.pass_on(one)

    def pass_on(self, one):
        try:
            if one is self.listener:
                return self.accept()
            data = one.recv(65536)
            if data:
                return self.pairs[one].sendall(data)
        except (OSError, KeyError):
            pass
        self.drop(one)

    def accept(self):
        near, _ = self.listener.accept()
        if not self.open:
            return near.close()
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(self.to)
        except OSError:
            return near.close()
        with self.lock:
            self.pairs[near], self.pairs[far] = far, near

    def drop(self, one):
        with self.lock:
            other = self.pairs.pop(one, None)
            self.pairs.pop(other, None)
        for end in one, other:
            if end:
                end.close()

    def cut(self):
        self.open = False
        for one in list(self.pairs):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def mend(self):
        self.open = True


class Walker(players.Player):
    """A person who goes to another node when one does not answer."""

    def __init__(self, nodes, code, token, random):
        self.nodes = nodes
        super().__init__(random.choice(nodes), code, token, random, connect=False)
        self.asked_at = self.moved_at = self.asked_again = 0

    def gone(self):
        return self.wire is None or self.wire.closed

    def leave(self):
        if self.wire:
            try:
                self.read()  # what had come before counts as told
            except (OSError, wire.Gone):
                pass
            self.wire.drop()
            self.wire.closed = True

    def walk(self):
        """Says hello at any node, and does not wait."""
        self.server = self.random.choice(self.nodes)
        self.welcomed, self.asked_at = False, time.monotonic()
        self.errors.clear()
        self.stuck = 0
        try:
            self.wire = self.server.wire(**self.options)
            self.sent.clear()
            self.wire.send(players.hello(self.code, self.token, self.mirror.seq))
        except (OSError, wire.Gone, wire.Refused, ValueError):
            self.wire = None

    def ask_again(self, now):
        """As a person does who sees that nothing has come of it: what was said before the start was refused, or lost with a node."""
        self.asked_again = now
        mine = self.table['chairs'][self.chair] if self.chair is not None else None
        if self.table['state'] != 'waiting' or not mine:
            return
        try:
            if self.table['phase'] == 'gathering':
                self.pledged = self.pledged if mine['pledge'] else 0
                self.readied = self.readied if mine['ready'] else 0
                self.gather()
            elif self.terms:
                self.reveal()
        except (OSError, wire.Gone):
            self.wire.closed = True

    def go_on(self, now):
        """One step of whatever is to be done."""
        if self.gone():
            if now > self.asked_at + 0.3:
                self.walk()
            return
        if self.welcomed and now > self.asked_again + 1:
            self.ask_again(now)
        waits = not self.welcomed or self.sent
        if waits and now > max(self.asked_at, self.moved_at) + 4 * fixture.SLOWER:
            return self.leave()  # it hangs
        if self.welcomed and not self.sent:
            try:
                if self.move():
                    self.moved_at = now
            except (OSError, wire.Gone):
                self.wire.closed = True


class Faults(fixture.Case):
    def setUp(self):
        super().setUp()
        self.own = cluster.Pair(fixture.SCRATCH, room=160, settings='max_connections = 40\nmax_wal_size = 16MB\nmin_wal_size = 2MB\nwal_keep_size = 32MB\nwal_retrieve_retry_interval = 200ms')
        self.addCleanup(self.own.end)
        self.address = self.own.new()
        self.name = self.address.split('/')[3].split('?')[0]
        self.links = [[Link(folder, fixture.SCRATCH) for folder in self.own.folders] for _ in range(3)]
        for one in (one for links in self.links for one in links):
            self.addCleanup(shutil.rmtree, one.folder, ignore_errors=True)
        self.nodes = [self.serve(address=self.own.at(self.name, *(one.folder for one in links)), node=f'n{i}', shift=True) for i, links in enumerate(self.links)]
        self.chance = random.Random(int(os.environ.get('HOLM_SEED', '1')))
        self.kinds = [self.kill, self.stop, self.cut, self.restart_database, self.end_connections, self.fail_over, self.take_connections, self.set_calendar, self.hang_database, self.fill_disk]
        if not self.own.first.disk or not self.own.second.disk:
            self.kinds.remove(self.fill_disk)
            print('no disk is filled: that takes a root who may mount one')
        if wanted := os.environ.get('HOLM_KINDS'):
            self.kinds = [kind for kind in self.kinds if kind.__name__ in wanted.split(',')]
        self.made = 0

    # -- what goes wrong; each gives a function that mends it, and after how long

    def kill(self):
        node = self.chance.choice(self.nodes)
        node.kill()
        return node.start, self.chance.uniform(0.2, 2)

    def stop(self):
        node = self.chance.choice(self.nodes)
        node.process.send_signal(signal.SIGSTOP)
        return lambda: node.process.send_signal(signal.SIGCONT), self.chance.uniform(1, 5)

    def cut(self):
        links = self.chance.choice(self.links)
        for one in links:
            one.cut()
        return lambda: [one.mend() for one in links], self.chance.uniform(0.5, 4)

    def restart_database(self):
        self.own.first.stop(self.chance.choice(['fast', 'immediate']))
        return self.own.first.start, self.chance.uniform(0, 2)

    def hang_database(self):
        self.own.first.signal(signal.SIGSTOP)
        return lambda: self.own.first.signal(signal.SIGCONT), self.chance.uniform(1, 6)

    def fail_over(self):
        """The replica takes over; later it gets a replica of its own."""
        self.own.fail_over()
        return self.own.replicate, self.chance.uniform(0.5, 2)

    def fill_disk(self):
        self.assertRegex(self.own.first.fill(), 'No space left on device|could not|closed the connection|No such file|recovery mode|not yet accepting|shutting down')
        return self.own.first.empty, self.chance.uniform(1, 4)

    def set_calendar(self):
        """Of one node, minutes ahead of the others or behind them."""
        self.chance.choice(self.nodes).set_calendar(self.chance.randint(-900, 900))
        return lambda: None, self.chance.uniform(0.2, 1)

    def take_connections(self):
        """All end, and somebody else has every one that there is."""
        sql(self.own.at('postgres', *self.own.folders), f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'")
        taken, words = [], b'user\0holm\0database\0postgres\0\0'
        while not taken or taken[-1].recv(1) == b'R':  # who is refused gets an E
            taken.append(socket.socket(socket.AF_UNIX))
            taken[-1].settimeout(10)
            taken[-1].connect(str(self.own.first.folder / '.s.PGSQL.5432'))
            taken[-1].sendall(struct.pack('!ii', 8 + len(words), 196608) + words)
        return lambda: [one.close() for one in taken], self.chance.uniform(0.5, 3)

    def end_connections(self):
        """All of them end, and nobody may make new ones for a while."""
        other = self.own.at('postgres', *self.own.folders)
        sql(other, f'ALTER DATABASE {self.name} ALLOW_CONNECTIONS false')
        sql(other, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'")
        return lambda: sql(other, f'ALTER DATABASE {self.name} ALLOW_CONNECTIONS true'), self.chance.uniform(0, 3)

    # -- tables

    def open_table(self, number):
        """People, and where there are bots, some of them; each person somewhere."""
        self.made += 1
        name = list(MODES)[number % len(MODES)]
        body = dict(mode(name, players=4, target=12, turn_limit=400), pace=0.05, name='Ada', seats=['me', 'open', 'open', 'easy' if number % 2 else 'open'])
        while (made := self.ask(lambda: self.chance.choice(self.nodes).post('/api/tables', body))).status != 201:
            time.sleep(0.2)
        code, tokens = made.json['code'], [made.json['token']]
        for i in range(body['seats'].count('open')):
            while (joined := self.ask(lambda: self.chance.choice(self.nodes).post(f'/api/tables/{code}/join', {'name': f'P{i}'}))).status != 200:
                time.sleep(0.2)
            tokens.append(joined.json['token'])
        return code, [Walker(self.nodes, code, token, self.chance) for token in tokens]

    def ask(self, request):
        while True:
            try:
                return request()
            except (OSError, ValueError, wire.Gone):
                time.sleep(0.2)

    def pump(self, crowd, seconds, until=lambda: False):
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            now = time.monotonic()
            for one in crowd:
                one.go_on(now)
            here = [one for one in crowd if not one.gone()]
            ready = select.select([one.wire for one in here], [], [], 0.02)[0] if here else time.sleep(0.02) or []
            for one in here:
                if one.wire in ready:
                    try:
                        one.read()
                    except (OSError, wire.Gone):
                        one.wire.closed = True

    # -- the independent reader

    def rows(self, code):
        """The log of a table as its rows have it."""
        text = sql(self.address, f"SELECT l.number || ' ' || encode(l.head, 'hex') || ' ' || l.line FROM lines l JOIN tables t ON t.id = l.game WHERE code = '{code}' ORDER BY number")
        return [(int(n), head, line) for n, head, line in (row.split(' ', 2) for row in text.splitlines())]

    def judge(self, code, people):
        rows = self.rows(code)
        self.assertEqual([row[0] for row in rows], list(range(1, len(rows) + 1)), 'lines are missing, or doubled')
        header = sql(self.address, f"SELECT header FROM tables WHERE code = '{code}'")
        if not header:
            return 0  # it has not begun
        log = '\n'.join([header, *(row[2] for row in rows)]) + '\n'
        self.verify(log)
        self.assertEqual(lost_actions(log, people), [], 'acknowledged actions are lost')
        signed = [line['signature'] for line in map(json.loads, log.splitlines()) if 'signature' in line]
        self.assertEqual(len(signed), len(set(signed)), 'something was played twice')
        acks = [seq for one in people for seq, _ in one.acked.values()]
        self.assertEqual(len(acks), len(set(acks)), 'one line was acknowledged twice')
        for one in people:
            for seq, head in one.mirror.heads.items():
                if seq:
                    self.assertEqual(head, rows[seq - 1][1], f'line {seq} was told otherwise')
        return len(acks)

    def check_views(self, crowd):
        """What everybody knows is what a fresh look at another node shows."""
        for one in crowd:
            other = Walker(self.nodes, one.code, one.token, self.chance)
            other.move = lambda: False
            both = one, other
            self.pump(both, 30 * fixture.SLOWER, until=lambda: all(p.welcomed and not p.gone() for p in both) and one.mirror.seq == other.mirror.seq)
            self.assertEqual(one.mirror.same(other.mirror), '', f'{one.server.options["node"]} and {other.server.options["node"]}')
            other.leave()

    def finish(self, tables):
        """Judges games that are over, and begins others; how many actions were acknowledged."""
        over = [(code, people) for code, people in tables if all(one.mirror.over and not one.sent for one in people)]
        acks = 0
        for code, people in over:
            acks += self.judge(code, people)
            for one in people:
                one.leave()
            tables.remove((code, people))
            tables.append(self.open_table(self.made))
        return acks

    def verify(self, log):
        """By the rules, from the seed, with all signatures."""
        with tempfile.NamedTemporaryFile('w', suffix='.log') as file:
            file.write(log)
            file.flush()
            done = subprocess.run([fixture.HOLM, 'verify', '--unfinished', file.name], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_faults(self):
        tables = []
        for _ in range(TABLES):
            tables.append(self.open_table(self.made))
        counts, acks = {}, 0
        for number in range(FAULTS):
            crowd = [one for _, people in tables for one in people]
            kind = self.kinds[number % len(self.kinds)] if number < len(self.kinds) else self.chance.choice(self.kinds)
            counts[kind.__name__] = counts.get(kind.__name__, 0) + 1
            if os.environ.get('HOLM_TELL'):
                print(f'{number}: {kind.__name__}', flush=True)
            mend, after = kind()
            self.pump(crowd, after)
            mend()
            self.pump(crowd, self.chance.uniform(0.3, 1))
            acks += self.finish(tables)
        crowd = [one for _, people in tables for one in people]
        self.heal(crowd)
        self.check_views(crowd)
        acks += sum(self.judge(code, people) for code, people in tables)
        conflicts = sum(int(line.split()[1]) for node in self.nodes for line in node.get('/metrics').body.decode().splitlines() if line.startswith('holm_conflicts_total '))
        self.felt(counts)
        print(f'{counts}: {acks} acknowledged actions, {conflicts} conflicts; 0 lost, 0 doubled, 0 divergent')
        self.assertGreater(acks, 5 * FAULTS)

    def felt(self, counts):
        """What PostgreSQL says of it: the faults were there."""
        said = ''.join((folder / 'log').read_text(errors='replace') for folder in self.own.folders)
        for kind, words in ('take_connections', 'too many clients'), ('fail_over', 'received promote request'):
            self.assertGreaterEqual(said.count(words), counts.get(kind, 0), kind)

    def tell(self, one):
        """Where somebody is, for whoever has to find out why nothing happens."""
        chairs = one.table and [(chair['ready'], chair['connected']) for chair in one.table['chairs']]
        return f'{one.code} at {one.server.options["node"]} welcomed {one.welcomed} seq {one.mirror.seq} over {one.mirror.over} {one.mirror.waiting} sent {one.sent} {one.refused[-1:]} {one.errors} stuck {one.stuck} {chairs}'

    def heal(self, crowd):
        """Everything works again, by itself; then all stand still, so that they can be compared."""
        end = time.monotonic() + 30 * fixture.SLOWER
        before = {one: one.latest for one in crowd}
        self.pump(crowd, 30 * fixture.SLOWER, until=lambda: sum(one.latest > before[one] or one.mirror.over for one in crowd) >= len(crowd) // 3)
        if time.monotonic() >= end:
            self.fail('play does not go on:\n' + '\n'.join(map(self.tell, crowd)) +
                      ''.join(f'\n== {node.options["node"]}\n' + node.log()[-1500:].decode(errors='replace') for node in self.nodes))
        for one in crowd:
            one.move = lambda: False
        self.pump(crowd, 20 * fixture.SLOWER, until=lambda: all(one.welcomed and not one.sent and not one.gone() for one in crowd))
        self.assertTrue(all(one.welcomed and not one.sent for one in crowd), 'somebody is not answered')


if __name__ == '__main__':
    fixture.main()
