#!/usr/bin/env python3
"""Messages that are wrong in every way we know: answered or refused, never a crash, nobody else disturbed."""
import json
import pathlib
import random

import fixture
import players
import schema
import wire
from modes import mode

CORPUS = pathlib.Path(__file__).resolve().parent / 'corpus'


class Hostile(fixture.Case):
    def start(self, name='base', **rules):
        self.server = self.serve()
        self.code, self.people = players.seat_people(self.server, 4, random.Random(31), **mode(name, **rules))
        players.play(self.people, limit=30)
        players.settle(self.people)
        self.bad, *self.others = self.people
        self.before = [(one.mirror.seq, json.dumps(one.mirror.view)) for one in self.others]
        for one in self.others:
            one.chat.clear()

    def undisturbed(self, what):
        """The others still have their sockets, the same position, and heard nothing."""
        self.assertTrue(self.server.alive, f'{what}: the server is gone\n' + self.server.log()[-2000:].decode(errors='replace'))
        for one, before in zip(self.others, self.before):
            one.say(type='ping')
            one.other.clear()
            one.until(lambda: any(m['type'] == 'pong' for m in one.other), timeout=10)
            self.assertEqual((one.mirror.seq, json.dumps(one.mirror.view)), before, what)
            self.assertEqual(one.errors, [], what)
            self.assertEqual(one.chat, [], what)

    def fill(self, data):
        return (data.replace(b'CODE', self.code.encode()).replace(b'TOKEN', self.bad.token.encode())
                .replace(b'SEQ', str(self.bad.mirror.seq).encode()))

    def answers(self, socket):
        """What a socket gets until a pong shows that the server has dealt with all before it; None: it was closed."""
        found = []
        try:
            socket.send({'type': 'ping'})
            while True:
                message = socket.next(timeout=10)
                if message['type'] == 'pong':
                    return found
                if message['type'] in ('error', 'refused'):
                    found.append(message)
        except wire.Gone:
            return found or None

    def connect(self):
        socket = self.server.wire()
        socket.send(players.hello(self.code, self.bad.token))
        socket.until('position')
        return socket

    def check_answer(self, answer, name):
        if answer is None:
            return
        self.assertTrue(answer, f'{name} was neither answered nor refused')
        for message in answer:
            self.assertTrue(message['error'] and message['text'], name)
            text = json.dumps(message)
            self.assertNotIn(self.bad.token, text, name)
            self.assertLess(len(text), 2000, name)

    def test_messages(self):
        self.start()
        socket = self.connect()
        for path in sorted(CORPUS.glob('*.msg')):
            if socket.closed:
                socket = self.connect()
            try:
                socket.send_text(self.fill(path.read_bytes()))
                answer = self.answers(socket)
            except wire.Gone:
                answer = None
            self.check_answer(answer, path.name)
            self.undisturbed(path.name)
        self.play_on()

    def test_first_messages(self):
        self.start()
        for path in sorted(CORPUS.glob('*.first')):
            socket = self.server.wire()
            socket.send_text(self.fill(path.read_bytes()))
            try:
                answer = [socket.next(timeout=10)]
            except wire.Gone:
                answer = None
            if answer:
                self.assertEqual(answer[0]['type'], 'error', path.name)
            self.check_answer(answer, path.name)
            socket.drop()
            self.undisturbed(path.name)

    def test_raw_bytes(self):
        self.start()
        for path in sorted(CORPUS.glob('*.raw')):
            socket = self.connect()
            try:
                socket.send_bytes(path.read_bytes())
                socket.drain(0.05)
            except wire.Gone:
                pass
            socket.drop()
            self.undisturbed(path.name)
        self.play_on()

    def test_frames_that_must_fail(self):
        """RFC 6455: reserved bits, unknown opcodes, pieces out of order end the connection."""
        self.start()
        for name in ('reserved-bits.raw', 'opcode-3.raw', 'opcode-11.raw', 'continuation-first.raw', 'fragment-then-text.raw',
                     'ping-fragmented.raw', 'length-negative.raw'):
            socket = self.connect()
            socket.send_bytes((CORPUS / name).read_bytes())
            self.assertTrue(socket.wait_closed(5), name)
            socket.drop()
        self.undisturbed('frames that must fail')

    def test_fragments_are_fine(self):
        """A message in pieces, with a ping between them, is still a message."""
        self.start()
        socket = self.connect()
        text = b'{"type":"history","from":1}'
        for i, byte in enumerate(text):
            socket.send_bytes(wire.frame(wire.TEXT if i == 0 else 0, bytes([byte]), fin=i == len(text) - 1))
            if i == 5:
                socket.send_bytes(wire.frame(wire.PING, b'still here'))
        self.assertEqual(socket.until('history')['from'], 1)
        socket.close()

    def test_size_and_depth(self):
        self.start()
        texts = {f'{size} bytes': json.dumps({'type': 'chat', 'text': 'x' * size}).encode() for size in (4000, 4097, 5000, 65535, 65536, 200000, 3000000)}
        texts['a long key'] = b'{"type":"ping","' + b'k' * 4000 + b'":1}'
        for depth in (50, 500, 1900):
            texts[f'lists {depth} deep'] = b'{"type":"act","id":1,"seq":0,"action":' + b'[' * depth + b']' * depth + b'}'
            texts[f'objects {depth // 3} deep'] = b'{"a":' * (depth // 3) + b'1' + b'}' * (depth // 3)
        texts['lists 100000 deep'] = b'[' * 100000
        texts['many keys'] = b'{' + b','.join(b'"%d":1' % i for i in range(400)) + b'}'
        texts['spaces'] = b' ' * 4096
        for name, text in texts.items():
            socket = self.connect()
            try:
                socket.send_text(text)
                answer = self.answers(socket)
            except wire.Gone:
                answer = None
            self.check_answer(answer, name)
            if len(text) <= 4096:
                self.assertIsNotNone(answer, f'{name}: a short message must not end the connection')
            socket.drop()
            self.undisturbed(name)
        self.play_on()

    def test_random_bytes(self):
        self.start()
        chance = random.Random(99)
        good = [path.read_bytes() for path in sorted(CORPUS.glob('*.msg'))]
        socket = self.connect()
        for _ in range(2000 if fixture.HEAVY else 200):
            text = bytearray(self.fill(chance.choice(good)))
            for _ in range(chance.randrange(1, 4)):
                if text:
                    at = chance.randrange(len(text))
                    change = chance.randrange(3)
                    if change == 0:
                        text[at] = chance.randrange(32, 127)
                    elif change == 1:
                        del text[at]
                    else:
                        text.insert(at, chance.choice(b'{}[]",:0-9eE\\'))
            if b'leave' in text or b'back' in text or b'chat' in text or b'mute' in text:
                continue
            try:
                if socket.closed:
                    socket = self.connect()
                socket.send_text(bytes(text))
                socket.read()
                socket.texts.clear()
            except wire.Gone:
                pass
        self.undisturbed('random bytes')
        self.play_on()

    def play_on(self):
        self.bad.reconnect()
        players.play(self.people, limit=20)
        players.settle(self.people)
        for one in self.people:
            self.assertEqual(players.divergence(one), '')


class IllegalActions(Hostile):
    """Every kind of action, in a good form, when it is not allowed; by the wrong seat; with a stale seq."""
    test_messages = test_first_messages = test_raw_bytes = test_frames_that_must_fail = None
    test_fragments_are_fine = test_size_and_depth = test_random_bytes = None

    def every_kind(self):
        words = {'corner': ['0,0N', '1,1S', '-2,2SW'], 'edge': ['0,0NE', '1,1W', '-2,2E'], 'hex': ['0,0', '1,1', '-2,2'], 'seat': ['blue', 'white'],
                 'card': ['wood', 'ore', 'coin'], 'cards': [{'wood': 1}, {'ore': 2, 'wool': 1}], 'seats': [['blue'], ['blue', 'white']],
                 'track': ['trade', 'science'], 'progress': ['spy', 'alchemist'], 'dice': [[3, 4]], 'rank': ['basic', 'mighty'],
                 'wonder': ['great-wall']}

        def values(rule):
            if '$ref' in rule:
                name = rule['$ref'].rsplit('/', 1)[1]
                return words[name]
            if 'anyOf' in rule or 'oneOf' in rule:
                return [value for option in rule.get('anyOf', rule.get('oneOf')) for value in values(option)]
            return rule.get('enum', [None])
        for form in schema.DEFINITIONS['action']['oneOf']:
            properties = form['properties']
            kinds = properties['kind'].get('enum') or [properties['kind']['const']]
            for kind in kinds:
                for turn in range(2):
                    action = {'seat': 'red', 'kind': kind}
                    for name, rule in properties.items():
                        if name in form['required'] and name not in action:
                            found = values(rule)
                            action[name] = found[turn % len(found)]
                    yield action

    def illegal(self, name):
        self.start(name)
        one = self.bad
        kinds = set()
        for action in self.every_kind():
            listed = one.mirror.list or {'actions': [], 'templates': []}
            own = dict(action, seat=one.seat)
            if own['kind'] in {other['kind'] for other in listed['actions'] + listed['templates']}:
                continue  # it might be allowed
            kinds.add(own['kind'])
            answer = one.act_and_wait(own)
            self.assertIsInstance(answer, dict, f'{own} was accepted')
            self.assertTrue(answer['error'] and answer['text'], own)
            self.assertIn(answer['error'], schema.ERRORS)
            foreign = dict(action, seat=self.others[0].seat)
            self.assertEqual(one.act_and_wait(foreign)['error'], 'not-your-seat', foreign)
        self.assertGreater(len(kinds), 60)
        self.undisturbed(name)
        for other in self.others:  # what others may do now is not for this one to do
            for action in (other.mirror.list or {'actions': []})['actions'][:20]:
                self.assertEqual(one.act_and_wait(action)['error'], 'not-your-seat')
        watcher = players.Player(self.server, self.code, None)
        for action in [a for p in self.people for a in (p.mirror.list or {'actions': []})['actions'][:5]]:
            self.assertEqual(watcher.act_and_wait(action, seq=one.mirror.seq)['error'], 'not-your-seat')
        self.undisturbed(name)

    def test_base(self):
        self.illegal('base')

    def test_knights(self):
        self.illegal('knights')

    def test_seafarers(self):
        self.illegal('seafarers')


class Restless(fixture.Case):
    def test_anything_in_any_order(self):
        """Everybody does anything at any time: make, join, start, leave, come back, set chairs, chat, act, hang up, watch."""
        server = self.serve(limits=fixture.limit(errors=100000))
        for seed in range(12 if fixture.HEAVY else 2):
            self.bustle(server, random.Random(900 + seed), 1500 if fixture.HEAVY else 500)
        self.assertEqual(server.get('/api/health').status, 200)

    def bustle(self, server, chance, steps):
        tokens, sockets = [], []  # (code, token) and open players
        for _ in range(steps):
            try:
                self.one_thing(server, chance, tokens, sockets)
            except (wire.Gone, wire.Refused):
                pass
            for one in list(sockets):
                if one.wire.closed or not one.read():
                    sockets.remove(one)
            while len(sockets) > 25:
                sockets.pop(chance.randrange(len(sockets))).drop()
            self.assertTrue(server.alive, server.log()[-3000:].decode(errors='replace'))
        for one in sockets:
            one.drop()

    def one_thing(self, server, chance, tokens, sockets):
        roll = chance.random()
        if roll < 0.05 or not tokens:
            players_ = chance.randrange(2, 5)
            made = server.post('/api/tables', {
                'name': 'Ada', 'rules': {'game': chance.choice(['base', 'knights', 'seafarers']), 'players': max(3, players_), 'turn_limit': chance.choice([1, 3, 20])},
                'seats': ['me'] + [chance.choice(['open', 'open', 'random', 'greedy']) for _ in range(max(3, players_) - 1)], 'pace': 0,
                'public': chance.random() < 0.5, 'delay': chance.choice([0, 0, 1]), 'spectators': chance.random() < 0.8,
                'start': chance.choice(['full', 'full', 'now']), 'clock': chance.choice([{'mode': 'none', 'seconds': 60}, {'mode': 'decision', 'seconds': 1}])})
            self.assertIn(made.status, (201, 429), made.body)
            if made.status == 201:
                tokens.append((made.json['code'], made.json['token']))
        elif roll < 0.12:
            code, _ = chance.choice(tokens)
            joined = server.post(f'/api/tables/{code}/join', {'name': 'Bob'})
            if joined.status in (200, 201):
                tokens.append((code, joined.json['token']))
        elif roll < 0.25 or not sockets:
            code, token = chance.choice(tokens)
            one = players.Player(server, code, token if chance.random() < 0.8 else None, chance, connect=False)
            one.connect(chance.choice([None, None, 0, 3]), wait=False)
            sockets.append(one)
            one.mirror.take_played = lambda message: None  # what it sees is no matter here
        elif roll < 0.3:
            sockets.pop(chance.randrange(len(sockets))).drop()
        elif roll < 0.34:
            code, _ = chance.choice(tokens)
            server.get(f'/api/tables/{code}' + chance.choice(['', '/log', '/replay?viewer=red', '/replay?viewer=everybody']))
        elif roll < 0.6:
            one = chance.choice(sockets)
            if one.mirror.list and one.choices():
                one.mirror.seq = max([p.mirror.seq or 0 for p in sockets if p.code == one.code])
                action = one.choose()
                if action:
                    one.act(action)
        else:
            chance.choice(sockets).wire.send(chance.choice([
                {'type': 'start'}, {'type': 'leave'}, {'type': 'back'}, {'type': 'rematch'}, {'type': 'ping'}, {'type': 'history', 'from': chance.randrange(1, 9)},
                {'type': 'chair', 'chair': chance.randrange(4), 'set': chance.choice(['open', 'random', 'greedy'])}, {'type': 'pace', 'factor': chance.choice([0, 0.0, 4])},
                {'type': 'mute', 'chair': chance.randrange(4), 'on': chance.random() < 0.5}, {'type': 'chat', 'text': 'hm'},
                players.hello(*chance.choice(tokens))]))


if __name__ == '__main__':
    fixture.main()
