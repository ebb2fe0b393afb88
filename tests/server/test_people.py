#!/usr/bin/env python3
"""People at a table: who may sit and watch, whom the host removes, and clocks that nobody can turn back."""
import random
import time

import fixture
import players
import wire
from modes import mode

HERE, THERE, ELSEWHERE = '127.0.0.1', '127.0.0.2', '127.0.0.3'  # three people with addresses of their own


def open_table(server, source=HERE, name='Ada', chairs=4, **more):
    body = dict({'name': name, 'rules': {'game': 'base', 'players': chairs}, 'seats': ['me'] + ['open'] * (chairs - 1)}, **more)
    made = server.post('/api/tables', body, source)
    assert made.status == 201, (made.status, made.body)
    return made.json['code'], made.json['token']


def join(server, code, name='Bob', source=HERE):
    return server.post(f'/api/tables/{code}/join', {'name': name}, source)


def error_of(player):
    player.until(lambda: player.errors)
    return player.errors.pop()


class Chairs(fixture.Case):
    def test_at_one_table(self):
        """An address takes so many chairs of another's table; of its own as many as there are."""
        server = self.serve(limits={'chairs-table': 2})
        code, _ = open_table(server, THERE)
        answers = [join(server, code, f'Eve {i}') for i in range(3)]
        self.assertEqual([answer.status for answer in answers], [200, 200, 429])
        self.assertEqual(answers[2].json['error'], 'chairs')
        self.assertEqual(server.limited('chairs-table'), 1)
        self.assertEqual(join(server, code, 'Cleo', ELSEWHERE).status, 200)
        own, _ = open_table(server, HERE)
        self.assertEqual([join(server, own, f'Bob {i}').status for i in range(3)], [200] * 3)

    def test_at_all_tables(self):
        server = self.serve(limits={'chairs-each': 3})
        codes = [open_table(server, THERE)[0] for _ in range(3)]
        answers = [join(server, code) for code in codes]
        self.assertEqual([answer.status for answer in answers], [200] * 3)
        self.assertEqual(server.post('/api/tables', {'name': 'Bob', 'rules': {'game': 'base'}}).json['error'], 'chairs')
        other, _ = open_table(server, ELSEWHERE)
        refused = join(server, other)
        self.assertEqual((refused.status, refused.json['error']), (429, 'chairs'))
        self.assertEqual(server.limited('chairs-each'), 2)
        one = players.Player(server, codes[0], answers[0].json['token'])
        one.say(type='leave')
        one.until(lambda: one.table['chairs'][1]['kind'] == 'open')
        self.assertEqual(join(server, other).status, 200)

    def test_nobody_takes_all_public_chairs(self):
        server = self.serve(limits={'chairs-each': None, 'chairs-table': None})
        codes = [open_table(server, f'127.0.1.{i + 1}', public=True)[0] for i in range(6)]
        taken = [join(server, code, 'Eve').status for code in codes for _ in range(3)]
        self.assertEqual(taken.count(200), 8, 'of eighteen')
        self.assertEqual(join(server, codes[-1], 'Dan', THERE).status, 200)

    def test_bots_alone(self):
        server = self.serve(limits={'bot-tables-each': 2})
        body = {'name': 'Ada', 'rules': {'game': 'base', 'players': 3}, 'seats': ['easy'] * 3, 'pace': 4}
        answers = [server.post('/api/tables', body) for _ in range(3)]
        self.assertEqual([answer.status for answer in answers], [201, 201, 429])
        self.assertEqual(answers[2].json['error'], 'bots')
        self.assertEqual(server.limited('bot-tables-each'), 1)
        self.assertEqual(server.post('/api/tables', body, THERE).status, 201)
        open_table(server)  # with people it goes on


class Remove(fixture.Case):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.code, token = open_table(self.server, HERE)
        self.host = players.Player(self.server, self.code, token)
        self.token = join(self.server, self.code, 'Eve', THERE).json['token']
        self.eve = players.Player(self.server, self.code, self.token, source=THERE)

    def test_remove(self):
        second = players.Player(self.server, self.code, self.token, source=THERE)
        self.host.say(type='remove', chair=1)
        self.host.until(lambda: self.host.table['chairs'][1]['kind'] == 'open')
        for one in (self.eve, second):
            self.assertEqual(error_of(one)['error'], 'removed')
            self.assertTrue(one.wire.wait_closed(5))
        again = wire.Wire(self.server.port, source=THERE)
        again.send(players.hello(self.code, self.token))
        self.assertEqual(again.until('error')['error'], 'token')
        refused = join(self.server, self.code, 'Eve', THERE)
        self.assertEqual((refused.status, refused.json['error']), (403, 'removed'))
        self.assertEqual(join(self.server, self.code, 'Dan', ELSEWHERE).status, 200)

    def test_who_was_not_connected(self):
        self.eve.drop()
        self.host.until(lambda: not self.host.table['chairs'][1]['connected'])
        self.host.say(type='remove', chair=1)
        self.host.until(lambda: self.host.table['chairs'][1]['kind'] == 'open')
        self.assertEqual(join(self.server, self.code, 'Eve', THERE).status, 403)
        self.assertEqual(join(self.server, self.code, 'Dan', HERE).status, 200)

    def test_own_network_may_come_again(self):
        token = join(self.server, self.code, 'Bob', HERE).json['token']
        self.host.say(type='remove', chair=2)
        self.host.until(lambda: self.host.table['chairs'][2]['kind'] == 'open')
        self.assertEqual(join(self.server, self.code, 'Dan', HERE).status, 200)
        one = self.server.wire()
        one.send(players.hello(self.code, token))
        self.assertEqual(one.until('error')['error'], 'token')

    def test_refused(self):
        self.eve.say(type='remove', chair=0)
        self.assertEqual(error_of(self.eve)['error'], 'not-the-host')
        for chair, error in ((0, 'chair'), (2, 'chair'), (7, 'chair'), (8, 'form'), (-1, 'form'), ('1', 'form')):
            self.host.say(type='remove', chair=chair)
            self.assertEqual(error_of(self.host)['error'], error, chair)
        self.host.say(type='remove', chair=1, why='because')
        self.assertEqual(error_of(self.host)['error'], 'form')
        self.host.say(type='start')
        self.host.until(lambda: self.host.table['state'] == 'playing', others=[self.eve])
        self.host.say(type='remove', chair=1)
        self.assertEqual(error_of(self.host)['error'], 'started')
        self.eve.until(lambda: self.eve.mirror.seq is not None)

    def test_many_are_removed(self):
        """More than are kept in mind: the latest of them count."""
        for i in range(20):
            source = f'127.0.2.{i + 1}'
            self.assertEqual(join(self.server, self.code, f'Eve {i}', source).status, 200)
            self.host.say(type='remove', chair=2)
            self.host.until(lambda: self.host.table['chairs'][2]['kind'] == 'open')
            self.assertEqual(join(self.server, self.code, 'Eve', source).status, 403)
            # the table as it was told before must not be mistaken for the next one
            self.host.table['chairs'][2]['kind'] = '?'


class Watching(fixture.Case):
    def watch(self, server, code, source=HERE):
        one = server.wire(source=source)
        self.addCleanup(one.drop)  # and until then it is open
        one.send(players.hello(code, None))
        return one, one.next()

    def test_at_one_table(self):
        server = self.serve(limits={'spectators': 3})
        code, token = open_table(server)
        seen = [self.watch(server, code, f'127.0.0.{i + 1}') for i in range(4)]
        self.assertEqual([message['type'] for _, message in seen], ['welcome'] * 3 + ['error'])
        self.assertEqual(seen[3][1]['error'], 'full')
        self.assertEqual(server.limited('spectators'), 1)
        players.Player(server, code, token)  # players are no spectators
        seen[0][0].close()
        self.assertTrue(fixture.until(lambda: server.metric('holm_connections') == 3))  # two watch, one plays
        self.assertEqual(self.watch(server, code, THERE)[1]['type'], 'welcome')

    def test_of_one_address(self):
        server = self.serve(limits={'spectators-each': 2})
        codes = [open_table(server)[0] for _ in range(3)]
        seen = [self.watch(server, code, THERE) for code in codes]
        self.assertEqual([message['type'] for _, message in seen], ['welcome', 'welcome', 'error'])
        self.assertEqual(seen[2][1]['error'], 'full')
        self.assertEqual(server.limited('spectators-each'), 1)
        self.assertEqual(server.metric('holm_limit_used{limit="spectators-each"}'), 2)
        self.assertEqual(self.watch(server, codes[2], ELSEWHERE)[1]['type'], 'welcome')
        seen[0][0].close()
        self.assertTrue(fixture.until(lambda: server.metric('holm_limit_used{limit="spectators-each"}') < 2))
        self.assertEqual(self.watch(server, codes[2], THERE)[1]['type'], 'welcome')

    def test_usual_number(self):
        server = self.serve(limits={'spectators': None, 'spectators-each': None})
        code, _ = open_table(server)
        kinds = [self.watch(server, code, f'127.0.3.{i // 20 + 1}')[1]['type'] for i in range(60)]
        self.assertEqual(kinds.count('welcome'), 50)

    def test_leaving_is_no_way_in(self):
        """Who gives up a chair watches only where there is room."""
        server = self.serve(limits={'spectators': 1})
        code, token = open_table(server)
        host = players.Player(server, code, token)
        self.watch(server, code, ELSEWHERE)
        one = players.Player(server, code, join(server, code, 'Eve', THERE).json['token'], source=THERE)
        one.say(type='leave')
        self.assertTrue(one.wire.wait_closed(5))
        host.until(lambda: host.table['watching'] == 1 and host.table['chairs'][1]['kind'] == 'open')

    def test_crowd(self):
        """Sixty come at once: a player hears of it twice a second, and of the last one soon."""
        server = self.serve()
        code, people = players.seat_people(server, 3, random.Random(5), **mode('base', players=3))
        one = people[0]
        one.keep = True
        crowd = [server.wire() for _ in range(60)]
        begin = time.monotonic()
        for watcher in crowd:
            watcher.send(players.hello(code, None))
            one.read()
        one.until(lambda: one.table['watching'] == 60, timeout=5)
        seconds = time.monotonic() - begin
        told = sum(text.startswith(b'{"type":"table"') for text in one.frames)
        self.assertLessEqual(told, 2 * seconds + 3)
        self.assertLessEqual(sum(text.startswith(b'{"type":"waiting"') for text in one.frames), 3)
        begin = time.monotonic()
        for watcher in crowd:
            watcher.drop()
        one.until(lambda: one.table['watching'] == 0, timeout=5)
        self.assertLess(time.monotonic() - begin, 2)

    def test_chairs_are_told_at_once(self):
        server = self.serve()
        code, token = open_table(server)
        host = players.Player(server, code, token)
        for _ in range(5):
            begin = time.monotonic()
            joined = join(server, code)
            host.until(lambda: host.table['chairs'][1]['kind'] == 'person')
            one = players.Player(server, code, joined.json['token'])
            one.say(type='leave')
            host.until(lambda: host.table['chairs'][1]['kind'] == 'open')
            one.drop()
            self.assertLess(time.monotonic() - begin, 0.45)


class Clocks(fixture.Case):
    def left(self, one):
        """What the clocks say now, by seat."""
        other = one.fresh()
        other.drop()
        return {seat: clock['left'] for seat, clock in other.mirror.waiting['clock'].items()}

    def game(self, server, seconds, kind='turn', pace=4):
        _, people = players.seat_people(server, 3, random.Random(7), pace=pace, clock={'mode': kind, 'seconds': seconds},
                                        **{name: value for name, value in mode('base', players=3).items() if name != 'pace'})
        asked = people[0].mirror.waiting['for'][0]
        return people, next(one for one in people if one.seat == asked)

    def test_leaving_gives_no_time(self):
        """To leave and to come back does not fill the clock, by a message or by a new socket."""
        for kind in ('turn', 'decision'):
            people, one = self.game(self.serve(), 60, kind)
            time.sleep(2)
            for _ in range(3):
                one.say(type='leave')
                one.until(lambda: one.away)
                one.say(type='back')
                one.until(lambda: not one.away)
            self.assertLess(self.left(people[0])[one.seat], 58.1)
            one.say(type='leave')
            one.until(lambda: one.away)
            one.reconnect()
            left = self.left(people[0])[one.seat]
            self.assertLess(left, 58.1)
            self.assertGreater(left, 50)

    def test_time_runs_out_for_who_comes_back(self):
        server = self.serve()
        people, one = self.game(server, 3)
        time.sleep(2.5)
        one.say(type='leave')
        one.until(lambda: one.away)
        one.say(type='back')
        one.until(lambda: not one.away)
        people[1].until(lambda: people[1].mirror.seq > 0, timeout=3, others=people[::2])
        self.assertGreaterEqual(server.metric('holm_clocks_expired_total'), 1)

    def test_a_bot_goes_on_for_who_left(self):
        """The clock of somebody away runs out without more ado."""
        server = self.serve()
        people, one = self.game(server, 2, pace=0.2)
        one.say(type='leave')
        people[1].until(lambda: people[1].mirror.seq >= 2, timeout=10, others=people[::2])
        self.assertTrue(all(value >= 0 for value in self.left(people[0]).values()))

    def test_calendar_set_while_running(self):
        """A day back, a day forward: bots play on at their pace, clocks show what is left, limits and delays stay."""
        server = self.serve(shift=True)
        people, one = self.game(server, 60)
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base', 'players': 3}, 'seats': ['easy'] * 3, 'pace': 0.1})
        watcher = players.Player(server, made.json['code'], None)
        watcher.until(lambda: watcher.mirror.seq is not None)
        begin = time.monotonic()
        for seconds in (0, -86400, 86400, 0, -40):
            server.set_calendar(seconds)
            before = watcher.mirror.seq
            watcher.until(lambda: watcher.mirror.over or watcher.mirror.seq >= before + 3, timeout=10)
            left = self.left(people[0])[one.seat]
            self.assertAlmostEqual(left, 60 - (time.monotonic() - begin), delta=2.5, msg=f'set by {seconds} s')
        self.assertEqual(server.metric('holm_clocks_expired_total'), 0)
        players.play(people, limit=10)

    def test_calendar_set_while_a_table_is_put_away(self):
        """Two hours forward, two hours back, while nobody is there: the clock has run by what was measured."""
        server = self.serve(shift=True)
        people, one = self.game(server, 600)
        one.act_and_wait(one.choose(), others=people)
        begin = time.monotonic()
        for seconds in (7200, -7200):
            for each in people:
                each.drop()
            deadline = time.monotonic() + 30
            while server.metric('holm_tables') and time.monotonic() < deadline:
                time.sleep(0.5)
            self.assertEqual(server.metric('holm_tables'), 0, 'it is still in memory')
            server.set_calendar(seconds)
            time.sleep(1.5)
            people = [players.Player(server, each.code, each.token) for each in people]
            for each in people:
                each.until(lambda: each.mirror.waiting is not None)
            for clock in people[0].mirror.waiting['clock'].values():
                self.assertAlmostEqual(clock['left'], 600 - (time.monotonic() - begin), delta=3, msg=f'set by {seconds} s')
        self.assertEqual(server.metric('holm_clocks_expired_total'), 0)

    @fixture.of_own_time
    def test_calendar_counts_across_restarts(self):
        """While the server is off only the calendar goes on; one that was set back takes no time away and gives none."""
        server = self.serve(shift=True)
        people, one = self.game(server, 600)
        number = people.index(one)
        one.act_and_wait(one.choose(), others=people)
        for before, after, low, high in ((0, 100, 480, 501), (0, -86400, 590, 601)):
            server.set_calendar(before)
            server.restart()
            server.set_calendar(after)
            server.restart()
            fresh = players.Player(server, one.code, people[number].token)
            fresh.until(lambda: fresh.mirror.seq is not None)
            for clock in fresh.mirror.waiting['clock'].values():
                self.assertTrue(low < clock['left'] < high, (after, clock))
            fresh.drop()


if __name__ == '__main__':
    fixture.main()
