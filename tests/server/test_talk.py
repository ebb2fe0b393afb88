#!/usr/bin/env python3
"""People to each other, over reloads and restarts: chat, who is away, votes, a seat on several devices, and those who behave badly."""
import random
import re
import time

import fixture
import players
import schema

BASE = {'game': 'base', 'target': 10}
HOSTILE = ('\u202eevil', '\x00', 'a\x1b[31m', 'x' * 25, '', '   ', '\ud83d', {'a': 1}, None, 7)


def error_of(player):
    player.until(lambda: player.errors)
    return player.errors.pop(0)['error']


def lines_of(player):
    """What was said before, as whoever came was told."""
    player.until(lambda: any(m['type'] == 'chats' for m in player.other))
    message = next(m for m in player.other if m['type'] == 'chats')
    player.other.remove(message)
    return message['lines']


class Talk(fixture.Case):
    def setUp(self):
        super().setUp()
        self.server = self.serve(away_seconds=1)

    def seat(self, count, **body):
        body.setdefault('rules', dict(BASE, players=count))
        code, people = players.seat_people(self.server, count, random.Random(count), **body)
        players.play(people, limit=6)
        players.settle(people)
        return code, people

    def again(self, people, restart=True):
        if restart:
            self.server.restart()
        for one in people:
            one.wire.drop()
            one.welcomed = False
            one.connect(one.mirror.seq)

    def heard(self, one):
        """The server has dealt with all that this one has said."""
        one.other.clear()
        one.say(type='ping')
        one.until(lambda: any(m['type'] == 'pong' for m in one.other))


class Chat(Talk):
    def test_over_reloads_and_restarts(self):
        code, (ada, bob) = self.seat(2)
        place = {'kind': 'edge', 'at': '0,0NE'}
        ada.say(type='chat', text='Here!', place=place)
        bob.say(type='chat', text='\u202eno')
        players.pump((ada, bob), lambda: len(ada.chat) == 2 and len(bob.chat) == 2)
        said = sorted(bob.chat, key=lambda line: line['number'])
        self.assertEqual([schema.fault(line, 'serverMessage') for line in said], ['', ''])
        self.assertEqual(sorted(line.get('place') is not None for line in said), [False, True])
        self.assertEqual({line['after'] for line in said}, {ada.mirror.seq})
        self.assertNotIn('\u202e', ''.join(line['text'] for line in said))
        self.again((ada, bob))
        self.assertEqual(lines_of(ada), said)
        watcher = players.Player(self.server, code, None)
        self.assertEqual(lines_of(watcher), said, 'whoever comes later')
        # Only what was missed; and an answer in any case, so that what was under way is known to have arrived or not.
        for known, rest in ((1, said[1:]), (2, []), (99, [])):
            one = self.server.wire()
            one.send({**players.hello(code, bob.token), 'chat': known})
            while (message := one.next(timeout=10))['type'] != 'chats':
                pass
            self.assertEqual(schema.fault(message, 'serverMessage'), '')
            self.assertEqual(message['lines'], rest)
        bob.say(type='chat', text='third')
        players.pump((bob,), lambda: bob.chat[-1]['text'] == 'third')
        self.assertEqual(bob.chat[-1]['number'], 3)

    def test_kill(self):
        code, (ada, bob) = self.seat(2)
        ada.say(type='chat', text='once')
        players.pump((ada, bob), lambda: bob.chat)
        self.server.kill()
        self.server.start()
        self.again((bob,), restart=False)
        self.assertEqual([line['text'] for line in lines_of(bob)], ['once'])

    def test_the_latest_stay(self):
        code, (ada, bob) = self.seat(2)
        for i in range(130):
            ada.say(type='chat', text=f'{i}')
        players.pump((ada, bob), lambda: len(bob.chat) == 130)
        self.again((bob,), restart=False)
        self.assertEqual([line['text'] for line in lines_of(bob)], [f'{i}' for i in range(30, 130)])
        for i in range(60):
            ada.say(type='chat', text='\U0001F3B2' * 300)
        players.pump((ada, bob), lambda: len(ada.chat) == 190)
        self.again((bob,), restart=False)
        few = lines_of(bob)
        self.assertLess(sum(len(line['text'].encode()) for line in few), 50000, 'not all of it, if it is much')
        self.assertEqual(few[-1]['number'], 190)

    def test_bad_places(self):
        code, (ada, bob) = self.seat(2)
        for place in ({'kind': 'hex', 'at': '9,9'}, {'kind': 'hex', 'at': '0,0NE'}, {'kind': 'corner', 'at': '0,0E'}, {'kind': 'edge', 'at': '0,0NE"'},
                      {'kind': 'edge', 'at': ''}, {'kind': 'sea', 'at': '0,0'}, {'kind': 'hex'}, {'kind': 'hex', 'at': '0,0', 'x': 1}, '0,0', 3, None):
            ada.say(type='chat', text='Here!', place=place)
            self.assertEqual(error_of(ada), 'form', place)
        self.heard(bob)
        self.assertEqual(bob.chat, [])
        # Before the start there is no board.
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': dict(BASE, players=2), 'seats': ['me', 'open']}).json
        one = players.Player(self.server, made['code'], made['token'])
        one.say(type='chat', text='Here!', place={'kind': 'hex', 'at': '0,0'})
        self.assertEqual(error_of(one), 'form')

    def test_who_was_removed_is_not_quoted(self):
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': dict(BASE, players=3), 'seats': ['me', 'open', 'open']}).json
        join = lambda name: self.server.post(f'/api/tables/{made["code"]}/join', {'name': name}).json['token']
        ada, eve = (players.Player(self.server, made['code'], token, readies=False) for token in (made['token'], join('Eve')))
        for one, text in ((ada, 'hello'), (eve, 'something bad')):
            one.say(type='chat', text=text)
            players.pump((ada, eve), lambda: text in [line['text'] for line in ada.chat])
        ada.say(type='remove', chair=1)
        self.assertEqual(error_of(eve), 'removed')
        ada.until(lambda: ada.table['chairs'][1]['kind'] == 'open')
        ada.say(type='chat', text='well')
        ada.until(lambda: len(ada.chat) == 3)
        self.assertEqual(ada.chat[-1]['number'], 3, 'no number is given twice')
        watcher = players.Player(self.server, made['code'], None)
        self.assertEqual([line['text'] for line in lines_of(watcher)], ['hello', 'well'])


class Away(Talk):
    def test_since_over_a_restart(self):
        """Whoever went before it went then; whoever was there has been away since it started."""
        code, (ada, bob, cleo) = self.seat(3)
        cleo.drop()
        players.pump((ada, bob), lambda: ada.table['chairs'][2]['since'])
        went = ada.table['chairs'][2]['since']
        time.sleep(1.1)
        self.again((ada,))
        chairs = ada.table['chairs']
        self.assertEqual(chairs[2]['since'], went)
        self.assertIsNone(chairs[0]['since'])
        self.assertGreater(chairs[1]['since'], went)
        self.again((cleo,), restart=False)
        players.pump((ada, cleo), lambda: not ada.table['chairs'][2]['since'])  # what was told is stored
        self.again((ada,))
        self.assertGreater(ada.table['chairs'][2]['since'], went, 'was here meanwhile')


    def test_before_the_start(self):
        """Who has gone from the room is away since then, also after kill -9."""
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': dict(BASE, players=3), 'seats': ['me', 'open', 'open']}).json
        joined = self.server.post(f'/api/tables/{made["code"]}/join', {'name': 'Bob'}).json
        ada, bob = (players.Player(self.server, made['code'], one['token']) for one in (made, joined))
        ada.until(lambda: ada.table['chairs'][1]['connected'])
        bob.drop()
        ada.until(lambda: ada.table['chairs'][1]['since'])
        since = ada.table['chairs'][1]['since']
        self.heard(ada)
        time.sleep(2.1)
        self.again((ada,))
        self.assertEqual(ada.table['chairs'][1]['since'], since)


class Votes(Talk):
    def test_over_a_restart(self):
        """A proposal with its answers, signed ones too."""
        self.server = self.serve(proposal_seconds=60)
        code, people = self.seat(3)
        ada, bob, cleo = people
        ada.propose('end')
        players.pump(people, lambda: all(one.table['proposal'] for one in people))
        bob.vote(True)
        players.pump(people, lambda: cleo.table['proposal']['answers'][1] == 'yes')
        before = cleo.table['proposal']
        self.again(people)
        after = cleo.table['proposal']
        self.assertEqual({**after, 'left': 0}, {**before, 'left': 0})
        self.assertLessEqual(after['left'], before['left'])
        self.assertEqual(schema.fault(cleo.table, 'table'), '')
        ada.propose('pause')
        self.assertEqual(error_of(ada), 'proposal')  # there is one
        cleo.vote(True)
        players.pump(people, lambda: all(one.mirror.over for one in people))
        self.assertEqual(cleo.table['ended'], 'agreed')

    def test_its_time_goes_on(self):
        self.server = self.serve(proposal_seconds=2)
        code, people = self.seat(2)
        people[0].propose('pause')
        players.pump(people, lambda: all(one.table['proposal'] for one in people))
        self.server.stop()
        time.sleep(2.1)
        self.server.start()
        self.again(people, restart=False)
        self.assertIsNone(people[0].table['proposal'])
        people[1].propose('pause')  # and there is room for another one
        players.pump(people, lambda: people[0].table['proposal'])
        self.assertEqual(people[0].table['proposal']['id'], 2)

    def test_removed_by_the_others(self):
        code, people = self.seat(3)
        ada, bob, eve = people
        for chair in (3, 7):
            ada.propose('remove', chair)
            self.assertEqual(error_of(ada), 'chair')
        eve.propose('remove', 0)
        players.pump(people, lambda: ada.table['proposal'])
        self.assertEqual(ada.table['proposal']['answers'], [None, 'asked', 'yes'])
        bob.vote(False)
        players.pump(people, lambda: not ada.table['proposal'])
        bob.propose('remove', 2)
        players.pump(people, lambda: ada.table['proposal'])
        self.assertEqual(ada.table['proposal']['answers'], ['asked', 'yes', None])
        ada.vote(True)
        self.assertEqual(error_of(eve), 'removed')
        players.pump((ada, bob), lambda: ada.table['chairs'][2]['away'])
        again = self.server.wire()
        again.send(players.hello(code, eve.token))
        self.assertEqual(again.next(timeout=10)['error'], 'token')
        players.play([ada, bob], until=lambda: bob.mirror.seq > 60)  # a bot plays on
        # Two alone cannot outvote each other, and whoever was removed is not asked any more.
        ada.propose('remove', 1)
        self.assertEqual(error_of(ada), 'proposal')
        ada.propose('end')
        players.pump((ada, bob), lambda: bob.table['proposal'])
        self.assertEqual(bob.table['proposal']['answers'], ['yes', 'asked', None])
        self.again((ada, bob))
        self.assertTrue(ada.table['chairs'][2]['away'])
        bob.vote(True)
        players.pump((ada, bob), lambda: ada.mirror.over)
        ada.say(type='rematch')
        ada.until(lambda: ada.table['rematch'])
        table = self.server.get(f'/api/tables/{ada.table["rematch"]}').json['table']
        self.assertEqual([chair['kind'] for chair in table['chairs']], ['person', 'person', 'open'])


class Reports(Talk):
    def test_to_the_host_alone(self):
        code, (ada, bob, eve) = self.seat(3)
        bob.say(type='report', chair=2, text='she is \u202erude')
        for one in (ada, bob):
            one.until(lambda: any(m['type'] == 'report' for m in one.other))
            told = next(m for m in one.other if m['type'] == 'report')
            self.assertEqual(schema.fault(told, 'serverMessage'), '')
            self.assertEqual((told['by'], told['chair']), (1, 2))
            self.assertNotIn('\u202e', told['text'])
        self.heard(eve)
        self.assertEqual([m for m in eve.other if m['type'] == 'report'], [])
        for chair in (0, 1, 5):
            bob.say(type='report', chair=chair, text='x')
            self.assertEqual(error_of(bob), 'chair')
        for text in ('', 'x' * 301, 'a\nb', None):
            bob.say(type='report', chair=2, text=text)
            self.assertEqual(error_of(bob), 'form')
        watcher = players.Player(self.server, code, None)
        watcher.say(type='report', chair=2, text='x')
        self.assertEqual(error_of(watcher), 'no-chair')

    def reports(self, one):
        self.heard(one)
        return [(m['number'], m['by'], m['chair'], m['text']) for m in self.came if m['type'] == 'report']

    def heard(self, one):
        """Keeps what came meanwhile."""
        one.say(type='ping')
        one.until(lambda: any(m['type'] == 'pong' for m in one.other))
        self.came = list(one.other)
        one.other.clear()

    def test_a_host_who_comes_later(self):
        """Reported while the host is away, told at each visit until it is dealt with, also after kill -9; whoever runs the server sees it too."""
        code, (ada, bob, eve) = self.seat(3)
        ada.drop()
        bob.until(lambda: bob.table['chairs'][0]['since'])
        bob.say(type='report', chair=2, text='rude')
        self.assertEqual(self.reports(bob), [(1, 1, 2, 'rude')])
        eve.say(type='report', chair=1, text='he lies')
        self.assertEqual(self.reports(eve), [(2, 2, 1, 'he lies')])
        both = [(1, 1, 2, 'rude'), (2, 2, 1, 'he lies')]
        ada.reconnect()
        self.assertEqual(self.reports(ada), both)
        self.again((ada, bob, eve))
        self.assertEqual(self.reports(ada), both)
        self.assertEqual(self.reports(bob), [], 'he is not the host')
        token = re.search(rb'shown this once: (\S+)', self.server.log())[1].decode()
        seen = self.server.post('/api/admin', {'token': token, 'do': 'look'}).json['tables']
        self.assertEqual([one['text'] for table in seen if table['code'] == code for one in table['reports']], ['rude', 'he lies'])
        bob.say(type='dismiss', number=1)
        self.assertEqual(error_of(bob), 'not-the-host')
        ada.say(type='dismiss', number=1)
        ada.reconnect()
        self.assertEqual(self.reports(ada), both[1:])
        for i in range(9):
            bob.say(type='report', chair=2, text=f'{i}')
        self.heard(bob)
        ada.reconnect()
        self.assertEqual([one[0] for one in self.reports(ada)], list(range(4, 12)), 'the latest')


class Devices(Talk):
    def code_for(self, one):
        one.say(type='device')
        one.until(lambda: any(m['type'] == 'device' for m in one.other))
        told = next(m for m in one.other if m['type'] == 'device')
        one.other.clear()
        self.assertEqual(schema.fault(told, 'serverMessage'), '')
        return told['code']

    def bring(self, table, code, move=True, **more):
        return self.server.post(f'/api/tables/{table}/device', {'code': code, 'move': move, **more})

    def sit(self, one, answer):
        """The same person, with the key of the other device, as the page's link brings it."""
        token = answer.json['token']
        players.SHARES[(one.code, token, one.table['round'])] = one.share
        other = players.Player(self.server, one.code, token, random.Random(1))
        other.until(lambda: other.mirror.seq is not None)
        self.assertEqual(other.chair, one.chair)
        return other

    def test_moved(self):
        code, (ada, bob) = self.seat(2)
        given = self.code_for(ada)
        phone = self.sit(ada, self.bring(code, given))
        self.assertEqual(error_of(ada), 'moved')
        self.assertEqual(self.bring(code, given).json['error'], 'device', 'once')
        old = self.server.wire()
        old.send(players.hello(code, ada.token))
        self.assertEqual(old.next(timeout=10)['error'], 'token')
        players.play([phone, bob], until=lambda: bob.mirror.seq > 20)  # signed with the same key
        self.again((phone, bob))
        players.play([phone, bob], until=lambda: bob.mirror.seq > 30)

    def test_added(self):
        """Both play on in turn, over a restart; moving it leaves one."""
        code, (ada, bob) = self.seat(2)
        phone = self.sit(ada, self.bring(code, self.code_for(ada), move=False))
        ada.until(lambda: any(m['type'] == 'device' and m['code'] is None for m in ada.other))
        self.again((ada, bob, phone))
        for one in (ada, phone):
            everybody = [ada, bob, phone]
            players.play([one, bob], until=lambda: bob.mirror.seq > 14)
            players.settle(everybody)
        third = self.sit(ada, self.bring(code, self.code_for(phone), move=True))
        self.assertEqual([error_of(one) for one in (ada, phone)], ['moved', 'moved'])
        players.play([third, bob], until=lambda: bob.mirror.seq > 30)

    def test_correspondence(self):
        """Days for each decision, three restarts, two devices of one person in turn; whoever looks sees whose turn it is."""
        code, (ada, bob) = self.seat(2, clock={'mode': 'decision', 'seconds': 3 * 86400})
        phone = self.sit(ada, self.bring(code, self.code_for(ada), move=False))
        for one in (ada, phone, ada):
            for each in (ada, bob, phone):
                each.drop()
            self.server.restart()
            asked = self.server.get(f'/api/tables/{code}').json['table']['asked']
            self.assertEqual({bob.table['chairs'][chair]['seat'] for chair in asked}, set(bob.mirror.waiting['for']))
            self.again((one, bob), restart=False)
            goal = bob.mirror.seq + 4
            players.play([one, bob], until=lambda: bob.mirror.seq >= goal)
            players.settle([one, bob])
            left = bob.mirror.waiting['clock']
            self.assertGreater(min(clock['left'] for clock in left.values()), 2 * 86400)

    def test_before_the_start(self):
        """The seat moves, whatever is asked for: each device has a part of its own in the dice."""
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': dict(BASE, players=2), 'seats': ['me', 'open']}).json
        ada = players.Player(self.server, made['code'], made['token'], readies=False)
        answer = self.bring(made['code'], self.code_for(ada), move=False)
        self.assertEqual((answer.status, answer.json['chair']), (200, 0))
        phone = players.Player(self.server, made['code'], answer.json['token'])
        self.assertEqual(error_of(ada), 'moved')
        self.assertTrue(phone.table['host'] == phone.chair == 0)

    def test_an_answer_that_was_lost(self):
        """Nobody goes before the other device has come; until then the code is good for another token, also after kill -9."""
        code, (ada, bob) = self.seat(2)
        for move in (False, True):
            ada.other.clear()
            given = self.code_for(ada)
            lost = self.bring(code, given, move=move).json['token']
            self.again((ada, bob))
            players.play([ada, bob], until=lambda: bob.mirror.seq > 14)  # as if nothing had been
            answer = self.bring(code, given, move=move)
            self.assertEqual(answer.status, 200)
            old = self.server.wire()
            old.send(players.hello(code, lost))
            self.assertEqual(old.next(timeout=10)['error'], 'token', 'one device comes with one code')
            self.again((ada, bob))
            phone = self.sit(ada, answer)
            self.assertEqual(self.bring(code, given, move=move).json['error'], 'device')
            ada.until(lambda: ada.errors or any(m['type'] == 'device' and m['code'] is None for m in ada.other))
        self.assertEqual(error_of(ada), 'moved')
        players.settle([phone, bob])
        players.play([phone, bob], until=lambda: bob.mirror.seq > 24)

    def test_codes_end_with_the_start(self):
        """Before it each device has a key of its own: nobody is to sit where they cannot sign."""
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': dict(BASE, players=2), 'seats': ['me', 'open']}).json
        ada = players.Player(self.server, made['code'], made['token'], random.Random(1))
        first = self.code_for(ada)
        token = self.bring(made['code'], first).json['token']
        joined = self.server.post(f'/api/tables/{made["code"]}/join', {'name': 'Bob'}).json
        bob = players.Player(self.server, made['code'], joined['token'], random.Random(2))
        players.pump((ada, bob), lambda: all(one.mirror.seq is not None for one in (ada, bob)))
        self.assertEqual(self.bring(made['code'], first).json['error'], 'device')
        late = self.server.wire()
        late.send(players.hello(made['code'], token))
        self.assertEqual(late.next(timeout=10)['error'], 'token')
        players.play([ada, bob], until=lambda: bob.mirror.seq > 4)
        self.assertEqual(ada.errors, [])

    def test_bad_links(self):
        code, (ada, bob) = self.seat(2)
        first = self.code_for(ada)
        given = self.code_for(ada)
        before = (bob.mirror.seq, dict(ada.table))
        for bad in ('', 'x', first, given[:-1], given + 'x', given.upper(), ada.token, '\u202e' + given, 'x' * 4000):
            self.assertEqual((self.bring(code, bad).status, self.bring(code, bad).json['error']), (403, 'device'), bad)
        for body in ({}, {'code': given}, {'code': given, 'move': 1}, {'code': 7, 'move': True}, {'code': given, 'move': True, 'chair': 1}, [], None):
            self.assertEqual(self.server.post(f'/api/tables/{code}/device', body).status, 400)
        other, people = self.seat(2)
        self.assertEqual(self.bring(other, given).status, 403, 'of another table')
        self.assertEqual(self.server.get(f'/api/tables/{code}/device').status, 404)
        watcher = players.Player(self.server, code, None)
        watcher.say(type='device')
        self.assertEqual(error_of(watcher), 'no-chair')
        self.heard(ada)
        self.assertEqual((bob.mirror.seq, ada.errors), (before[0], []))
        self.server.restart()
        self.assertEqual(self.bring(code, given).status, 200, 'it outlasts a restart')

    def test_names_are_told_apart(self):
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': dict(BASE, players=4), 'seats': ['me', 'open', 'open', 'open']}).json
        for name in HOSTILE:
            self.assertEqual(self.server.post(f'/api/tables/{made["code"]}/join', {'name': name}).status, 400, repr(name))
        for name in ('Ada', ' ada ', '\u0410da'):
            self.assertEqual(self.server.post(f'/api/tables/{made["code"]}/join', {'name': name}).status, 200)
        names = [chair['name'] for chair in self.server.get(f'/api/tables/{made["code"]}').json['table']['chairs']]
        self.assertEqual(names[0], 'Ada')
        self.assertEqual([name[-4:] for name in names[1:]], [' (2)', ' (3)', ' (4)'])


if __name__ == '__main__':
    fixture.main()
