#!/usr/bin/env python3
"""Several servers on one database in PostgreSQL: every node serves every table."""
import os
import random
import signal
import subprocess
import threading
import time

import cluster
import fixture
import players
from modes import mode
from test_crash import lost_actions
from test_postgresql import sql

fixture.POSTGRESQL = True
OTHER = os.environ.get('HOLM_OTHER')  # a program of another version, for every second node: a rolling upgrade


class Nodes(fixture.Case):
    """Three nodes; what a test does at one must be seen at the others."""
    count = 3

    def setUp(self):
        super().setUp()
        self.address = cluster.address(fixture.SCRATCH)
        self.nodes = [self.serve(address=self.address, node=f'n{i}', program=OTHER if i % 2 else None) for i in range(self.count)]

    def open_table(self, **body):
        made = self.nodes[0].post('/api/tables', dict({'pace': 0, 'name': 'Ada'}, **body))
        self.assertEqual(made.status, 201, made.body)
        return players.Player(self.nodes[0], made.json['code'], made.json['token'], random.Random(1))

    def join(self, node, code, name, **options):
        joined = self.nodes[node].post(f'/api/tables/{code}/join', {'name': name})
        self.assertEqual(joined.status, 200, joined.body)
        return players.Player(self.nodes[node], code, joined.json['token'], random.Random(1), **options)

    def seat(self, count, rng, **body):
        """People at one table, each at another node."""
        body.setdefault('pace', 0)
        body.setdefault('seats', ['me'] + ['open'] * (count - 1))
        body.setdefault('rules', {'game': 'base', 'players': count})
        made = self.nodes[0].post('/api/tables', dict(body, name='Ada'))
        self.assertEqual(made.status, 201, made.body)
        code, people = made.json['code'], [players.Player(self.nodes[0], made.json['code'], made.json['token'], rng)]
        for i in range(1, body['seats'].count('open') + 1):
            node = self.nodes[i % len(self.nodes)]
            joined = node.post(f'/api/tables/{code}/join', {'name': ['', 'Bob', 'Cleo', 'Dan'][i]})
            self.assertIn(joined.status, (200, 201), joined.body)
            people.append(players.Player(node, code, joined.json['token'], rng))
        players.pump(people, lambda: all(p.mirror.seq is not None for p in people))
        return code, people

    def logs(self, code):
        """What each node says the log is."""
        return {node.get(f'/api/tables/{code}/log').body for node in self.nodes}


class Playing(Nodes):
    def test_all(self):
        """One after the other on the same nodes."""
        for name in dir(self):
            if name.startswith('show_'):
                with self.subTest(name):
                    getattr(self, name)()

    def show_a_game_over_three_nodes(self):
        code, people = self.seat(4, random.Random(5), **mode('base', players=4, turn_limit=12))
        players.play(people)
        players.settle(people)
        for one in people:
            self.assertEqual(players.divergence(one), '')
        logs = self.logs(code)
        self.assertEqual(len(logs), 1)
        self.assertEqual(lost_actions(logs.pop().decode(), people), [])
        self.assertFalse([e for p in people for e in p.errors])
        self.assertFalse([r for p in people for r in p.refused if r['error'] == 'storage'])

    def show_before_the_start(self):
        """Who sits, is ready, is here; what is said: the same at every node."""
        ada = self.open_table(seats=['me', 'open', 'open'], rules={'game': 'base', 'players': 3})
        bob = self.join(1, ada.code, 'Bob', readies=False)
        cleo = self.join(2, ada.code, 'Cleo')
        people = ada, bob, cleo
        players.pump(people, lambda: all(c['connected'] for p in people for c in p.table['chairs']))
        players.pump(people, lambda: all([c['ready'] for c in p.table['chairs']] == [True, False, True] for p in people))
        bob.say(type='chat', text='Wait a moment')
        cleo.say(type='chat', text='All right')
        players.pump(people, lambda: all(len(p.chat) == 2 for p in people))
        self.assertEqual(len({str(p.chat) for p in people}), 1)
        bob.say(type='ready', on=True)
        players.pump(people, lambda: all(p.mirror.seq == 0 for p in people))
        cleo.drop()
        players.pump((ada, bob), lambda: not any(p.table['chairs'][2]['connected'] for p in (ada, bob)))

    def show_leaving_and_removing(self):
        ada = self.open_table(seats=['me', 'open', 'open'], rules={'game': 'base', 'players': 3})
        bob, cleo = self.join(1, ada.code, 'Bob', readies=False), self.join(2, ada.code, 'Cleo', readies=False)
        people = ada, bob, cleo
        players.pump(people, lambda: all(c['connected'] for p in people for c in p.table['chairs']))  # all know of each other
        bob.say(type='leave')
        players.pump((ada, bob, cleo), lambda: all(p.table['chairs'][1]['kind'] == 'open' for p in (ada, cleo)))
        ada.say(type='remove', chair=2)
        players.pump((ada, cleo), lambda: cleo.errors)
        self.assertEqual(cleo.errors[-1]['error'], 'removed')
        dan = self.join(2, ada.code, 'Dan', readies=False)
        ada.until(lambda: ada.table['chairs'][1]['name'] == 'Dan', others=[dan])

    def show_proposals(self):
        code, people = self.seat(3, random.Random(2), **mode('base', players=3))
        players.play(people, limit=6)
        players.settle(people)
        people[1].propose('pause')
        players.pump(people, lambda: all(p.table['proposal'] for p in people))
        people[0].vote(True)
        people[2].vote(True)
        players.pump(people, lambda: all(p.table['paused'] for p in people))
        for one in people:
            told = [m for m in one.other if m['type'] == 'proposal']
            self.assertEqual([m['result'] for m in told], ['agreed'])
        people[0].say(type='resume')
        players.pump(people, lambda: not any(p.table['paused'] for p in people))
        players.play(people, limit=10)
        players.settle(people)
        people[2].resign()
        players.pump(people, lambda: all(p.table['chairs'][2]['kind'] == 'bot' for p in people[:2]))
        players.pump(people[:2], lambda: len({p.mirror.seq for p in people[:2]}) == 1)
        players.play(people[:2], limit=10)

    def show_bots_move_at_one_node(self):
        code, people = self.seat(2, random.Random(2), seats=['me', 'open', 'easy', 'easy'], rules={'game': 'base', 'players': 4, 'turn_limit': 8})
        players.play(people)
        players.settle(people)
        logs = self.logs(code)
        self.assertEqual(len(logs), 1)
        self.assertEqual(lost_actions(logs.pop().decode(), people), [])

    def show_lobby_and_rematch(self):
        before = int(sql(self.address, 'SELECT count(*) FROM tables'))
        ada = self.open_table(public=True, seats=['me', 'open'], rules={'game': 'base', 'players': 2, 'turn_limit': 2})
        self.assertTrue(fixture.until(lambda: ada.code in [t['code'] for t in self.nodes[2].get('/api/tables').json['tables']]))
        bob = self.join(1, ada.code, 'Bob')
        people = ada, bob
        players.pump(people, lambda: all(p.mirror.seq is not None for p in people))
        players.play(people)
        players.settle(people)
        for one in people:
            one.say(type='rematch')
        players.pump(people, lambda: all(p.table['rematch'] for p in people))
        self.assertEqual(len({p.table['rematch'] for p in people}), 1)
        self.assertEqual(sql(self.address, 'SELECT count(*) FROM tables'), str(before + 2))


class Races(Nodes):
    test_all = Playing.test_all

    def at_once(self, *calls):
        found = [None] * len(calls)
        def run(i):
            found[i] = calls[i]()
        threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        return found

    def show_the_same_chair(self):
        for _ in range(8):
            ada = self.open_table(seats=['me', 'open', 'open'], rules={'game': 'base', 'players': 3})
            got = self.at_once(*(lambda i=i: self.nodes[i % 3].post(f'/api/tables/{ada.code}/join', {'name': f'P{i}'}) for i in range(5)))
            taken = [one.json['chair'] for one in got if one.status == 200]
            self.assertEqual(sorted(taken), [1, 2], [one.body for one in got])
            self.assertEqual({one.json['error'] for one in got if one.status != 200}, {'full'})
            for one in got:
                if one.status == 200:
                    late = players.Player(self.nodes[0], ada.code, one.json['token'], readies=False)
                    self.assertEqual(late.chair, one.json['chair'])

    def show_the_same_action(self):
        """Sent to two nodes: it is played once, and one of them says that it is stale."""
        code, people = self.seat(2, random.Random(4), **mode('base', players=2))
        twins = [players.Player(self.nodes[(i + 2) % 3], code, p.token, random.Random(4)) for i, p in enumerate(people)]
        everybody = (*people, *twins)
        done = 0
        while done < 12:
            players.pump(everybody, lambda: len({p.mirror.seq for p in everybody}) == 1 and people[0].mirror.waiting['for'])
            seat = people[0].mirror.waiting['for'][0]
            one, other = next((p, t) for p, t in zip(people, twins) if p.seat == seat)
            action = one.choose()
            before = one.mirror.seq
            ids = one.act(action), other.act(action)
            answered = lambda p, i: i in p.acked or any(r['id'] == i for r in p.refused)
            players.pump(everybody, lambda: answered(one, ids[0]) and answered(other, ids[1]))
            acks = [p.acked[i][0] for p, i in ((one, ids[0]), (other, ids[1])) if i in p.acked]
            self.assertEqual(acks, [before + 1], [p.refused[-1:] for p in (one, other)])
            done += 1
        players.pump(everybody, lambda: len({p.mirror.seq for p in everybody}) == 1)
        for one in people:
            self.assertEqual(players.divergence(one), '')

    def show_chat_from_everywhere(self):
        code, people = self.seat(3, random.Random(4), **mode('base', players=3))
        for i in range(20):
            for one in people:
                one.say(type='chat', text=f'{one.chair} {i}')
        players.pump(people, lambda: all(len(p.chat) >= 60 for p in people))
        for one in people:
            self.assertEqual([m['number'] for m in one.chat], list(range(1, 61)))
        self.assertEqual(len({str(p.chat) for p in people}), 1)
        for one in people:  # what a person says stays in order
            self.assertEqual([m['text'] for m in people[0].chat if m['chair'] == one.chair], [f'{one.chair} {i}' for i in range(20)])

    def show_leaving_while_others_talk(self):
        """Who leaves a table that nobody may watch is gone, though another node was first."""
        for _ in range(6):
            ada = self.open_table(seats=['me', 'open', 'open'], spectators=False, rules={'game': 'base', 'players': 3})
            bob, cleo = self.join(1, ada.code, 'Bob', readies=False), self.join(2, ada.code, 'Cleo', readies=False)
            people = ada, bob, cleo
            players.pump(people, lambda: all(c['connected'] for p in people for c in p.table['chairs']))
            cleo.say(type='chat', text='Stay')
            bob.say(type='leave')
            ada.say(type='chat', text='Please')
            players.pump(people, lambda: bob.wire.closed and all(p.table['chairs'][1]['kind'] == 'open' for p in (ada, cleo)))

    def show_one_end_of_a_proposal(self):
        """It is withdrawn at one node and answered at another: everybody is told of the same end, once."""
        code, people = self.seat(3, random.Random(2), **mode('base', players=3))
        ends = lambda p: [(m['id'], m['result']) for m in p.other if m['type'] == 'proposal']
        for i in range(6):
            people[1].propose('pause')
            players.pump(people, lambda: all(p.table['proposal'] for p in people))
            people[1].vote(False)
            people[2].vote(False)
            people[0].say(type='chat', text=str(i))
            players.pump(people, lambda: not any(p.table['proposal'] for p in people) and all(len(p.chat) > i for p in people))
            players.pump(people, lambda: all(len(ends(p)) > i for p in people))
        self.assertEqual(len({str(ends(p)) for p in people}), 1, [ends(p) for p in people])

    def show_removed_while_played(self):
        code, people = self.seat(3, random.Random(4), **mode('base', players=3))
        token = self.nodes[0].log().split(b'this once: ')[1].split()[0].decode()
        players.play(people, limit=5)
        done = self.nodes[2].post('/api/admin', {'token': token, 'do': 'remove-table', 'table': code})
        self.assertEqual(done.status, 200, done.body)
        try:
            players.pump(people, lambda: all(p.wire.closed for p in people), timeout=10)
        except players.wire.Gone:
            pass
        self.assertTrue(all(p.wire.closed for p in people))
        self.assertEqual({node.get(f'/api/tables/{code}').status for node in self.nodes}, {404})


    def show_removed_at_two_nodes(self):
        """While people play: it is gone, and no node takes it for damaged."""
        token = self.nodes[0].log().split(b'this once: ')[1].split()[0].decode()
        for _ in range(5):
            code, people = self.seat(3, random.Random(4), **mode('base', players=3))
            players.play(people, limit=5)
            for one in people:
                one.say(type='chat', text='Hm')
                one.move()
            order = {'token': token, 'do': 'remove-table', 'table': code}
            got = self.at_once(lambda: self.nodes[0].post('/api/admin', order), lambda: self.nodes[1].post('/api/admin', order),
                               lambda: self.nodes[2].post('/api/admin', dict(order, do='remove-person', chair=1)))
            self.assertIn(200, [one.status for one in got])
            self.assertLessEqual({one.status for one in got}, {200, 404}, [one.body for one in got])
            self.assertEqual({node.get(f'/api/tables/{code}').status for node in self.nodes}, {404})
            for one in people:
                one.drop()


class Rating(Nodes):
    count = 2

    def test_games_that_end_at_once(self):
        """At two nodes: both count for the bots that played in them."""
        body = {'pace': 0, 'public': True, 'seats': ['easy'] * 3, 'rules': {'game': 'base', 'players': 3}}
        games = lambda: int(sql(self.address, 'SELECT coalesce(sum(games), 0) FROM ratings') or 0)
        self.assertEqual(self.nodes[0].post('/api/tables', body).status, 201)
        self.assertTrue(fixture.until(lambda: games() == 3))
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'holm' AND wait_event_type = 'Lock'"
        with subprocess.Popen(['psql', '-qAt', self.address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            print("BEGIN; SELECT * FROM ratings FOR UPDATE; SELECT 'locked';", file=other.stdin, flush=True)
            while other.stdout.readline() != 'locked\n':  # before a game is over
                pass
            for node in self.nodes:
                self.assertEqual(node.post('/api/tables', body).status, 201)
            both = fixture.until(lambda: sql(self.address, waiting) == '2')
            print('COMMIT;', file=other.stdin, flush=True)
            other.stdin.close()
        self.assertTrue(both)
        self.assertTrue(fixture.until(lambda: sql(self.address, "SELECT count(*) FROM tables WHERE state = 2") == '3'))
        self.assertEqual(games(), 9)


class Hearing(Nodes):
    count = 2

    def test_after_lost_connections(self):
        """A node that was stopped finds its connections gone when it wakes: it hears of others by itself again, not by looking once a second."""
        code, (ada, bob) = self.seat(2, random.Random(4), **mode('base', players=2))
        process = self.nodes[1].process
        process.send_signal(signal.SIGSTOP)
        time.sleep(1)  # longer than a node is silent
        sql(self.address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'holm'")
        process.send_signal(signal.SIGCONT)
        took = []
        for i in range(8):
            begin = time.monotonic()
            ada.say(type='chat', text=str(i))
            players.pump((ada, bob), lambda: len(bob.chat) > i)
            took.append(time.monotonic() - begin)
        self.assertLess(min(took[2:]), 0.4, took)


class Leaving(Nodes):
    def goes_on(self, made, end, seconds):
        """A game that only a node of many looks after goes on in time once that node has come to an end."""
        watcher = players.Player(self.nodes[1], made.json['code'], None)
        watcher.until(lambda: watcher.mirror.seq and watcher.mirror.seq > 3)
        end()
        ended, seq = time.monotonic(), watcher.mirror.seq + 2  # what was on its way
        watcher.until(lambda: watcher.mirror.seq > seq)
        self.assertLess(time.monotonic() - ended, (seconds if fixture.HEAVY else 4 * seconds) * fixture.SLOWER)
        return watcher

    def gapless(self):
        self.assertEqual(sql(self.address, "SELECT count(*) FROM lines GROUP BY game HAVING count(*) <> max(number)"), '')

    def test_bots_go_on_elsewhere(self):
        """The node that drives a game of bots is killed: 5 seconds later, at most, another one does (a busy machine may take longer)."""
        made = self.nodes[0].post('/api/tables', {'pace': 0.3, 'seats': ['easy'] * 3, 'rules': {'game': 'base', 'players': 3}})
        self.goes_on(made, self.nodes[0].kill, 5)
        self.gapless()

    def test_a_driver_that_wakes_again(self):
        """It is only stopped: another one drives; once it wakes, with what it had in mind, no move is made twice, and both show the same."""
        made = self.nodes[0].post('/api/tables', {'pace': 0.3, 'seats': ['easy'] * 3, 'rules': {'game': 'base', 'players': 3}})
        process = self.nodes[0].process
        watcher = self.goes_on(made, lambda: process.send_signal(signal.SIGSTOP), 5)
        process.send_signal(signal.SIGCONT)
        seq = watcher.mirror.seq + 10
        watcher.until(lambda: watcher.mirror.seq > seq or watcher.mirror.over)
        self.gapless()
        other = players.Player(self.nodes[0], made.json['code'], None)
        players.pump((watcher, other), lambda: other.mirror.seq is not None and other.mirror.seq == watcher.mirror.seq)
        self.assertEqual(watcher.mirror.same(other.mirror), '')

    def test_a_clock_runs_out_elsewhere(self):
        """Whose turn it is has gone, and so has the node that looked at the clock: another one lets a bot play when the time is up."""
        code, people = self.seat(2, random.Random(4), clock={'mode': 'turn', 'seconds': 5}, **mode('base', players=2))
        for one in people:
            one.drop()
        driver = int(sql(self.address, 'SELECT name FROM nodes JOIN due ON driver = id')[1:])
        watcher = players.Player(self.nodes[(driver + 1) % 3], code, None)
        watcher.until(lambda: watcher.mirror.seq is not None)
        begin, seq = time.monotonic(), watcher.mirror.seq
        self.nodes[driver].kill()
        watcher.until(lambda: watcher.mirror.seq > seq)
        self.assertLess(time.monotonic() - begin, (5 + 5 if fixture.HEAVY else 25) * fixture.SLOWER)
        self.gapless()

    def test_presence_ends_with_its_node(self):
        code, people = self.seat(3, random.Random(4), **mode('base', players=3))
        players.pump(people, lambda: all(c['connected'] for p in people for c in p.table['chairs']))
        self.nodes[2].kill()
        players.pump(people[:2], lambda: not any(p.table['chairs'][2]['connected'] for p in people[:2]))
        self.assertTrue(all(p.table['chairs'][0]['connected'] for p in people[:2]))

    def test_drained(self):
        """SIGTERM: no new tables, sockets are told to move, the game goes on at once."""
        code, people = self.seat(3, random.Random(4), seats=['me', 'open', 'open', 'easy'], rules={'game': 'base', 'players': 4})
        players.play(people, limit=10)
        players.settle(people)
        leaving = self.nodes[0]
        self.assertTrue(fixture.until(lambda: leaving.get('/api/ready').json == {'ready': True, 'node': 'n0', 'nodes': 3}))
        leaving.process.terminate()
        self.assertTrue(fixture.until(lambda: not leaving.alive or leaving.get('/api/ready').status == 503))
        if leaving.alive:
            self.assertEqual(leaving.post('/api/tables', {'name': 'Zoe'}).status, 503)
        people[0].until(lambda: people[0].wire.closed)
        self.assertEqual(people[0].wire.close_code, 1012)
        people[0].server = self.nodes[1]
        people[0].reconnect()
        players.play(people, limit=30)
        players.settle(people)
        leaving.process.wait(30)  # it ends by itself
        self.assertEqual(leaving.stop(), 0)
        self.assertEqual(players.divergence(people[0]), '')


if __name__ == '__main__':
    fixture.main()
