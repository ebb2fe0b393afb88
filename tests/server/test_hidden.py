#!/usr/bin/env python3
"""No frame tells what its seat may not know: twin games that differ only in hidden things, byte by byte.

Two servers get the same database. In one copy, outcomes that were drawn for others are changed (twins.py), or
another seat makes another hidden choice. The viewer then does the same on both, and every frame must be equal.
"""
import itertools
import json
import random
import re

import dice
import fixture
import players
import proof
import schema
import twins
from modes import mode

TRACK = {card: track for track, cards in {
    'science': 'alchemist crane engineer inventor irrigation medicine mining printer road-building smith',
    'trade': 'commercial-harbor master-merchant merchant merchant-fleet resource-monopoly trade-monopoly',
    'politics': 'bishop constitution deserter diplomat intrigue saboteur spy warlord wedding'}.items() for card in cards.split()}
if set(TRACK) != set(schema.DEFINITIONS['progress']['enum']):
    raise SystemExit('test_hidden.py: TRACK has not the progress cards of the schema')

# Actions whose outcome for the viewer does not hang on what differs between twins.
SAFE = {'road', 'settlement', 'city', 'end', 'ship', 'sail', 'pass', 'offer', 'accept', 'decline', 'withdraw', 'conclude', 'bank', 'discard',
        'take', 'wall', 'recruit', 'activate', 'promote', 'improve', 'robber', 'pirate', 'knight', 'road-building', 'plenty'}


def rows(server, code):
    """[(key of the row, log line)] of a table's game, in order; the only place that knows the tables of the database."""
    return [((game, number), line) for game, number, line in server.sql(
        'SELECT game, number, line FROM lines JOIN tables ON tables.id = lines.game WHERE code = ? ORDER BY number', code)]


def header(server, code):
    return server.sql('SELECT header FROM tables WHERE code = ?', code)[0][0]


def rewrite(server, keys, lines):
    """Other lines, with the heads that they would have had."""
    heads = proof.Log(lines).heads
    server.sql_each('UPDATE lines SET line = ?, head = ? WHERE game = ? AND number = ?',
                    [(line, head, *key) for line, head, key in zip(lines[1:], heads[1:], keys)])


def without_heads(frame):
    """Heads differ between twins, as they must: the chain binds all lines, hidden ones too. They tell nothing, because
    each line enters with a salt that follows from the secret: see Heads below. Whoever has not come since a server was started
    is away since then, and twins are started one after the other, and told the time so."""
    return re.sub(rb'"(since|now)":[0-9]+', rb'"\1":0', re.sub(rb'"head":"[0-9a-f]{64}"', b'"head":""', frame or b''))


class Pair:
    """Two servers with the same games, and the viewer's connection to each."""

    def __init__(self, case, server, people, viewer, change=None):
        server.kill()
        other = server.twin()
        case.addCleanup(other.end)
        if change:
            change(other)
        server.restart()
        other.start()
        for one in server, other:
            one.alone()
        case.servers.append(other)
        self.case, self.servers, self.people, self.viewer = case, (server, other), people, viewer
        self.sockets = [{}, {}]
        self.watchers = []
        self.crowd = []  # spectators: what a third seat may not know, they may not know either
        for side, one in zip(self.sockets, self.servers):
            watcher = players.Player(one, viewer.code, viewer.token, connect=False)
            watcher.keep = True
            watcher.connect()
            watcher.until(lambda: watcher.mirror.seq is not None)
            self.watchers.append(watcher)
            side[viewer.seat] = watcher
            stranger = players.Player(one, viewer.code, None, connect=False)
            stranger.keep = True
            stranger.connect()
            stranger.until(lambda: stranger.mirror.seq is not None)
            self.crowd.append(stranger)
            side['spectator'] = stranger
        for person in people:
            if person is not viewer:
                for side, one in zip(self.sockets, self.servers):
                    side[person.seat] = players.Player(one, person.code, person.token)
                    side[person.seat].until(lambda: side[person.seat].mirror.seq is not None)
                self.quiet()
        for watcher in self.watchers + self.crowd:
            self.wait_for_all(watcher)

    def wait_for_all(self, watcher):
        """Who comes is told now and then, as time passes: of these tables only the last one is compared."""
        watcher.until(lambda: watcher.table['watching'] == 1 and
                      all(chair['connected'] for chair in watcher.table['chairs'] if chair['kind'] == 'person'))
        tables = [text for text in watcher.frames if text.startswith(b'{"type":"table"')]
        watcher.frames = [text for text in watcher.frames if text not in tables] + tables[-1:]

    def quiet(self):
        """Both viewers have heard all there is (a pong comes last), so that frames can be compared."""
        for watcher in self.watchers + self.crowd:
            watcher.say(type='ping')
            before = len(watcher.other)
            watcher.until(lambda: any(m['type'] == 'pong' for m in watcher.other[before:]))

    def compare(self, what):
        self.quiet()
        self.same_frames(what, self.viewer.seat, self.watchers)
        self.same_frames(what, 'a spectator', self.crowd)
        return len(self.watchers[0].frames)

    def ask_history(self, first):
        """It comes when a worker has written it."""
        for watcher in self.watchers + self.crowd:
            before = len(watcher.other)
            watcher.say(type='history', changes=True, **{'from': first})
            watcher.until(lambda: any(m['type'] == 'history' for m in watcher.other[before:]))

    def same_frames(self, what, who, pair):
        for number, (a, b) in enumerate(itertools.zip_longest(pair[0].frames, pair[1].frames)):
            if without_heads(a) != without_heads(b):
                where = players.difference(json.loads(a or b'{}'), json.loads(b or b'{}'), 'frame')
                self.case.fail(f'{what}: frame {number} to {who} tells hidden things: {where}\n{(a or b"")[:600]}\n{(b or b"")[:600]}')

    def act(self, seat, actions):
        """A seat acts on both sides, once each; the answers."""
        answers = []
        for side, action in zip(self.sockets, actions):
            answers.append(side[seat].act_and_wait(action, others=[one for one in side.values() if one is not side[seat]]))
            if isinstance(answers[-1], int):
                players.pump(list(side.values()), lambda: {one.mirror.seq for one in side.values()} == {answers[-1]})
        self.case.assertEqual(answers[0] if isinstance(answers[0], int) else dict(answers[0], id=0),
                              answers[1] if isinstance(answers[1], int) else dict(answers[1], id=0), actions)
        return answers

    def end(self):
        for side in self.sockets:
            for one in side.values():
                one.drop()
        self.servers[1].kill()
        self.case.servers.remove(self.servers[1])


def every_kind(seat):
    """An action of every kind, in a good form."""
    words = {'corner': '0,0N', 'edge': '0,0NE', 'hex': '0,0', 'seat': 'blue', 'card': 'wood', 'cards': {'wood': 1}, 'seats': ['blue', 'white'],
             'track': 'trade', 'progress': 'spy', 'dice': [3, 4], 'rank': 'basic', 'wonder': 'great-wall'}

    def value(rule):
        if '$ref' in rule:
            return words[rule['$ref'].rsplit('/', 1)[1]]
        if 'anyOf' in rule or 'oneOf' in rule:
            return value(rule.get('anyOf', rule.get('oneOf'))[0])
        return rule.get('enum', [None])[0]
    for form in schema.DEFINITIONS['action']['oneOf']:
        for kind in form['properties']['kind'].get('enum') or [form['properties']['kind']['const']]:
            action = {'seat': seat, 'kind': kind}
            for name in form['required']:
                action.setdefault(name, value(form['properties'][name]))
            yield action


class Hidden(fixture.Case):
    def start(self, name, seed, **rules):
        server = self.serve()
        code, people = players.seat_people(server, 4, random.Random(seed), **mode(name, target=20, turn_limit=0, **rules))
        return server, code, people

    def changed_outcomes(self, name, seed, length, differ):
        """Twins by other outcomes: cards stolen, bought and drawn by others."""
        server, code, people = self.start(name, seed)
        found = 0
        for stretch in range(20):
            players.play(people, limit=length)
            players.settle(people)
            server.kill()
            table = rows(server, code)
            lines = [header(server, code)] + [line for _, line in table]
            viewer = max(people, key=lambda one: twins.hidden_draws(lines, one.seat))
            other, changed = twins.twin(lines, viewer.seat, enough=3, tries=40)
            found += len(changed)
            server.start()
            if changed:
                def change(twin):
                    rewrite(twin, [key for key, _ in table], other)
                self.compare_twins(name, Pair(self, server, people, viewer, change))
            for one in people:
                one.reconnect()
            players.settle(people)
            if found >= differ:
                break
        self.assertGreaterEqual(found, differ, 'no twins were found, so nothing was proved')
        print(f'{name}: twins differ in {found} hidden outcomes')

    def compare_twins(self, name, pair):
        pair.compare(f'{name}: joining')
        pair.ask_history(1)
        pair.compare(f'{name}: history')
        seat = pair.viewer.seat
        for action in every_kind(seat):
            listed = pair.watchers[0].mirror.list or {'actions': [], 'templates': []}
            if action['kind'] not in {one['kind'] for one in listed['actions'] + listed['templates']}:
                pair.act(seat, [action, action])
        pair.compare(f'{name}: refusals')
        for victim in pair.people:
            if victim.seat != seat:
                for take in ({'wood': 1}, {'ore': 3}, {'grain': 9}):
                    offer = {'seat': seat, 'kind': 'offer', 'seats': [victim.seat], 'give': {'wool': 1}, 'take': take}
                    pair.act(seat, [offer, offer])
        pair.compare(f'{name}: offers')
        frames = self.lockstep(name, pair)
        self.assertGreater(frames, 50)
        pair.end()

    def lockstep(self, name, pair, steps=25):
        """The same actions on both sides, as long as they cannot reveal what differs."""
        chance = random.Random(1)
        safe = SAFE | ({'roll'} if name != 'knights' else set())  # a roll there may draw a card for the viewer
        for _ in range(steps):
            asked = pair.watchers[0].mirror.waiting['for']
            choices = []
            for seat in asked:
                ours, theirs = (side[seat].mirror.list or {'actions': []} for side in pair.sockets)
                choices += [action for action in ours['actions'] if action in theirs['actions'] and action['kind'] in safe
                            and pair.viewer.seat not in (action.get('target'), action['seat'] if action.get('target') else None)]
            if not choices:
                break
            action = chance.choice(choices)
            pair.act(action['seat'], [action, action])
            pair.compare(f'{name}: {action}')
        return pair.compare(name)

    # -- hidden choices of others

    def alternatives(self, one):
        """Two actions of a seat that nobody else may tell apart (yet), or None."""
        listed = one.mirror.list
        if not listed or one.seat not in one.mirror.waiting['for']:
            return None
        step, alone = one.mirror.step, len(one.mirror.waiting['for']) == 1
        options = []
        for template in listed['templates']:
            if (template['kind'], step) in (('pick', 'master-merchant'), ('give', 'wedding'), ('give', 'harbor')) or (
                    template['kind'] == 'discard' and not alone):
                options += [one.fill(template) for _ in range(20)]
        options += [action for action in listed['actions'] if action['kind'] in ('drop', 'steal-card', 'harbor', 'give', 'pick')
                    or action['kind'] in ('pillage', 'breach', 'yield') and not alone]
        return next(((a, b) for a, b in itertools.combinations(options, 2) if a != b and self.looks(a) == self.looks(b)), None)

    def looks(self, action):
        """What everybody sees of a hidden choice."""
        if 'progress' in action:
            return action['kind'], TRACK[action['progress']], action['progress'] in ('printer', 'constitution')
        count = sum(n for cards in (action.get('give', {}), action.get('take', {})) for n in cards.values())
        return action['kind'], action.get('target'), count

    def party(self, actor, choices):
        """Seats that may know of the choice."""
        step = actor.mirror.view['agenda'][-1]
        return {actor.seat, step.get('of'), step.get('to'), choices[0].get('target'), actor.mirror.view['active']}

    def new_choice(self, one, kinds):
        choices = not one.sent and one.mirror.seq is not None and self.alternatives(one)
        return choices if choices and choices[0]['kind'] not in kinds else None

    def hidden_choices(self, name, seed, limit, wanted, **rules):
        """Plays on until `wanted` kinds of hidden choices were met (or `limit` actions were made); each forks the game."""
        server, code, people = self.start(name, seed, **rules)
        kinds = set()
        while len(kinds) < wanted and limit > 0 and not people[0].mirror.over:
            actors = lambda: [one for one in people if self.new_choice(one, kinds)]
            limit -= players.play(people, until=lambda: len({p.mirror.seq for p in people}) == 1 and actors(), limit=min(limit, 300))
            players.settle(people)
            for actor in actors():
                choices = self.new_choice(actor, kinds)
                viewer = next((one for one in people if one.seat not in self.party(actor, choices)), None)
                if viewer:
                    kinds.add(choices[0]['kind'])
                    self.fork(name, server, people, actor, viewer, choices)
                    break
            else:
                limit -= 1 + players.play(people, limit=1)
                players.settle(people)
        print(f'{name}: hidden choices compared: {" ".join(sorted(kinds))}')
        self.assertTrue(kinds, 'no hidden choice was met')
        return kinds

    def fork(self, name, server, people, actor, viewer, choices):
        seq = actor.mirror.seq
        pair = Pair(self, server, people, viewer)
        answers = pair.act(actor.seat, choices)
        self.assertEqual([type(answer) for answer in answers], [int, int], (choices, answers))
        pair.compare(f'{name}: {choices[0]} or {choices[1]}')
        pair.ask_history(max(1, seq - 3))
        pair.compare(f'{name}: history after {choices[0]} or {choices[1]}')
        pair.end()
        for one in people:
            one.reconnect()
        players.pump(people, lambda: {one.mirror.seq for one in people} == {seq + 1})

    def test_outcomes_base(self):
        self.changed_outcomes('base', 41, 220, 2)

    def test_outcomes_knights(self):
        self.changed_outcomes('knights', 42, 250, 2)

    def test_outcomes_seafarers(self):
        self.changed_outcomes('seafarers', 43, 250, 2)

    def test_choices_base(self):
        self.hidden_choices('base', 51, 600, 1, hand_limit=2)

    def test_choices_seafarers(self):
        self.hidden_choices('seafarers', 53, 600, 1, hand_limit=2)

    def test_choices_knights(self):
        self.hidden_choices('knights', 52, 3000 if fixture.HEAVY else 800, 9 if fixture.HEAVY else 3, hand_limit=2)

    def test_choices_of_many_kinds(self):
        kinds = set()
        for number in range(5 if fixture.HEAVY else 3):
            for name in ('new shores with knights', 'knights of catan8', 'knights') if fixture.HEAVY else ('new shores with knights',):
                kinds |= self.hidden_choices(name, 200 + number, 2500 if fixture.HEAVY else 1200, 9 if fixture.HEAVY else 5)
            if len(kinds) > 3 and not fixture.HEAVY:
                break
        if fixture.HEAVY:
            self.assertGreaterEqual(kinds, {'discard', 'drop', 'give', 'harbor', 'pick', 'steal-card'})


class Heads(fixture.Case):
    def test_a_head_tells_nothing(self):
        """Who knows everything but the secret, and every card that could have been bought, cannot tell which it was."""
        server = self.serve()
        code, people = players.seat_people(server, 2, random.Random(61), rules={'game': 'base', 'target': 3, 'turn_limit': 10})
        players.play(people)
        players.pump(people, lambda: all(one.mirror.over for one in people))
        log = proof.Log(server.get(f'/api/tables/{code}/log').body.decode().splitlines())
        before, after = people[0].mirror.heads[5], people[0].mirror.heads[6]
        line = log.lines[6]
        salt = dice.digest('salt', log.secret, (6).to_bytes(8, 'big'))
        self.assertEqual(dice.digest('line', bytes.fromhex(before), salt, line.encode()).hex(), after, 'with the salt it follows')
        for guess in (b'', bytes(32), bytes.fromhex(before), people[0].share.entropy, dice.digest('salt', bytes(32), (6).to_bytes(8, 'big'))):
            self.assertNotEqual(dice.digest('line', bytes.fromhex(before), guess, line.encode()).hex(), after)
        other = line.replace('"drew":[', '"drew":[7,').replace('7,]', '7]')
        theirs = dice.digest('line', bytes.fromhex(before), salt, other.encode()).hex()
        different = bin(int(theirs, 16) ^ int(after, 16)).count('1')
        self.assertTrue(80 < different < 176, f'{different} of 256 bits differ')


if __name__ == '__main__':
    fixture.main()
