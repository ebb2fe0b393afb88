#!/usr/bin/env python3
"""Taking back at a table: what comes back, for whom, how often, and that nobody gains time by it."""
import copy
import random
import time

import fixture
import players
from test_fair import verify

RULES = {'game': 'base', 'players': 2, 'neutrals': 0, 'start_player': 'fixed'}


def undo(player):
    return {'seat': player.seat, 'kind': 'undo'}


def is_listed(player):
    return undo(player) in player.mirror.list['actions']


class Undo(fixture.Case):
    def started(self, server=None, rules=None, **body):
        """A table of two, of whom the first is asked for a settlement."""
        self.server = server or self.serve()
        self.code, people = players.seat_people(self.server, 2, random.Random(5), rules=dict(RULES, **(rules or {})), order='fixed', **body)
        return people

    def do(self, one, action, people):
        """Done, and everybody knows it."""
        answer = one.act_and_wait(action, others=people)
        self.assertIsInstance(answer, int, answer)
        players.settle(people)
        return answer

    def first(self, one, kind, people):
        action = next(a for a in one.mirror.list['actions'] if a['kind'] == kind)
        self.do(one, action, people)
        return action

    def refused(self, one, error, people, seq=None, action=None):
        answer = one.act_and_wait(action or undo(one), seq, others=people)
        self.assertIsInstance(answer, dict, 'it was taken')
        self.assertEqual(answer['error'], error)

    def test_taken_back(self):
        """The position is as it was, for everybody; the number grows."""
        people = ada, bob = self.started()
        self.assertFalse(is_listed(ada))
        before = [copy.deepcopy(one.mirror.view) for one in people]
        lists = [copy.deepcopy(one.mirror.list) for one in people]
        seq = ada.mirror.seq
        settlement = self.first(ada, 'settlement', people)
        self.assertTrue(is_listed(ada))
        self.assertNotEqual(before[1], bob.mirror.view)
        self.assertNotIn('undo', str(bob.mirror.list))
        self.assertEqual(self.do(ada, undo(ada), people), seq + 2)
        self.assertEqual([one.mirror.view for one in people], before)
        self.assertEqual([one.mirror.list for one in people], lists)
        self.assertEqual(bob.mirror.history[seq + 2], [{'event': 'undo', 'seat': ada.seat, 'piece': 'settlement',
                                                       'at': settlement['at'], 'cards': {}, 'more': {}}])
        for one in people:
            self.assertEqual(players.divergence(one), '')
        self.refused(ada, 'undo_nothing', people)
        self.do(ada, settlement, people)
        self.assertTrue(is_listed(ada))

    def test_not_by_others_nor_late(self):
        people = ada, bob = self.started()
        seq = ada.mirror.seq
        self.first(ada, 'settlement', people)
        self.refused(bob, 'undo_passed', people)
        answer = bob.act_and_wait(undo(ada), others=people)
        self.assertIsInstance(answer, dict, 'for somebody else')
        self.refused(ada, 'stale', people, seq=seq)
        self.first(ada, 'road', people)
        self.refused(ada, 'undo_passed', people)
        self.refused(bob, 'undo_nothing', people)

    def test_three_a_turn(self):
        people = ada, bob = self.started()
        for _ in range(3):
            self.first(ada, 'settlement', people)
            self.do(ada, undo(ada), people)
        self.first(ada, 'settlement', people)
        self.assertFalse(is_listed(ada))
        self.refused(ada, 'undo_limit', people)
        self.first(ada, 'road', people)
        self.first(bob, 'settlement', people)
        self.assertTrue(is_listed(bob))

    def test_switched_off(self):
        people = ada, _ = self.started(rules={'undo': False})
        self.assertIs(ada.mirror.rules['undo'], False)
        self.first(ada, 'settlement', people)
        self.assertFalse(is_listed(ada))
        self.refused(ada, 'undo_off', people)

    def test_on_unless_switched_off(self):
        people = self.started()
        self.assertIs(people[0].mirror.rules['undo'], True)

    def test_rolls_and_cards_stay(self):
        people = self.started(rules={'target': 20})

        def latest(kind):
            return any(event['event'] == kind for event in people[0].mirror.history.get(people[0].mirror.seq, []))
        for kind in ('roll', 'buy'):
            players.play(people, until=lambda: not any(one.sent for one in people) and latest(kind))
            players.settle(people)
            seat = people[0].mirror.history[people[0].mirror.seq][0]['seat']
            one = next(one for one in people if one.seat == seat)
            self.assertFalse(is_listed(one))
            answer = one.act_and_wait(undo(one), others=people)
            self.assertIsInstance(answer, dict, f'{kind} was taken back')

    def test_a_new_socket(self):
        """What was done over one socket is taken back over another; who was away hears of both."""
        people = ada, bob = self.started()
        bob.wire.drop()
        missed = bob.mirror.seq
        self.first(ada, 'settlement', [ada])
        ada.reconnect()
        ada.until(lambda: ada.mirror.seq == missed + 1)
        self.assertTrue(is_listed(ada))
        self.do(ada, undo(ada), [ada])
        settlement = self.first(ada, 'settlement', [ada])
        positions = bob.mirror.positions
        bob.reconnect()
        bob.until(lambda: bob.mirror.seq == missed + 3)
        self.assertEqual(bob.mirror.positions, positions, 'all was within reach')
        self.assertEqual([[event['event'] for event in bob.mirror.history[missed + i]] for i in (1, 2, 3)],
                         [['build'], ['undo'], ['build']])
        self.assertEqual([piece['at'] for piece in bob.mirror.view['pieces']], [settlement['at']])
        for one in people:
            self.assertEqual(players.divergence(one), '')

    def test_after_a_restart(self):
        """A game that comes back from its log knows what can be taken back, and how often it was."""
        people = ada, bob = self.started()
        before = copy.deepcopy(ada.mirror.view)
        for _ in range(2):
            self.first(ada, 'settlement', people)
            self.do(ada, undo(ada), people)
        self.first(ada, 'settlement', people)
        self.server.kill()
        self.server.restart()
        for one in people:
            one.reconnect()
            one.until(lambda: one.mirror.seq == 5)
        self.assertTrue(is_listed(ada))
        self.do(ada, undo(ada), people)
        self.assertEqual(ada.mirror.view, before)
        self.first(ada, 'settlement', people)
        self.refused(ada, 'undo_limit', people)
        self.assertEqual(players.divergence(bob), '')

    def test_watched_later(self):
        people = ada, _ = self.started(delay=1, spectators=True)
        watcher = players.Player(self.server, self.code, None)
        watcher.until(lambda: watcher.mirror.seq is not None)
        before = copy.deepcopy(watcher.mirror.view)
        self.first(ada, 'settlement', people)
        time.sleep(0.7)
        self.do(ada, undo(ada), people)
        watcher.until(lambda: watcher.mirror.seq == 1, others=people)
        self.assertNotEqual(watcher.mirror.view, before)
        watcher.until(lambda: watcher.mirror.seq == 2, others=people)
        self.assertEqual(watcher.mirror.view, before)

    # -- time

    def check_left(self, one, full, begin, kind):
        """No more than is left since then, whatever was done meanwhile; a slow machine may have taken some more."""
        gone = time.monotonic() - begin
        fresh = one.fresh()
        fresh.drop()
        left = fresh.mirror.waiting['clock'][one.seat]['left']
        self.assertLess(left, full - gone + 0.3, kind)
        self.assertGreater(left, full - gone - 5, kind)

    def test_no_time_is_gained(self):
        """However often something is done and taken back, the clock stands where it would have stood."""
        for kind in ('decision', 'turn'):
            people = ada, _ = self.started(clock={'mode': kind, 'seconds': 60})
            begin = time.monotonic()
            for _ in range(3):
                time.sleep(0.7)
                self.first(ada, 'settlement', people)
                time.sleep(0.5)
                self.do(ada, undo(ada), people)
                self.check_left(ada, 60, begin, kind)

    def test_time_after_a_restart(self):
        people = ada, _ = self.started(clock={'mode': 'decision', 'seconds': 60})
        begin = time.monotonic()
        time.sleep(1.5)
        self.first(ada, 'settlement', people)
        self.server.kill()
        self.server.restart()
        ada.reconnect()
        ada.until(lambda: ada.mirror.seq == 1)
        self.do(ada, undo(ada), [ada])
        self.check_left(ada, 60, begin, 'decision')

    def test_time_that_ran_out_is_over(self):
        """Who takes back after the time the action would have had is out of time."""
        people = ada, _ = self.started(clock={'mode': 'decision', 'seconds': 6})
        time.sleep(3.5)
        self.first(ada, 'settlement', people)
        time.sleep(3)
        self.do(ada, undo(ada), [ada])
        ada.until(lambda: ada.mirror.seq >= 3, timeout=2.5)  # a bot moves
        self.assertGreaterEqual(self.server.metric('holm_clocks_expired_total'), 1)

    # -- people come and go

    def test_after_somebody_gave_up(self):
        """A line about people is no action: the latest one can still be taken back, and the log holds."""
        server = self.serve()
        code, people = players.seat_people(server, 3, random.Random(5), rules=dict(RULES, players=3), order='fixed')
        ada, bob, cleo = people
        before = copy.deepcopy(bob.mirror.view)
        self.first(ada, 'settlement', people)
        cleo.resign()
        players.pump(people, lambda: ada.mirror.seq == bob.mirror.seq == 2)
        self.do(ada, undo(ada), (ada, bob))
        self.assertEqual(bob.mirror.view, before)
        server.kill()
        server.restart()
        for one in (ada, bob):
            one.reconnect()
            one.until(lambda: one.mirror.seq == 3)
            self.assertEqual(players.divergence(one), '')
        self.first(ada, 'settlement', (ada, bob))
        bob.resign()
        ada.until(lambda: ada.mirror.seq == 5)
        ada.resign()
        ada.until(lambda: ada.mirror.over and ada.table['state'] == 'over')
        self.refused(ada, 'not-playing', [ada])
        status, said = verify(server.get(f'/api/tables/{code}/log').body.decode())
        self.assertEqual(status, 0, said)

    def test_time_through_a_pause(self):
        """What was done before a pause is taken back after it: the pause costs nothing."""
        people = ada, bob = self.started(clock={'mode': 'decision', 'seconds': 60})
        begin = time.monotonic()
        self.first(ada, 'settlement', people)
        bob.propose('pause')
        players.pump(people, lambda: ada.table['proposal'])
        ada.vote(True)
        players.pump(people, lambda: all(one.table['paused'] for one in people))
        paused = time.monotonic()
        time.sleep(6)
        ada.say(type='resume')
        players.pump(people, lambda: not any(one.table['paused'] for one in people))
        begin += time.monotonic() - paused
        self.do(ada, undo(ada), people)
        self.check_left(ada, 60, begin, 'decision')

    # -- whole games

    def test_whole_games(self):
        """With much taken back, everybody knows the same, and the log, its proof and its replay hold."""
        undo_before, players.SELDOM['undo'] = players.SELDOM['undo'], 10.0
        self.addCleanup(players.SELDOM.__setitem__, 'undo', undo_before)
        for game in ('base', 'knights'):
            server = self.serve()
            code, people = players.seat_people(server, 3, random.Random(3), rules={'game': game, 'players': 3, 'turn_limit': 12})
            for one in people:
                one.seals = True
            players.play(people)
            players.pump(people, lambda: all(one.mirror.over for one in people))
            for one in people:
                self.assertEqual(players.divergence(one), '')
            count = sum(event['event'] == 'undo' for events in people[0].mirror.history.values() for event in events)
            self.assertGreater(count, 5, game)
            log = server.get(f'/api/tables/{code}/log').body.decode()
            self.assertEqual(log.count('"kind":"undo"'), count)
            status, said = verify(log)
            self.assertEqual(status, 0, said)
            replay = server.get(f'/api/tables/{code}/replay').json
            self.assertIsNotNone(replay['proof'])
            self.assertEqual(sum(frame['action']['kind'] == 'undo' for frame in replay['frames']), count)
            print(f'{game}: {len(replay["frames"])} actions, {count} of them take one back')


if __name__ == '__main__':
    fixture.main()
