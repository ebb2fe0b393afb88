#!/usr/bin/env python3
"""Tables: chairs, host, order, clocks, leaving, spectators, chat, rematch, correspondence."""
import json
import random
import time

import fixture
import players
from modes import mode


class Tables(fixture.Case):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def host(self, **body):
        body = dict({'name': 'Ada', 'rules': {'game': 'base', 'players': 3}, 'seats': ['me', 'open', 'open'], 'pace': 0}, **body)
        made = self.server.post('/api/tables', body)
        self.assertEqual(made.status, 201, made.body)
        return players.Player(self.server, made.json['code'], made.json['token'], random.Random(1))

    def join(self, host, name='Bob'):
        joined = self.server.post(f'/api/tables/{host.code}/join', {'name': name})
        self.assertIn(joined.status, (200, 201), joined.body)
        return players.Player(self.server, host.code, joined.json['token'], random.Random(2))

    def started(self, count=3, **body):
        return players.seat_people(self.server, count, random.Random(3), **dict(mode('base', players=count), **body))

    def expect_error(self, one, **message):
        before = len(one.errors)
        one.say(**message)
        one.until(lambda: len(one.errors) > before, timeout=10)
        self.assertTrue(one.errors[-1]['error'] and one.errors[-1]['text'])
        return one.errors[-1]

    # -- chairs

    def test_colours_and_marks(self):
        ada = self.host(colour='violet', mark='heart')
        self.assertEqual([ada.table['chairs'][0][part] for part in ('colour', 'mark')], ['violet', 'heart'])
        path = f'/api/tables/{ada.code}/join'
        for wish in ({'colour': 'violet'}, {'colour': 'red', 'mark': 'heart'}):
            answer = self.server.post(path, {'name': 'Bob', **wish})
            self.assertEqual((answer.status, answer.json['error']), (409, 'taken'))
        for wish in ({'colour': 'pink'}, {'mark': 7}, {'colour': ['red']}, {'mark': ''}):
            self.assertEqual(self.server.post(path, {'name': 'Bob', **wish}).json['error'], 'form')
        self.assertEqual(ada.table['chairs'][1]['kind'], 'open', 'who is refused does not sit')
        bob = self.join(ada)
        self.assertIsNone(bob.table['chairs'][1]['colour'])
        self.assertEqual(self.expect_error(bob, type='look', colour='violet')['error'], 'taken')
        self.assertEqual(self.expect_error(bob, type='look', mark='heart')['error'], 'taken')
        bob.say(type='look', colour='red', mark='moon')
        bob.until(lambda: bob.table['chairs'][1]['mark'] == 'moon')
        ada.say(type='look', colour='blue')  # what is left out stays
        bob.until(lambda: bob.table['chairs'][0]['colour'] == 'blue')
        self.assertEqual(bob.table['chairs'][0]['mark'], 'heart')
        ada.say(type='look', colour='violet', mark=None)
        bob.until(lambda: bob.table['chairs'][0]['mark'] is None)
        bob.say(type='look', colour='red', mark='heart')
        bob.until(lambda: bob.table['chairs'][1]['mark'] == 'heart')
        watcher = players.Player(self.server, ada.code, None, random.Random(4))
        self.assertEqual(self.expect_error(watcher, type='look', colour='blue')['error'], 'no-chair')
        self.server.restart()
        kept = self.server.get(f'/api/tables/{ada.code}').json['table']['chairs']
        self.assertEqual([(one['colour'], one['mark']) for one in kept], [('violet', None), ('red', 'heart'), (None, None)])

    def test_a_look_stays_in_the_game(self):
        ada = self.host(seats=['me', 'random', 'random'], colour='black')
        ada.until(lambda: ada.table['state'] == 'playing')
        self.assertEqual(self.expect_error(ada, type='look', colour='red')['error'], 'started')
        self.assertEqual(ada.table['chairs'][0]['colour'], 'black')
        self.assertIsNone(ada.table['chairs'][1]['colour'], 'bots take what is left')

    def test_lobby_is_told(self):
        ada = self.host()
        self.assertEqual((ada.chair, ada.table['host'], ada.table['state']), (0, 0, 'waiting'))
        self.assertIsNone(ada.mirror.seq, 'no game yet')
        bob = self.join(ada)
        ada.until(lambda: ada.table['chairs'][1]['kind'] == 'person' and ada.table['chairs'][1]['connected'])
        self.assertEqual(ada.table['chairs'][1]['name'], 'Bob')
        self.assertIsNone(ada.table['chairs'][1]['seat'])
        bob.drop()
        ada.until(lambda: not ada.table['chairs'][1]['connected'])

    def test_host_sets_chairs(self):
        ada = self.host(rules={'game': 'base', 'players': 4}, seats=['me', 'open', 'open', 'open'])
        bob = self.join(ada)
        ada.say(type='chair', chair=2, set='random')
        players.pump([ada, bob], lambda: all(p.table['chairs'][2]['kind'] == 'bot' for p in (ada, bob)))
        self.assertEqual(ada.table['chairs'][2]['bot'], 'random')
        self.expect_error(bob, type='chair', chair=2, set='open')
        self.expect_error(bob, type='start')
        self.expect_error(bob, type='pace', factor=1)
        self.expect_error(bob, type='mute', chair=0, on=True)
        self.expect_error(ada, type='chair', chair=4, set='open')
        ada.say(type='chair', chair=2, set='open')
        ada.until(lambda: ada.table['chairs'][2]['kind'] == 'open')

    def test_names_hold_nothing_hidden(self):
        ada = self.host(name='  Ada   Lovelace ')
        self.assertEqual(ada.table['chairs'][0]['name'], 'Ada Lovelace')
        for name in ('', '   ', 'x' * 25, 'A\u202eda', 'A\u200bda', 'A\x07da', 'A\u0085da', 'A\u00a0da', '\u3164', '\ue000',
                     'Z' + '\u0300' * 5, '\u0301Ada'):
            with self.subTest(ascii(name)):
                for path, more in ((f'/api/tables/{ada.code}/join', {}), ('/api/tables', {'rules': {'game': 'base'}})):
                    answer = self.server.post(path, {'name': name, **more})
                    self.assertEqual((answer.status, answer.json['error']), (400, 'form'))
                    self.assertEqual(answer.json['option'], 'name', 'for pages with words of their own')
                    self.assertIn('name', answer.json['text'])
        self.assertIn('an invisible character (U+200B)',
                      self.server.post(f'/api/tables/{ada.code}/join', {'name': 'A\u200bda'}).json['text'])

    def test_names_that_look_alike_are_told_apart(self):
        ada = self.host(name='Ada', rules={'game': 'base', 'players': 8}, seats=['me', 'greedy'] + ['open'] * 6)
        for name in ('\u0410da', 'ADA', 'Gr\u0435edy', 'H0st', 'medium'):
            self.join(ada, name)
        ada.until(lambda: ada.table['chairs'][6]['kind'] == 'person')
        self.assertEqual([chair['name'] for chair in ada.table['chairs'][2:7]],
                         ['\u0410da (2)', 'ADA (3)', 'Gr\u0435edy (2)', 'H0st (2)', 'medium (2)'])
        self.assertEqual(self.host(name='Host').table['chairs'][0]['name'], 'Host', 'the host is one')
        self.assertEqual(self.host(name='S\u0435rver').table['chairs'][0]['name'], 'S\u0435rver (2)')

    def test_who_did_not_hear_that_they_sit(self):
        """A join with a token of one's own can be sent again: one chair, the same answer, also after kill -9, and when the table is full."""
        server = self.serve()
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base', 'players': 3}, 'seats': ['me', 'open', 'open']}).json
        join = lambda **more: server.post(f'/api/tables/{made["code"]}/join', {'name': 'Bob', **more})
        for token in ('', 'short', 'x' * 31, 'x' * 33, '!' * 32, 'x' * 31 + '=', 7, None, [], '\u202e' * 32):
            answer = join(token=token)
            self.assertEqual((answer.status, answer.json['error']), (400, 'form'), token)
        first = join(token='b' * 32)
        self.assertEqual((first.status, first.json['token'], first.json['chair']), (200, 'b' * 32, 1))
        self.assertEqual((join(token='b' * 32).status, join(token='b' * 32).json), (200, first.json))
        self.assertEqual(join(name='Cleo', token='c' * 32).json['chair'], 2)
        server.restart()
        self.assertEqual((join(token='b' * 32).status, join(token='b' * 32).json), (200, first.json))
        self.assertEqual(join(token='d' * 32).json['error'], 'full')
        chairs = server.get(f'/api/tables/{made["code"]}').json['table']['chairs']
        self.assertEqual([chair['name'] for chair in chairs], ['Ada', 'Bob', 'Cleo'])
        bob = players.Player(server, made['code'], 'b' * 32)
        bob.until(lambda: bob.welcomed)
        self.assertEqual(bob.chair, 1)

    def test_leave_before_the_start(self):
        ada = self.host()
        bob = self.join(ada)
        bob.say(type='leave')
        ada.until(lambda: ada.table['chairs'][1]['kind'] == 'open')
        old = self.server.wire()
        old.send(players.hello(ada.code, bob.token))
        self.assertEqual(old.next()['type'], 'error', 'who gave up a chair holds it no more')
        cleo = self.join(ada, 'Cleo')
        self.assertEqual(cleo.chair, 1)
        self.assertNotEqual(cleo.token, bob.token)

    def test_starts_when_full(self):
        ada = self.host(start='full')
        bob = self.join(ada)
        self.assertEqual(ada.table['state'], 'waiting')
        cleo = self.join(ada, 'Cleo')
        crowd = [ada, bob, cleo]
        players.pump(crowd, lambda: all(p.mirror.seq is not None for p in crowd))
        self.assertEqual({p.table['state'] for p in crowd}, {'playing'})

    def test_starts_now(self):
        ada = self.host(start='now', seats=['me', 'open', 'random'])
        ada.until(lambda: ada.mirror.seq is not None)
        self.assertEqual([chair['kind'] for chair in ada.table['chairs']], ['person', 'bot', 'bot'])
        answer = self.server.post(f'/api/tables/{ada.code}/join', {'name': 'Bob'})
        self.assertGreaterEqual(answer.status, 400)

    def test_against_bots(self):
        ada = self.host(start='now', seats=['me', 'random', 'greedy'], rules={'game': 'base', 'players': 3, 'target': 4, 'turn_limit': 60})
        ada.until(lambda: ada.mirror.seq is not None)
        players.play([ada])
        self.assertEqual(players.divergence(ada), '')
        self.assertEqual(self.server.get(f'/api/tables/{ada.code}').json['table']['state'], 'over')
        self.assertEqual(self.server.get(f'/api/tables/{ada.code}/log').status, 200)

    def test_every_bot_plays(self):
        for bot in self.server.get('/api/catalogue').json['bots']:
            made = self.server.post('/api/tables', {'rules': {'game': 'knights', 'players': 3, 'turn_limit': 3}, 'name': 'Ada',
                                                    'seats': [bot['name']] * 3, 'pace': 0})
            self.assertEqual(made.status, 201, (bot, made.body))
            watcher = players.Player(self.server, made.json['code'], None)
            watcher.until(lambda: watcher.mirror.over, timeout=90)
            watcher.drop()

    # -- order, listing

    def test_fixed_order(self):
        for _ in range(4):
            _, people = self.started(order='fixed')
            self.assertEqual([p.seat for p in people], ['red', 'blue', 'white'])
            for p in people:
                p.drop()

    def test_random_order(self):
        orders = set()
        for _ in range(12):
            _, people = self.started(order='random')
            orders.add(tuple(p.seat for p in people))
            self.assertEqual(sorted(p.seat for p in people), ['blue', 'red', 'white'])
            for p in people:
                p.drop()
        self.assertGreater(len(orders), 1, 'twelve tables, always the same order')

    def listed(self):
        return {table['code']: table['state'] for table in self.server.get('/api/tables').json['tables']}

    def test_listing(self):
        hidden, shown = self.host(), self.host(public=True)
        self.assertEqual(self.listed(), {shown.code: 'waiting'})
        _, secret = self.started(rules={'game': 'base', 'players': 3, 'turn_limit': 1})
        code, people = self.started(public=True, rules={'game': 'base', 'players': 3, 'turn_limit': 1})
        self.assertEqual(self.listed(), {shown.code: 'waiting', code: 'playing'})
        players.play(people)
        self.assertEqual(self.listed(), {shown.code: 'waiting'})

    # -- clocks and leaving

    def clock(self, kind):
        code, people = self.started(clock={'mode': kind, 'seconds': 1}, rules={'game': 'base', 'players': 3, 'start_player': 'fixed'})
        asked = people[0].mirror.waiting['for']
        clock = people[0].mirror.waiting['clock']
        self.assertEqual(set(clock), set(asked))
        self.assertTrue(all(0 <= c['left'] <= 1 for c in clock.values()), clock)
        begin = time.monotonic()
        people[0].until(lambda: people[0].mirror.seq >= 2, timeout=10, others=people[1:])
        self.assertGreater(time.monotonic() - begin, 0.5, 'the bot moved before the time was up')
        pieces = people[0].mirror.view['pieces']
        self.assertEqual({piece['seat'] for piece in pieces[:1]}, set(asked))
        players.settle(people)
        return people

    def test_turn_clock(self):
        self.clock('turn')

    def test_decision_clock(self):
        people = self.clock('decision')
        for p in people:
            self.assertEqual(players.divergence(p), '')

    def test_who_moves_in_time_is_left_alone(self):
        code, people = self.started(clock={'mode': 'decision', 'seconds': 3}, rules={'game': 'base', 'players': 3, 'turn_limit': 2})
        sent = players.play(people, limit=12)
        players.settle(people)
        self.assertEqual(people[0].mirror.seq, sum(len(p.acked) for p in people), 'somebody else moved')
        self.assertFalse(any(chair['away'] for chair in people[0].table['chairs']))

    def test_no_clock(self):
        code, people = self.started(clock={'mode': 'none', 'seconds': 60})
        self.assertIsNone(people[0].mirror.waiting['clock'])

    def test_leave_and_back(self):
        code, people = self.started(rules={'game': 'base', 'players': 3, 'start_player': 'fixed'}, order='fixed')
        red, *others = people
        red.say(type='leave')
        players.pump(people, lambda: all(p.table['chairs'][0]['away'] for p in others))
        red.until(lambda: red.mirror.seq >= 2, others=others)  # the bot settles for red
        red.say(type='back')
        players.pump(people, lambda: not any(p.table['chairs'][0]['away'] for p in people))
        for _ in range(60):
            players.play(others, limit=3, until=lambda: 'red' in others[0].mirror.waiting['for'])
            players.settle(people)
            if 'red' in red.mirror.waiting['for']:
                break
        seq = red.mirror.seq
        time.sleep(0.5)
        red.read()
        self.assertEqual(red.mirror.seq, seq, 'red is back, so no bot moves')
        red.random = random.Random(1)
        self.assertEqual(red.act_and_wait(red.choose(), others=others), seq + 1)

    def test_turn_clock_is_for_the_turn(self):
        code, people = self.started(clock={'mode': 'turn', 'seconds': 30}, rules={'game': 'base', 'players': 3, 'start_player': 'fixed'})
        left = lambda: next(iter(people[0].mirror.waiting['clock'].values()))['left']
        one = next(p for p in people if p.seat in p.mirror.waiting['for'])
        time.sleep(1)
        one.act_and_wait(one.choose(), others=[p for p in people if p is not one])
        players.settle(people)
        self.assertEqual(people[0].mirror.waiting['for'], [one.seat], 'the road belongs to the same turn')
        self.assertLess(left(), 29.5, 'the clock was set again within a turn')
        one.act_and_wait(one.choose(), others=[p for p in people if p is not one])
        players.settle(people)
        self.assertGreater(left(), 29.5, 'the next one has the full time')

    def test_decision_clock_is_for_each_decision(self):
        code, people = self.started(clock={'mode': 'decision', 'seconds': 30}, rules={'game': 'base', 'players': 3, 'start_player': 'fixed'})
        one = next(p for p in people if p.seat in p.mirror.waiting['for'])
        time.sleep(1)
        one.act_and_wait(one.choose(), others=[p for p in people if p is not one])
        players.settle(people)
        self.assertGreater(people[0].mirror.waiting['clock'][one.seat]['left'], 29.5)

    def test_everybody_leaves(self):
        """Bots bring the game to its end."""
        code, people = self.started(rules={'game': 'base', 'players': 3, 'turn_limit': 6})
        for p in people:
            p.say(type='leave')
        players.pump(people, lambda: people[0].mirror.over, timeout=30)
        self.assertEqual(self.server.get(f'/api/tables/{code}/log').status, 200)

    def test_host_leaves_before_the_start(self):
        ada = self.host()
        bob = self.join(ada)
        ada.say(type='leave')
        bob.until(lambda: bob.table['chairs'][0]['kind'] == 'open')
        self.assertEqual(bob.table['host'], 1)
        bob.say(type='start')
        bob.until(lambda: bob.mirror.seq is not None)

    def test_an_action_brings_back(self):
        code, people = self.started(rules={'game': 'base', 'players': 3, 'start_player': 'fixed'}, order='fixed', pace=4)
        red, blue, white = people
        blue.say(type='leave')
        players.pump(people, lambda: red.table['chairs'][1]['away'])
        settled = [action for action in red.mirror.list['actions']][0]
        red.act_and_wait(settled, others=[blue, white])
        blue.act_and_wait(dict(settled, seat='blue'), others=[red, white])  # refused or not: blue is here
        players.pump(people, lambda: not red.table['chairs'][1]['away'])

    def test_hello_brings_back(self):
        code, people = self.started(order='fixed', pace=4)
        people[2].say(type='leave')
        players.pump(people, lambda: people[0].table['chairs'][2]['away'])
        people[2].reconnect()
        players.pump(people, lambda: not people[0].table['chairs'][2]['away'])

    def test_leaver_plays_on_after_a_restart(self):
        code, people = self.started(rules={'game': 'base', 'players': 3, 'start_player': 'fixed'}, order='fixed', pace=4)
        people[2].say(type='leave')
        players.pump(people, lambda: people[0].table['chairs'][2]['away'])
        self.server.restart()
        people[0].reconnect()
        self.assertTrue(people[0].table['chairs'][2]['away'])

    # -- spectators

    def test_spectators_not_wanted(self):
        code, people = self.started(spectators=False)
        socket = self.server.wire()
        socket.send(players.hello(code, None))
        self.assertEqual(socket.next()['type'], 'error')

    def test_spectator_sees_no_hands(self):
        code, people = self.started()
        watcher = players.Player(self.server, code, None)
        watcher.until(lambda: watcher.mirror.seq is not None)
        players.play(people, limit=80, watchers=[watcher])
        players.settle([*people, watcher])
        self.assertIsNone(watcher.chair)
        self.assertEqual(watcher.mirror.view['viewer'], 'spectator')
        self.assertTrue(all(player['hand'] is None for player in watcher.mirror.view['players']))
        self.assertIn(watcher.mirror.list, (None, {'actions': [], 'templates': []}))
        self.assertEqual(players.divergence(watcher), '')
        people[0].until(lambda: people[0].table['watching'] == 1)
        watcher.drop()
        people[0].until(lambda: people[0].table['watching'] == 0)

    def test_delay(self):
        delay = 2
        code, people = self.started(delay=delay, rules={'game': 'base', 'players': 3, 'start_player': 'fixed'})
        watcher = players.Player(self.server, code, None)
        watcher.keep = True
        done, seen = {}, {}
        old = watcher.mirror.take

        def take(message):
            old(message)
            if message['type'] == 'waiting':
                self.assertEqual(sorted(message['for']), sorted(watcher.mirror.view['asked']), 'it tells who is asked now, not then')
            seen.setdefault(watcher.mirror.seq, time.monotonic())
        watcher.mirror.take = take
        for _ in range(8):
            one = next(p for p in people if p.seat in p.mirror.waiting['for'])
            done[one.act_and_wait(one.choose(), others=[p for p in people if p is not one] + [watcher])] = time.monotonic()
            players.settle(people)
            late = players.Player(self.server, code, None, connect=False)  # who comes now sees no more than who was there
            late.connect(random.choice([None, 0, len(done), 10 ** 6]), wait=False)
            late.until(lambda: late.mirror.seq is not None or late.welcomed)
            late.wire.drain(0.05)
            shown = late.mirror.seq
            self.assertTrue(shown is None or shown not in done or time.monotonic() - done[shown] >= delay - 0.3, f'{shown} was shown early')
            late.say(type='history', **{'from': 1})
            try:
                late.until(lambda: late.other or late.errors, timeout=2)
                for message in late.other:
                    if message['type'] == 'history':
                        for entry in message['entries']:
                            self.assertGreaterEqual(time.monotonic() - done[entry['seq']], delay - 0.3, 'history was shown early')
            except TimeoutError:
                pass
            late.drop()
        watcher.until(lambda: watcher.mirror.seq is not None and watcher.mirror.seq >= max(done), timeout=delay + 10, others=people)
        for seq, when in done.items():
            if seq in seen:
                self.assertGreaterEqual(seen[seq] - when, delay - 0.3, f'{seq} was seen {seen[seq] - when:.2f} s after it was played')
        self.assertGreater(len(set(seen) & set(done)), 3)

    def test_delay_of_whose_turn_it_is_and_chat(self):
        """Players are told whose turn it is wherever they ask; who watches learns nothing of it, nor by what is said."""
        code, people = self.started(delay=3600)
        watcher = players.Player(self.server, code, None)
        watcher.until(lambda: watcher.mirror.seq is not None, others=people)
        players.play(people, limit=8)
        players.settle(people)

        def asked(token):
            headers = [('Authorization', f'Bearer {token}')] if token else []
            return self.server.http('GET', f'/api/tables/{code}', headers=headers).json['table']['asked']
        turn = people[0].mirror.waiting['for']
        self.assertEqual([one.seat for one in people if one.chair in asked(people[1].token)], [one.seat for one in people if one.seat in turn])
        self.assertIsNone(asked(None))
        self.assertIsNone(asked('x' * 32))
        people[0].say(type='chat', text='now')
        players.pump([*people, watcher], lambda: watcher.chat and people[1].chat)
        self.assertEqual((people[1].chat[0]['after'], watcher.chat[0]['after']), (people[1].mirror.seq, watcher.mirror.seq))
        self.assertEqual({**people[1].chat[0], 'after': 0}, watcher.chat[0])
        later = players.Player(self.server, code, None)
        later.until(lambda: any(m['type'] == 'chats' for m in later.other))
        self.assertEqual([line['after'] for m in later.other if m['type'] == 'chats' for line in m['lines']], [0])

    def test_delay_holds_at_the_end(self):
        delay = 2
        code, people = self.started(delay=delay, rules={'game': 'base', 'players': 3, 'turn_limit': 1})
        watcher = players.Player(self.server, code, None)
        players.play(people, watchers=[watcher])
        end = time.monotonic()
        self.assertFalse(watcher.mirror.over, 'the spectator heard of the end before its time')
        watcher.until(lambda: watcher.mirror.over, timeout=delay + 10)
        took = time.monotonic() - end
        self.assertGreaterEqual(took, delay - 0.5)
        self.assertLess(took, delay + 3, 'it waited until somebody else said something')
        self.assertEqual(watcher.mirror.view['winner'], people[0].mirror.view['winner'])

    def test_delay_holds_after_a_restart(self):
        delay = 4
        code, people = self.started(delay=delay, rules={'game': 'base', 'players': 3, 'start_player': 'fixed'})
        done = {0: 0.0}  # the board at the start is no secret
        for _ in range(6):
            one = next(p for p in people if p.seat in p.mirror.waiting['for'])
            done[one.act_and_wait(one.choose(), others=[p for p in people if p is not one])] = time.monotonic()
            players.settle(people)
        self.server.restart()
        watcher = players.Player(self.server, code, None)
        while watcher.mirror.seq != max(done):
            if watcher.mirror.seq is not None:
                self.assertGreaterEqual(time.monotonic() - done[watcher.mirror.seq], delay - 0.3, f'{watcher.mirror.seq} was shown early')
            seq = watcher.mirror.seq
            watcher.until(lambda: watcher.mirror.seq != seq, timeout=delay + 10)
        self.assertGreaterEqual(time.monotonic() - done[max(done)], delay - 0.3)

    def test_no_counting(self):
        code, people = self.started(counts=False)
        players.play(people, limit=40)
        players.settle(people)
        self.assertTrue(all(p.mirror.facts['belief'] is None for p in people))
        code, people = self.started(counts=True)
        self.assertTrue(all(p.mirror.facts['belief'] is not None for p in people))

    # -- chat

    def test_chat(self):
        code, people = self.started()
        watcher = players.Player(self.server, code, None)
        ada, bob, cleo = people
        begin = int(time.time())
        for text in ('hi', 'x' * 300, '\u00fc\u00df\u4e2d\U0001F3B2' * 75, '<script>alert(1)</script>', '"\\ /'):
            bob.say(type='chat', text=text)
            players.pump([*people, watcher], lambda: all(p.chat and p.chat[-1]['text'] == text for p in (*people, watcher)))
            said = ada.chat[-1]
            self.assertEqual((said['chair'], said['name']), (1, 'Bob'))
            self.assertLessEqual(abs(said['at'] - begin), 30)
        for text in ('', 'x' * 301, '\u4e2d' * 301):
            self.expect_error(bob, type='chat', text=text)
        ada.say(type='mute', chair=1, on=True)
        time.sleep(0.2)
        bob.say(type='chat', text='can you hear me')
        bob.say(type='ping')
        bob.until(lambda: any(m['type'] == 'pong' for m in bob.other))
        cleo.say(type='chat', text='after')
        players.pump(people, lambda: ada.chat[-1]['text'] == 'after' and cleo.chat[-1]['text'] == 'after')
        self.assertNotIn('can you hear me', [said['text'] for said in ada.chat + cleo.chat])
        ada.say(type='mute', chair=1, on=False)
        time.sleep(0.2)
        bob.say(type='chat', text='now')
        ada.until(lambda: ada.chat[-1]['text'] == 'now')

    def test_chat_in_the_lobby(self):
        ada = self.host()
        bob = self.join(ada)
        bob.say(type='chat', text='hello')
        ada.until(lambda: ada.chat)
        self.assertEqual(ada.chat[0]['text'], 'hello')

    def test_chat_shows_what_is_hidden(self):
        ada = self.host()
        bob = self.join(ada)
        for text, shown in (('safe\u202egpj.exe', 'safe\ufffdgpj.exe'), ('a\u200bb', 'a\ufffdb'), ('a\u00a0!', 'a !'),
                            ('\U0001F469\u200d\U0001F680', '\U0001F469\u200d\U0001F680'), ('\ue000' * 300, '\ufffd' * 300)):
            bob.say(type='chat', text=text)
            ada.until(lambda: ada.chat and ada.chat[-1]['text'] == shown, timeout=5)
        self.expect_error(bob, type='chat', text='bell\x07')

    # -- afterwards

    def test_rematch(self):
        code, people = self.started(rules={'game': 'base', 'players': 3, 'turn_limit': 1})
        self.expect_error(people[0], type='rematch')
        players.play(people)
        people[1].say(type='rematch')
        players.pump(people, lambda: all(p.table['rematch'] for p in people))
        again = {p.table['rematch'] for p in people}
        self.assertEqual(len(again), 1)
        new = again.pop()
        self.assertNotEqual(new, code)
        crowd = [players.Player(self.server, new, p.token, random.Random(1)) for p in people]
        self.assertEqual([p.chair for p in crowd], [0, 1, 2])
        self.assertEqual([c['name'] for c in crowd[0].table['chairs']], [c['name'] for c in people[0].table['chairs']])
        self.assertEqual(crowd[0].table['rules'], people[0].table['rules'])
        self.assertNotEqual(crowd[0].table['commit'], people[0].table['commit'], 'a new game has a new secret')
        if crowd[0].table['state'] == 'waiting':
            crowd[0].say(type='start')
        players.pump(crowd, lambda: all(p.mirror.seq is not None for p in crowd))
        players.play(crowd)
        people[2].say(type='rematch')  # asked for twice: still the one
        time.sleep(0.2)
        people[2].read()
        self.assertEqual(people[2].table['rematch'], new)

    def test_secret_is_kept_until_the_end(self):
        code, people = self.started(rules={'game': 'base', 'players': 3, 'turn_limit': 2})
        for p in people:
            p.keep = True
        players.play(people)
        players.pump(people, lambda: all(p.mirror.over for p in people))
        head = json.loads(people[0].proof()['log'][0])
        for p in people:
            for text in p.frames:
                for hidden in (head['fair']['secret'], head['seed'], *head['fair']['entropy'], *head['fair']['signatures']):
                    self.assertNotIn(hidden.encode(), text)
        self.assertNotIn(head['fair']['secret'].encode(), self.server.log())

    def test_correspondence(self):
        """A game of days: the server is turned off and on while days go by, and on it goes."""
        code, people = self.started(clock={'mode': 'turn', 'seconds': 259200}, rules={'game': 'base', 'players': 3, 'turn_limit': 3})
        players.play(people, limit=6)
        players.settle(people)
        for day in (1, 2, 4):
            self.assertEqual(self.server.stop(), 0)
            self.server.days = day
            self.server.start()
            for one in people:
                one.reconnect()
                self.assertEqual(players.divergence(one), '')
            left = [c['left'] for c in people[0].mirror.waiting['clock'].values()]
            self.assertTrue(all(0 < seconds <= 259200 for seconds in left), left)
            self.assertFalse(any(chair['away'] for chair in people[0].table['chairs']))
            turn = people[0].mirror.view['turns']
            players.play(people, until=lambda now=turn: people[0].mirror.view['turns'] > now)  # which fills the clocks
            players.settle(people)
        players.play(people)
        self.assertEqual(self.server.get(f'/api/tables/{code}/log').status, 200)

    def test_correspondence_time_is_up(self):
        """Three days were given, four have gone by while the server was off: a bot moves."""
        code, people = self.started(clock={'mode': 'turn', 'seconds': 259200}, rules={'game': 'base', 'players': 3, 'start_player': 'fixed'})
        seq = people[0].mirror.seq
        self.assertEqual(self.server.stop(), 0)
        self.server.days = 4
        self.server.start()
        people[0].reconnect()
        people[0].until(lambda: people[0].mirror.seq > seq, timeout=10)

    # -- tokens

    def test_wrong_tokens_are_all_the_same(self):
        code, people = self.started()
        other_code, others = self.started()
        right = people[0].token
        near = right[:-1] + ('A' if right[-1] != 'A' else 'B')
        answers = set()
        for token in ('A' * len(right), near, right.swapcase(), others[0].token, 'x', right + 'A', right[:-1]):
            socket = self.server.wire()
            socket.send(players.hello(code, token))
            answers.add(socket.next_text())
            self.assertFalse([m for m in socket.drain(0.05) if m['type'] not in ('error',)])
            socket.drop()
        self.assertEqual(len(answers), 1, answers)
        self.assertNotIn(right.encode(), answers.pop())

    def test_tokens_are_told_to_nobody(self):
        code, people = self.started()
        watcher = players.Player(self.server, code, None)
        for p in (*people, watcher):
            p.keep = True
        players.play(people, limit=20, watchers=[watcher])
        again = [p.fresh() for p in people]
        for p in again:
            p.drop()
        people[0].until(lambda: True, others=[*people[1:], watcher])
        for p in (*people, watcher):
            for text in p.frames:
                for q in people:
                    self.assertNotIn(q.token.encode(), text)
        for q in people:
            self.assertNotIn(q.token.encode(), self.server.log())
            self.assertNotIn(q.token.encode(), self.server.get('/metrics').body)

    def test_metrics_count(self):
        def count():
            return {line.rsplit(' ', 1)[0]: float(line.rsplit(' ', 1)[1])
                    for line in self.server.get('/metrics').body.decode().splitlines() if line and line[0] != '#'}
        before = count()
        code, people = self.started()
        players.play(people, limit=30)
        players.settle(people)
        after = count()
        acted = sum(len(p.acked) for p in people)
        grown = {name: after[name] - before.get(name, 0) for name in after}
        self.assertTrue(any('action' in name and grown[name] >= acted for name in grown), grown)
        self.assertTrue(any('connection' in name and after[name] >= 3 for name in after), after)
        self.assertTrue(any('table' in name and after[name] >= 1 for name in after), after)


if __name__ == '__main__':
    fixture.main()
