#!/usr/bin/env python3
"""One address takes what is meant for all: chairs, chat, time, memory. How long others wait for it is in test_findings.py."""
import contextlib
import os
import random
import time
from unittest import mock

import fixture
import players
import strangers
import wire


class Share(fixture.Case):
    def test_clock_through_leave_and_back(self):
        server = self.serve()
        code, people = players.seat_people(server, 2, random.Random(7), rules={'game': 'base', 'players': 2}, clock={'mode': 'turn', 'seconds': 60}, pace=4)
        def asked():
            return next((p for p in people if p.mirror.waiting and p.seat in p.mirror.waiting['for']), None)
        players.pump(people, asked)
        one = asked()
        seq = one.mirror.seq
        time.sleep(4)
        one.say(type='leave')
        one.say(type='back')
        fresh = players.Player(server, code, one.token)
        fresh.until(lambda: fresh.mirror.waiting is not None)
        self.assertEqual(fresh.mirror.seq, seq, 'a bot moved at once, though it should take its time')
        self.assertLess(fresh.mirror.waiting['clock'][one.seat]['left'], 57, 'leave and back have refilled the clock')

    def test_chat_is_counted_by_person(self):
        server = self.serve(limits=dict(strangers.USUAL))
        code, people = players.seat_people(server, 2, random.Random(8), rules={'game': 'base', 'players': 2})
        bad, other = people
        sockets = [players.Player(server, code, bad.token) for _ in range(14)]
        for line in range(10):
            for i, one in enumerate(sockets):
                try:
                    one.say(type='chat', text=f'line {line} of {i}')
                except wire.Gone:
                    pass
        other.chat.clear()
        end = time.monotonic() + 3
        while time.monotonic() < end:
            other.read()
            time.sleep(0.05)
        self.assertLessEqual(len(other.chat), 20, 'fourteen sockets say more than one')
        for one in (*sockets, *people):
            one.drop()

    def test_public_chairs(self):
        """One address sits down wherever a chair is free: others still find one."""
        server = self.serve(limits=dict(strangers.USUAL))
        hosts, codes = strangers.addresses(3), []
        for _ in range(20):
            made = strangers.request(server, 'POST', '/api/tables', {'name': 'Ada', 'public': True, 'rules': {'game': 'base', 'players': 4}}, next(hosts))
            codes.append(made.json['code'])
        taken = 0
        for turn in range(3):
            for code in codes:
                answer = strangers.request(server, 'POST', f'/api/tables/{code}/join', {'name': 'Eve'}, '127.0.0.66')
                taken += bool(answer) and answer.status < 300
            time.sleep(2)  # so that it is not the limit of requests that stops it
        self.assertEqual(taken, 8, f'one address took {taken} of 60 chairs')
        self.assertGreater(server.limited('chairs-each'), 0)
        free = [strangers.request(server, 'POST', f'/api/tables/{code}/join', {'name': 'Bob'}, f'127.4.0.{i + 1}') for i, code in enumerate(codes)]
        self.assertGreaterEqual(sum(bool(answer) and answer.status < 300 for answer in free), 10)

    def test_public_chairs_of_two_addresses(self):
        """One address takes the chairs, another one comes to sit on them: they count for who took them."""
        server = self.serve(limits=dict(strangers.USUAL))
        hosts, taken = strangers.addresses(3), 0
        for _ in range(12):
            made = strangers.request(server, 'POST', '/api/tables', {'name': 'Ada', 'public': True, 'rules': {'game': 'base', 'players': 4}}, next(hosts))
            answer = strangers.request(server, 'POST', f'/api/tables/{made.json["code"]}/join', {'name': 'Eve'}, '127.0.0.70')
            if answer and answer.status < 300:
                taken += 1
                wire.Wire(server.port, source='127.0.0.71').send(players.hello(made.json['code'], answer.json['token']))
            time.sleep(0.2)
        self.assertEqual(taken, 8, f'they took {taken} of 12 chairs')

    def test_void_rounds_of_one_stranger(self):
        """Who makes a round void rests before the next chair at that table: its host can act meanwhile."""
        server = self.serve(limits=dict(strangers.USUAL))
        made = server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base', 'players': 2}, 'seats': ['me', 'open']})
        ada = players.Player(server, made.json['code'], made.json['token'])
        ada.until(lambda: ada.table)
        path = f'/api/tables/{made.json["code"]}/join'
        eve = players.Player(server, made.json['code'], server.post(path, {'name': 'Eve'}, '127.0.0.66').json['token'], reveals=False)
        players.pump([ada, eve], lambda: eve.terms)
        eve.say(type='leave')
        ada.until(lambda: ada.table['void'])
        again = server.post(path, {'name': 'Eve'}, '127.0.0.66')
        self.assertEqual((again.status, again.json['error']), (429, 'rest'))
        self.assertEqual(server.post(path, {'name': 'Bob'}, '127.0.0.9').status, 200)

    def test_floods_of_frames(self):
        """Pings and pieces of messages cost like messages: who sends nothing but them is cut off."""
        server = self.serve(limits=dict(strangers.USUAL))
        for frame in (wire.frame(wire.PING, b'x'), wire.frame(wire.PONG, b''), wire.frame(wire.CONTINUATION, b'', fin=False)):
            one = wire.Wire(server.port, source='127.0.0.66')
            if frame[0] & 15 == wire.CONTINUATION:
                one.send_bytes(wire.frame(wire.TEXT, b'', fin=False))
            with contextlib.suppress(OSError):
                for _ in range(50):
                    one.send_bytes(frame * 20)
            self.assertTrue(one.wait_closed(), 'it is still there')
            time.sleep(4)  # until the address may say something again
        polite = wire.Wire(server.port, source='127.0.0.66')
        for _ in range(10):
            polite.send_bytes(wire.frame(wire.PING, b'x'))
        polite.send(players.hello('abcdefghjkmn', None))
        self.assertEqual(polite.until('error')['error'], 'no-table')
        self.assertGreater(server.limited('messages'), 0)

    def test_slow_readers(self):
        """One address with sixty sockets watches games of bots and never reads: the server's memory stays bounded."""
        with mock.patch.dict(os.environ, ASAN_OPTIONS=os.environ.get('ASAN_OPTIONS', '') + ':quarantine_size_mb=1'):  # what is freed shall not count
            server = self.serve(limits=dict(strangers.USUAL))
        before = strangers.memory(server)
        sockets = strangers.slow_readers(server)
        grown, end = 0, time.monotonic() + 20
        while time.monotonic() < end:
            time.sleep(0.2)
            grown = max(grown, strangers.memory(server) - before)
        self.assertIsNotNone(strangers.visit(server), 'a visitor is not answered')
        for one in sockets:
            one.drop()
        self.assertLess(grown, (60 << 20) * (3 if strangers.SANITIZED else 1), f'{grown >> 20} MiB for readers who do not read')


if __name__ == '__main__':
    fixture.main()
