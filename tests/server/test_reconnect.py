#!/usr/bin/env python3
"""A socket lost in the middle of every kind of prompt; two sockets on one seat."""
import random

import fixture
import players
import schema
from modes import MODES, VARIED, mode

# What these tests must have met, so that "every kind of prompt" stays true.
EXPECTED = {
    'base': {'start-roll', 'setup-settlement', 'setup-road', 'roll', 'actions', 'robber', 'discard'},
    'knights': {'setup-settlement', 'setup-road', 'roll', 'actions'},
    'seafarers': {'setup-settlement', 'setup-road', 'roll', 'actions', 'robber'},
}

# Steps that ask somebody for something; the rare ones need a position that random players hardly reach.
ASKED = set(schema.DEFINITIONS['step']['enum']) - {'over', 'lift-fog', 'produce', 'attack', 'attack-over', 'check-limit', 'end'}
RARE = {'robber-desert', 'discover', 'metropolis', 'retreat', 'neutral-promote', 'pillage', 'track'}


class Reconnect(fixture.Case):
    met = set()

    @classmethod
    def tearDownClass(cls):
        print(f'{len(cls.met)} kinds of prompts in all; not met: {" ".join(sorted(ASKED - cls.met))}')
        if fixture.HEAVY:
            assert ASKED - cls.met <= RARE, 'not every kind of prompt was met'

    def every_prompt(self, name, body, seed, games=1):
        server = self.serve()
        chance = random.Random(seed)
        met = set()
        for _ in range(games):
            code, people = players.seat_people(server, body['rules']['players'], chance, **body)

            def new_prompt():
                step = people[0].mirror.step
                return step is not None and step not in met and step != 'over'
            while True:
                players.play(people, until=new_prompt)
                if all(one.mirror.over for one in people):
                    break
                players.settle(people)
                if new_prompt():
                    met.add(people[0].mirror.step)
                    self.lose_sockets(people, name)
            for one in people:
                self.assertEqual(players.divergence(one), '', name)
                one.drop()
        type(self).met |= met
        print(f'{name}: {len(met)} prompts: {" ".join(sorted(met))}')
        self.assertLessEqual(EXPECTED.get(name, set()), met)

    def lose_sockets(self, people, name):
        step = people[0].mirror.step
        for one in people:
            positions = one.mirror.positions
            one.reconnect()
            one.until(lambda: one.mirror.seq is not None)
            self.assertEqual(players.divergence(one), '', f'{name}, {step}: {one.seat} after a reconnect')
            self.assertEqual(one.mirror.positions, positions, 'nothing was missed, so no position is needed')
        self.miss_some(people, name)

    def miss_some(self, people, name):
        """One who is not asked loses the socket, misses some actions, and comes back with the old seq."""
        step = people[0].mirror.step
        away = [one for one in people if one.seat not in one.mirror.waiting['for']]
        if not away:
            return
        lost = away[-1]
        lost.wire.drop()
        others = [one for one in people if one is not lost]
        players.play(others, until=lambda: any(lost.seat in one.mirror.waiting['for'] for one in others), limit=4)
        players.settle(others)
        positions = lost.mirror.positions
        lost.reconnect()
        lost.until(lambda: lost.mirror.seq >= others[0].mirror.seq)
        self.assertEqual(lost.mirror.positions, positions, 'the missed actions were within reach')
        self.assertEqual(players.divergence(lost), '', f'{name}, {step}: {lost.seat} after missing some')

    def test_seq_out_of_reach(self):
        """A seq from before, from the future or from nowhere ends in a position, or is refused; never in a wrong view."""
        server = self.serve()
        code, people = players.seat_people(server, 4, random.Random(4), **mode('base'))
        players.play(people, limit=60)
        players.settle(people)
        one = people[1]
        for seq in (0, 1, one.mirror.seq + 1, one.mirror.seq + 100000, 2 ** 31, 2 ** 53):
            other = players.Player(server, code, one.token, connect=False)
            other.connect(seq, wait=False)
            try:
                other.until(lambda: other.mirror.seq is not None, timeout=5)
                if seq > one.mirror.seq:
                    self.assertEqual(other.mirror.same(one.mirror), '', seq)
            except AssertionError as error:
                self.assertIn('played came before', str(error))  # it asked for the rest of what it has not
                self.assertLessEqual(seq, one.mirror.seq)
            except (TimeoutError, players.wire.Gone):
                self.assertTrue(other.errors, f'seq {seq} was neither answered nor refused')
            other.drop()


class TwoOnOneSeat(fixture.Case):
    def test_both_see_and_act(self):
        server = self.serve()
        chance = random.Random(5)
        code, people = players.seat_people(server, 4, chance, **mode('base', start_player='fixed'))
        twins = [one.fresh() for one in people]
        for twin in twins:
            twin.random = chance
        everybody = people + twins
        players.play(everybody, limit=150)
        players.settle(everybody)
        for one, twin in zip(people, twins):
            self.assertEqual(one.mirror.same(twin.mirror), '')
            self.assertTrue(one.acked, f'{one.seat} never acted')
            self.assertTrue(twin.acked, f'the second socket of {one.seat} never acted')
            self.assertEqual(players.divergence(one), '')

    def test_one_of_two_is_stale(self):
        server = self.serve()
        code, people = players.seat_people(server, 4, random.Random(6), **mode('base', start_player='fixed'))
        one = next(p for p in people if p.seat in p.mirror.waiting['for'])
        twin = one.fresh()
        places = [action for action in one.mirror.list['actions'] if action['kind'] == 'settlement']
        first, second = one.act(places[0]), twin.act(places[-1])
        answered = lambda p, i: i in p.acked or any(r['id'] == i for r in p.refused)
        players.pump([one, twin, *people], lambda: answered(one, first) and answered(twin, second))
        self.assertEqual(len(one.acked) + len(twin.acked), 1)
        refused = (one.refused + twin.refused)
        self.assertEqual([message['error'] for message in refused], ['stale'])
        self.assertTrue(refused[0]['text'])
        players.pump([one, twin], lambda: one.mirror.seq == twin.mirror.seq == 1)
        winner = one if one.acked else twin
        (seq, action), = winner.acked.values()
        built = [piece['at'] for piece in twin.mirror.view['pieces'] if piece['piece'] == 'settlement']
        self.assertEqual((seq, built), (1, [action['at']]))

    def test_same_action_twice(self):
        """The same click in two tabs counts once."""
        server = self.serve()
        code, people = players.seat_people(server, 3, random.Random(8), **mode('base', players=3))
        one = people[0]
        twin = one.fresh()
        for _ in range(20):
            players.play(people, limit=40, until=lambda: one.mirror.step == 'roll' and one.seat in one.mirror.waiting['for'])
            if one.mirror.step == 'roll' and one.seat in one.mirror.waiting['for']:
                break
        players.settle([*people, twin])
        seq = one.mirror.seq
        roll, = [action for action in one.mirror.list['actions'] if action['kind'] == 'roll']
        for socket in (one, twin):
            socket.act(roll)
        players.pump([one, twin], lambda: not one.sent and not twin.sent)
        rolled = [event for s, events in one.mirror.history.items() if s > seq for event in events if event['event'] == 'roll']
        self.assertEqual(len(rolled), 1)


class Together(fixture.Case):
    def test_discards_at_the_same_time(self):
        """Several are asked at once and answer with the same seq: nobody is stale."""
        server = self.serve()
        code, people = players.seat_people(server, 4, random.Random(71), **mode('base', hand_limit=2, target=20, turn_limit=0))
        asked = lambda: [p for p in people if p.mirror.step == 'discard' and p.seat in p.mirror.waiting['for']]
        for _ in range(50):
            players.play(people, limit=40, until=lambda: len(asked()) > 1 and not any(p.sent for p in people))
            players.settle(people)
            if len(asked()) > 1:
                break
        crowd = asked()
        self.assertGreater(len(crowd), 1, 'no two had to discard at once')
        refused = sum(len(p.refused) for p in people)
        for one in crowd:
            template = next((t for t in one.mirror.list['templates'] if t['kind'] == 'discard'), None)
            one.act(one.fill(template) if template else one.mirror.list['actions'][0])
        players.settle(people)
        self.assertEqual(sum(len(p.refused) for p in people), refused, [p.refused[-1:] for p in people])
        for one in people:
            self.assertEqual(players.divergence(one), '')

    def test_answers_at_the_same_time(self):
        """Three answer an offer at once: nobody is stale."""
        server = self.serve()
        code, people = players.seat_people(server, 4, random.Random(73), **mode('base', target=20, turn_limit=0))
        one, template = self.play_to_an_offer(people)
        give = next(iter(template['give']))
        take = next(card for card in template['take'] if card != give)
        offer = {'seat': one.seat, 'kind': 'offer', 'seats': template['seats'], 'give': {give: 1}, 'take': {take: 1}}
        others = [p for p in people if p is not one]
        seq = one.act_and_wait(offer, others=others)
        self.assertIsInstance(seq, int, seq)
        players.settle(people)
        before = sum(len(p.refused) for p in people)
        for other in others:
            other.act({'seat': other.seat, 'kind': 'decline'}, seq=seq)
        players.settle(people)
        self.assertEqual(sum(len(p.refused) for p in people), before, [p.refused[-1:] for p in people])
        self.assertEqual(people[0].mirror.seq, seq + 3)

    def play_to_an_offer(self, people, fits=lambda one, template: True):
        """Plays until somebody may offer a trade to all others: (who, the template)."""
        def trader():
            for one in people:
                for template in (one.mirror.list or {'templates': []})['templates']:
                    if template['kind'] == 'offer' and len(template['seats']) == len(people) - 1 and not one.mirror.view['offers'] and fits(one, template):
                        return one, template
        for _ in range(300):
            players.play(people, limit=10, until=lambda: trader() and not any(p.sent for p in people))
            players.settle(people)
            if trader():
                return trader()
        self.fail('nobody could offer anything')

    def test_yes_to_another_offer(self):
        """A yes is to the offer that was seen: when another has taken its place meanwhile, the yes is stale."""
        server = self.serve()
        code, people = players.seat_people(server, 3, random.Random(74), **mode('base', players=3, target=20, turn_limit=0))

        def hand(seat):
            one = next(p for p in people if p.seat == seat)
            return next(player['hand'] for player in one.mirror.view['players'] if player['seat'] == seat)
        fits = lambda one, template: any(len(set(hand(p.seat)) - set(template['give'])) >= 2 for p in people if p is not one)
        one, template = self.play_to_an_offer(people, fits)
        other = next(p for p in people if p is not one and len(set(hand(p.seat)) - set(template['give'])) >= 2)
        give = next(iter(template['give']))
        first, second = sorted(set(hand(other.seat)) - set(template['give']))[:2]
        rest = lambda who: [p for p in people if p is not who]
        offer = {'seat': one.seat, 'kind': 'offer', 'seats': [other.seat], 'give': {give: 1}, 'take': {first: 1}}
        seen = one.act_and_wait(offer, others=rest(one))
        players.settle(people)
        self.assertIsInstance(one.act_and_wait({'seat': one.seat, 'kind': 'withdraw'}, others=rest(one)), int)
        players.settle(people)
        self.assertIsInstance(one.act_and_wait(dict(offer, take={second: 1}), others=rest(one)), int)
        players.settle(people)
        answer = other.act_and_wait({'seat': other.seat, 'kind': 'accept'}, seq=seen, others=rest(other))
        self.assertIsInstance(answer, dict, 'a yes to one offer was taken as a yes to another')
        self.assertEqual(answer['error'], 'stale')
        players.settle(people)
        self.assertIsInstance(other.act_and_wait({'seat': other.seat, 'kind': 'accept'}, others=rest(other)), int)

    def test_taking_another_proposal(self):
        """The same the other way round: the active player takes a proposal that is no longer the one that was seen."""
        server = self.serve()
        code, people = players.seat_people(server, 3, random.Random(75), **mode('base', players=3, target=20, turn_limit=0))
        hand = lambda one: next(player['hand'] for player in one.mirror.view['players'] if player['seat'] == one.seat)

        def proposer():
            if people[0].mirror.step != 'actions':
                return None
            active = next(p for p in people if p.seat == p.mirror.view['active'])
            for one in people:
                template = next((t for t in (one.mirror.list or {'templates': []})['templates'] if t['kind'] == 'offer'), None)
                if one is not active and template and not one.mirror.view['offers'] and len(set(hand(active)) - set(template['give'])) >= 2:
                    return one, active, next(iter(template['give'])), sorted(set(hand(active)) - set(template['give']))
        for _ in range(300):
            players.play(people, limit=10, until=lambda: not any(p.sent for p in people) and len({p.mirror.seq for p in people}) == 1 and proposer())
            players.settle(people)
            if proposer():
                break
        one, active, give, takes = proposer()
        rest = lambda who: [p for p in people if p is not who]
        offer = {'seat': one.seat, 'kind': 'offer', 'seats': [active.seat], 'give': {give: 1}, 'take': {takes[0]: 1}}
        seen = one.act_and_wait(offer, others=rest(one))
        self.assertIsInstance(seen, int, seen)
        players.settle(people)
        self.assertIsInstance(one.act_and_wait({'seat': one.seat, 'kind': 'withdraw'}, others=rest(one)), int)
        players.settle(people)
        self.assertIsInstance(one.act_and_wait(dict(offer, take={takes[1]: 1}), others=rest(one)), int)
        players.settle(people)
        answer = active.act_and_wait({'seat': active.seat, 'kind': 'conclude', 'target': one.seat}, seq=seen, others=rest(active))
        self.assertIsInstance(answer, dict, 'another trade than the one that was seen was made')
        self.assertEqual(answer['error'], 'stale')

    def test_numbers_come_back(self):
        server = self.serve()
        code, people = players.seat_people(server, 3, random.Random(72), **mode('base', players=3))
        one = people[0]
        for number in (0, 1, 7, 2 ** 31 - 1):
            one.wire.send({'type': 'act', 'id': number, 'seq': one.mirror.seq, 'action': {'seat': one.seat, 'kind': 'end'}})
            self.assertEqual(one.wire.until('refused')['id'], number)


def add(name, body, seed, games=1):
    setattr(Reconnect, 'test_' + name.replace(' ', '_').replace(',', ''),
            lambda self: self.every_prompt(name, body, seed, games))


for number, kind in enumerate(MODES):
    add(kind, mode(kind, hand_limit=3, target=12, turn_limit=60), number)
OFTEN = ('base with five, special building', 'knights with two', 'new shores with knights', 'forgotten tribe')
for number, kind in enumerate(VARIED if fixture.HEAVY else OFTEN):
    add(kind, mode(kind, turn_limit=200 if fixture.HEAVY else 60), 100 + number, 3 if fixture.HEAVY else 1)

if __name__ == '__main__':
    fixture.main()
