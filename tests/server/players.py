"""Players for tests: they mirror what the server tells them, and pick from the list at random.

A player's mirror is the view it would draw. `changes` are applied to it, and a fresh `position`
(asked for by connecting once more without a seq) must be equal: that is what `divergence` says.
"""
import select
import time

import dice
import wire

# What random players do less often than it is listed, so that games come to an end.
SELDOM = {'offer': 0.05, 'bank': 0.3, 'decline': 0.7, 'withdraw': 0.3, 'end': 0.6, 'road': 0.5, 'ship': 0.5, 'sail': 0.2, 'move': 0.3, 'pass': 0.5, 'undo': 0.2}
OFTEN = {'settlement': 6.0, 'city': 8.0, 'improve': 2.0, 'buy': 4.0}


# (code, token, round) -> what this person has pledged: all connections of a person have the same.
SHARES = {}


def hello(code, token, seq=None):
    return {'type': 'hello', 'protocol': 2, 'table': code, 'token': token, 'seq': seq}


class Mirror:
    """What one connection knows of the game."""

    def __init__(self):
        self.seq = None
        self.view = self.list = self.facts = self.waiting = self.rules = self.map = self.prices = None
        self.history = {}  # seq -> events
        self.heads = {}    # seq -> head of the chain
        self.positions = 0
        self.winner = None
        self.over = False

    def take(self, message):
        getattr(self, 'take_' + message['type'], lambda _: None)(message)

    def take_position(self, message):
        self.positions += 1
        self.seq = message['seq']
        self.take_head(message)
        for name in ('view', 'list', 'facts', 'waiting', 'rules', 'map', 'prices'):
            setattr(self, name, message[name])

    def take_head(self, message):
        if 'head' in message:
            if self.heads.setdefault(message['seq'], message['head']) != message['head']:
                raise AssertionError(f'two heads after line {message["seq"]}')

    def take_played(self, message):
        if self.seq is None:
            raise AssertionError('played came before any position')
        if message['seq'] != self.seq + 1:
            raise AssertionError(f'played {message["seq"]} after {self.seq}')
        self.seq = message['seq']
        self.take_head(message)
        self.history[self.seq] = message['events']
        changes = message['changes']
        for name, value in changes.items():
            if name == 'players':
                seats = {player['seat']: player for player in self.view['players']}
                for changed in value:
                    seats[changed['seat']].update(changed)
            else:
                if name not in self.view:
                    raise AssertionError(f'changes has a member that no view has: {name}')
                self.view[name] = value
        self.list = message['list']
        self.waiting = message['waiting']
        self.facts = message.get('facts', self.facts)

    def take_waiting(self, message):
        self.waiting = {name: value for name, value in message.items() if name != 'type'}

    def take_over(self, message):
        self.over, self.winner = True, message['winner']

    @property
    def step(self):
        return self.waiting['step'] if self.waiting else None

    def same(self, other):
        """Where two mirrors differ: a sentence, or nothing."""
        if self.seq != other.seq:
            return f'seq {self.seq} is not {other.seq}'
        for name in ('view', 'list', 'facts', 'rules', 'map', 'prices'):
            if where := difference(getattr(self, name), getattr(other, name), name):
                return f'at seq {self.seq}: {where}'
        mine, theirs = self.waiting, other.waiting
        if mine and theirs and (mine['for'], mine['step']) != (theirs['for'], theirs['step']):
            return f'at seq {self.seq}: waiting {mine} is not {theirs}'
        return ''


def difference(a, b, path):
    if isinstance(a, dict) and isinstance(b, dict):
        if a.keys() != b.keys():
            return f'{path}: members {sorted(a.keys() ^ b.keys())}'
        return next((d for key in a if (d := difference(a[key], b[key], f'{path}.{key}'))), '')
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next((d for i, (x, y) in enumerate(zip(a, b)) if (d := difference(x, y, f'{path}[{i}]'))), '')
    return '' if a == b else f'{path}: {a!r} is not {b!r}'[:400]


class Player:
    """One connection to a table, with a seat or without."""

    def __init__(self, server, code, token, random=None, connect=True, pledges=True, reveals=True, seals=False, readies=True, **options):
        self.server, self.code, self.token, self.random = server, code, token, random
        if token:
            server.tokens.add(token.encode())
        self.pledges, self.reveals, self.seals = pledges, reveals, seals  # whether it does so by itself
        self.readies = readies  # so too
        self.pledged = 0        # the latest round it has pledged in
        self.readied = 0        # the latest one it was ready to start in
        self.terms = None       # those of the latest round, as text
        self.revealed = False   # it has agreed to them
        self.was_away = False   # then bots may have moved
        self.options = options
        self.mirror = Mirror()
        self.table = self.chair = None
        self.sent = {}      # id -> action, waiting for an answer
        self.next_id = 1
        self.acked = {}     # id -> (seq, action)
        self.latest = 0     # seq of the latest ack
        self.refused = []
        self.errors = []
        self.chat = []
        self.other = []     # messages of other types
        self.frames = []    # every text as it came, if kept
        self.keep = False
        self.stuck = 0      # refused at this seq
        self.hopeless = []  # actions refused at this seq
        self.wire = None
        if connect:
            self.connect()

    # -- connection

    def connect(self, seq=None, wait=True):
        self.wire = self.server.wire(**self.options)
        self.sent.clear()
        self.wire.send(hello(self.code, self.token, seq))
        if wait:
            self.until(lambda: self.table is not None and self.welcomed)
        return self

    welcomed = False

    def fresh(self):
        """Another connection to the same seat, with a position of its own."""
        other = Player(self.server, self.code, self.token, **self.options)
        other.until(lambda: other.mirror.seq is not None)
        return other

    def reconnect(self, seq='last'):
        self.wire.drop()
        self.welcomed = False
        self.connect(self.mirror.seq if seq == 'last' else seq)

    def drop(self):
        if self.wire:
            self.wire.drop()

    def read(self):
        alive = self.wire.read()
        while self.wire.texts:
            text = self.wire.texts.popleft()
            if self.keep:
                self.frames.append(text)
            self.take(wire.json.loads(text))
        return alive

    def take(self, message):
        kind = message['type']
        if kind == 'welcome':
            self.table, self.chair, self.welcomed = message['table'], message['chair'], True
            self.gather()
        elif kind == 'table':
            self.table = message['table']
            self.gather()
        elif kind == 'round':
            self.agree(message['terms'])
        elif kind in ('position', 'played', 'waiting', 'over'):
            self.mirror.take(message)
            if kind in ('position', 'played'):
                self.stuck, self.hopeless = 0, []
            if kind == 'over' and self.seals and self.key:
                self.seal()
        elif kind == 'ack':
            self.acked[message['id']] = (message['seq'], self.sent.pop(message['id'], None))
            self.latest = message['seq']
        elif kind == 'refused':
            self.refused.append(message)
            action = self.sent.pop(message['id'], None)
            self.stuck += 1
            if message['error'] not in ('stale', 'too-fast', 'storage'):
                self.hopeless.append(action)
        elif kind == 'error':
            self.errors.append(message)
        elif kind == 'chat':
            self.chat.append(message)
        else:
            self.other.append(message)

    def until(self, condition, timeout=30, others=()):
        """Reads (also for `others`) until the condition holds."""
        everybody = (self, *others)
        pump(everybody, condition, timeout)
        return self

    # -- the dice

    @property
    def share(self):
        """The bytes and the key of this person in this round of this table."""
        where = (self.code, self.token, self.table['round'])
        return SHARES.setdefault(where, dice.Share()) if self.token else None

    @property
    def key(self):
        """Of the chair, as the table shows it; None: it signs nothing."""
        return self.table['chairs'][self.chair]['key'] if self.chair is not None else None

    def gather(self):
        """Pledges, once in each round."""
        table = self.table
        mine = table['chairs'][self.chair] if self.chair is not None else {'kind': 'open', 'away': False}
        self.was_away = self.was_away or mine['away']
        if not self.token or mine['kind'] != 'person' or table['phase'] != 'gathering':
            return
        if self.pledges and self.pledged < table['round']:
            self.pledge()
        if self.readies and table['start'] == 'ready' and self.readied < table['round']:
            self.readied = table['round']
            self.answer(type='ready', on=True)

    def pledge(self):
        self.pledged = self.table['round']
        self.commit = self.table['commit']
        self.answer(type='pledge', round=self.pledged, **self.share.members())

    def agree(self, terms):
        """Reveals, if the terms are what they should be."""
        self.terms = dice.compact(terms)
        if not self.reveals or not self.token or self.chair is None or self.pledged != terms['round']:
            return
        mine = terms['chairs'][self.chair]
        wrong = [name for name, is_right in (
            ('commit', terms['commit'] == self.commit), ('pledge', mine['pledge'] == self.share.pledge.hex()),
            ('key', mine['key'] == self.share.key.hex()), ('void', terms['void'] == self.table['void'])) if not is_right]
        if wrong:
            self.errors.append({'type': 'error', 'error': 'terms', 'text': f'another {", ".join(wrong)}'})
        else:
            self.reveal()

    def reveal(self):
        self.revealed = True
        signature = self.share.sign_reveal(dice.round_head(self.terms))
        self.answer(type='reveal', round=self.table['round'], entropy=self.share.entropy.hex(), signature=signature.hex())

    def sign(self, action, seq):
        """The signature of an action, or None where the chair has no key."""
        head = bytes.fromhex(self.mirror.heads.get(seq, '00' * 32))
        return self.share.sign_act(head, action).hex() if self.key and self.token else None

    def signed_word(self, word, seq=None):
        """seq and signature of a word about the game as a whole, such as `resign`."""
        seq = self.mirror.seq if seq is None else seq
        head = bytes.fromhex(self.mirror.heads.get(seq, '00' * 32))
        return {'seq': seq, 'signature': self.share.sign_word(word, head).hex() if self.key and self.token else None}

    def resign(self, seq=None):
        self.say(type='resign', **self.signed_word('resign', seq))

    def propose(self, kind, chair=None, seq=None):
        self.say(type='propose', kind=kind, **({} if chair is None else {'chair': chair}), **(self.signed_word('agree', seq) if kind == 'end' else {}))

    def vote(self, yes, proposal=None, seq=None):
        """Answers the proposal of the table."""
        open_ = self.table['proposal'] or {'id': 1, 'kind': None}
        word = self.signed_word('agree', seq) if yes and open_['kind'] == 'end' else {}
        self.say(type='answer', proposal=proposal or open_['id'], yes=yes, **word)

    def seal(self):
        self.answer(type='seal', signature=self.share.sign_end(bytes.fromhex(self.mirror.heads[self.mirror.seq])).hex())

    # -- what to say

    def answer(self, **message):
        """Says something by itself; the connection may have ended meanwhile."""
        try:
            self.wire.send(message)
        except wire.Gone:
            pass

    def say(self, **message):
        self.wire.send(message)

    def act(self, action, seq=None):
        number = self.next_id
        self.next_id += 1
        self.sent[number] = action
        seq = self.mirror.seq if seq is None else seq
        self.wire.send({'type': 'act', 'id': number, 'seq': seq, 'action': action, 'signature': self.sign(action, seq)})
        return number

    def act_and_wait(self, action, seq=None, timeout=30, others=()):
        """(ack or refusal) of one action."""
        number = self.act(action, seq)
        before = len(self.refused)
        self.until(lambda: number in self.acked or any(r['id'] == number for r in self.refused[before:]), timeout, others)
        return self.acked[number][0] if number in self.acked else next(r for r in self.refused[before:] if r['id'] == number)

    # -- what to do

    def choices(self):
        listed = self.mirror.list
        if not listed or self.mirror.over:
            return []
        return listed['actions'] + listed['templates']

    def choose(self):
        """One of the listed actions, or a template filled in."""
        if not self.mirror.list or self.mirror.over:
            return None
        pairs = [(action, weight(action)) for action in self.mirror.list['actions'] if action not in self.hopeless]
        pairs += [(template, weight(template) * (1 if pairs == [] else 0.5)) for template in self.mirror.list['templates']]
        if not pairs:
            return None
        one, = self.random.choices([p[0] for p in pairs], [p[1] for p in pairs])
        if one in self.mirror.list['actions']:
            return one
        return self.fill(one) or (self.random.choice(self.mirror.list['actions']) if self.mirror.list['actions'] else None)

    def fill(self, template):
        """An action from a template: offers ask one card for one card; counted ones take what is due; the bank gets all of `give`."""
        action = {'seat': template['seat'], 'kind': template['kind']}
        if template['kind'] == 'bank':
            action['give'] = template['give']
        for name in ('give', 'take'):
            if name not in template or name in action:
                continue
            bag = [card for card, n in template[name].items() for _ in range(n)]
            if not bag:
                return None
            action[name] = {}
            for card in self.random.sample(bag, min(template.get('count', 1), len(bag))):
                action[name][card] = action[name].get(card, 0) + 1
        for name, value in template.items():
            if name not in action and name != 'count':
                action[name] = value
        if action['kind'] in ('offer', 'bank') and set(action['give']) & set(action['take']):
            return None
        return action

    def move(self):
        """Acts if this seat is asked and has no action under way. True when something was sent."""
        if self.sent or self.wire.closed or self.mirror.seq is None or self.mirror.over or self.stuck > 20:
            return False
        if not self.mirror.list or not self.mirror.waiting:
            return False
        seat = self.seat
        asked = seat in self.mirror.waiting['for']
        if not asked and self.random.random() > 0.02:  # offers of others are optional
            return False
        action = self.choose()
        if action is None:
            return False
        self.act(action)
        return True

    def proof(self):
        answer = self.server.get(f'/api/tables/{self.code}/proof')
        assert answer.status == 200, (answer.status, answer.body)
        return answer.json

    @property
    def away(self):
        return self.table['chairs'][self.chair]['away']

    @property
    def seat(self):
        return next((c['seat'] for c in self.table['chairs'] if c['chair'] == self.chair), None)


def weight(action):
    return SELDOM.get(action['kind'], OFTEN.get(action['kind'], 1.0))


def pump(everybody, condition, timeout=30):
    """Serves several connections until a condition holds."""
    end = time.monotonic() + timeout
    for one in everybody:
        if not one.wire.closed:
            one.read()
    while not condition():
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError('it did not happen in time')
        open_ones = [one for one in everybody if not one.wire.closed]
        if not open_ones:
            raise wire.Gone()
        ready, _, _ = select.select([one.wire for one in open_ones], [], [], min(left, 0.5))
        for one in open_ones:
            if one.wire in ready:
                one.read()


def seat_people(server, count, random, names=('Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gil', 'Hal'), **body):
    """A table whose chairs are all taken, so that its game starts. The people in the order of their chairs."""
    body.setdefault('rules', {'game': 'base'})
    body['rules'].setdefault('players', count)
    body.setdefault('seats', ['me'] + ['open'] * (count - 1))
    body.setdefault('pace', 0)
    made = server.post('/api/tables', dict(body, name=names[0]))
    assert made.status == 201, (made.status, made.body)
    code = made.json['code']
    tokens = [made.json['token']]
    people = [Player(server, code, tokens[0], random)]
    for i in range(1, body['seats'].count('open') + 1):
        joined = server.post(f'/api/tables/{code}/join', {'name': names[i]})
        assert joined.status in (200, 201), (joined.status, joined.body)
        people.append(Player(server, code, joined.json['token'], random))
    pump(people, lambda: all(p.mirror.seq is not None for p in people))
    return code, people


def play(people, until=lambda: False, limit=100000, timeout=300, watchers=(), after=None):
    """Lets random players play until the game is over, `until` holds or `limit` actions were sent."""
    end = time.monotonic() + timeout
    sent = 0
    everybody = (*people, *watchers)
    quiet = 0
    while not until() and not all(p.mirror.over for p in people) and sent < limit:
        moved = False
        for one in people[0].random.sample(people, len(people)):
            if one.move():
                sent += 1
                moved = True
        if time.monotonic() > end:
            raise TimeoutError(f'the game did not end: {sent} actions sent, waiting {people[0].mirror.waiting}')
        ready, _, _ = select.select([one.wire for one in everybody if not one.wire.closed], [], [], 0 if moved else 0.25)
        for one in everybody:
            if one.wire in ready:
                one.read()
        quiet = 0 if ready or moved else quiet + 1
        if quiet > 40:
            one = people[0]
            raise AssertionError(f'nobody moves: waiting {one.mirror.waiting}, refused {[p.refused[-1:] for p in people]}')
        if after and ready:
            after()
    return sent


def settle(people, timeout=20):
    """Waits until all have an answer to all they sent and know the same position."""
    def quiet():
        acked = max((p.latest for p in people), default=0)
        return not any(p.sent for p in people) and {p.mirror.seq for p in people} == {max(acked, people[0].mirror.seq)}
    pump(people, quiet, timeout)


def divergence(player):
    """Compares the mirror with a fresh position: '' when they are the same."""
    other = player.fresh()
    try:
        # A bot or a clock may have moved meanwhile, and one of the two have heard of it first.
        pump((player, other), lambda: player.mirror.seq == other.mirror.seq)
        return player.mirror.same(other.mirror)
    finally:
        other.drop()
