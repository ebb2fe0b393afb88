#!/usr/bin/env python3
"""Dishonest servers are caught in every game: by `holm verify`, and by a client that remembers what it saw.

Servers with one line changed, one for each kind of cheating, play whole games (server/cheat.h). More is forged in the log and
the proof of an honest game, by somebody who knows the secret and may compute hashes anew.
"""
import copy
import json
import os
import pathlib
import random
import time

import dice
import fixture
import players
import proof
from test_fair import QUICK, verify

CHEATS = pathlib.Path(os.environ.get('CHEATS', pathlib.Path(fixture.HOLM).parent / 'tests/server'))
GAMES = 3


class Dishonest(fixture.Server):
    """A server with one line changed."""

    def __init__(self, number, **options):
        self.number = number
        super().__init__(**options)

    def command(self):
        return [str(CHEATS / f'holm-cheat-{self.number}') if word == fixture.HOLM else word for word in super().command()]


class Cheat(fixture.Case):
    def game(self, server, seed, careless=False):
        """A finished game of two people and a bot; they have not signed the end yet."""
        made = server.post('/api/tables', {'name': 'Ada', 'rules': dict(QUICK, players=3), 'seats': ['me', 'open', 'random'], 'pace': 0})
        code = made.json['code']
        ada = players.Player(server, code, made.json['token'], random.Random(seed), connect=False)
        if careless:  # reveals whatever it is shown
            ada.agree = lambda terms: (setattr(ada, 'terms', dice.compact(terms)), ada.reveal())
        ada.connect()
        bob = players.Player(server, code, server.post(f'/api/tables/{code}/join', {'name': 'Bob'}).json['token'], random.Random(seed + 50))
        people = [ada, bob]
        players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
        return self.finish(people)

    def finish(self, people):
        players.play(people)
        players.pump(people, lambda: all(one.mirror.over for one in people))
        log = people[0].server.get(f'/api/tables/{people[0].code}/log').body.decode()
        return people, log.splitlines(), people[0].server.get(f'/api/tables/{people[0].code}/proof').json

    def caught(self, what, lines, told, people, by_verify=True, by_all=True):
        """By verify, by the check of the log alone, and by what somebody remembers."""
        text = '\n'.join(lines) + '\n'
        told = dict(told, log=lines)
        status, said = verify(text)
        if by_verify:
            self.assertEqual(status, 1, f'{what}: {said}')
        if by_all:
            self.assertNotEqual(proof.faults(told, text), [], what)
        found = [proof.faults(told, text, one) for one in people]
        self.assertTrue(any(found), f'{what}: nobody who was there sees it')
        return said


# -- forgeries: each takes the parsed lines and the proof, and changes them in place


def chain_anew(lines):
    """The seed that follows from what the header says now."""
    fair = lines[0]['fair']
    terms = dice.compact(fair['terms'])
    lines[0]['seed'] = dice.seed(bytes.fromhex(fair['secret']), dice.round_head(terms), map(bytes.fromhex, fair['entropy'])).hex()


def replaced_bytes(lines, told):
    lines[0]['fair']['entropy'][0] = 'ab' * 32


def replaced_bytes_and_seed(lines, told):
    replaced_bytes(lines, told)
    chain_anew(lines)


def replaced_pledge(lines, told):
    share = dice.Share()
    fair = lines[0]['fair']
    fair['terms']['chairs'][0].update(share.members())
    fair['entropy'][0] = share.entropy.hex()
    fair['signatures'][0] = share.sign_reveal(dice.round_head(dice.compact(fair['terms']))).hex()
    chain_anew(lines)


def replaced_secret(lines, told):
    lines[0]['fair']['secret'] = 'cd' * 32
    chain_anew(lines)


def withdrawn_key(lines, told):
    """As if the first chair had never pledged: then nobody asks for its signatures."""
    fair = lines[0]['fair']
    fair['terms']['chairs'][0].update(pledge=None, key=None)
    fair['entropy'][0], fair['signatures'][0] = '00' * 32, None
    chain_anew(lines)
    for line in signed_by(lines, 0):
        del line['saw'], line['signature']


def dropped_draw(lines, told):
    drawing = [line for line in lines[1:] if line.get('drew')]
    line = drawing[len(drawing) // 2]  # where little follows it may fit by chance: then only the rules and those who were there tell
    line['drew'].pop()
    told['draws'].remove([draw for draw in told['draws'] if draw['seq'] == line['n']][-1])


def other_dice(lines, told):
    line = next(line for line in lines[20:] if line.get('action', {}).get('kind') == 'roll')
    line['drew'][0] = (line['drew'][0] + 1) % 6
    next(draw for draw in told['draws'] if draw['seq'] == line['n'])['outcome'] = line['drew'][0]


def signed_by(lines, chair):
    seats = [proof.SEATS[seat] for seat, at in enumerate(lines[0]['fair']['chairs']) if at == chair]
    return [line for line in lines[1:] if 'signature' in line and 'action' in line and line['action']['seat'] in seats]


def changed_action(lines, told):
    first, second = [line for line in signed_by(lines, 0) if line['action']['kind'] == 'settlement'][:2]
    first['action'], second['action'] = second['action'], first['action']


def bots(lines):
    return [line for line in lines[1:] if line.get('bot')]


def changed_action_of_a_bot(lines, told):
    first, second = [line for line in bots(lines) if line['action']['kind'] == 'settlement'][:2]
    first['action'], second['action'] = second['action'], first['action']


def renumber(lines, told):
    for n, line in enumerate(lines[1:], 1):
        line['n'] = n


def left_out(lines, told):
    """A line whose draws nobody misses."""
    gone = next(line for line in lines[8:] if line.get('drew') == [] and 'action' in line)
    lines.remove(gone)
    for draw in told['draws']:
        draw['seq'] -= draw['seq'] > gone['n']
    renumber(lines, told)


def reordered(lines, told):
    at = next(i for i in range(1, len(lines) - 1) if lines[i]['drew'] == lines[i + 1]['drew'] == [])
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    renumber(lines, told)


def swapped_seats(lines, told):
    chairs = lines[0]['fair']['chairs']
    chairs[0], chairs[1] = chairs[1], chairs[0]


def swapped_names(lines, told):
    chairs = lines[0]['fair']['terms']['chairs']
    chairs[0]['name'], chairs[1]['name'] = chairs[1]['name'], chairs[0]['name']


def truncated_end(lines, told):
    del lines[-4:]
    last = lines[-1]['n']
    told['draws'] = [draw for draw in told['draws'] if draw['seq'] <= last]


def changed_rules(lines, told):
    lines[0]['rules']['hand_limit'] += 1


def changed_rules_and_terms(lines, told):
    changed_rules(lines, told)
    lines[0]['fair']['terms']['rules'] = lines[0]['rules']
    chain_anew(lines)


def forged_bot(lines, told):
    """What somebody signed, as if a bot had done it."""
    line = signed_by(lines, 0)[3]
    del line['saw'], line['signature']
    line['bot'] = True


FORGERIES = (replaced_bytes, replaced_bytes_and_seed, replaced_pledge, replaced_secret, withdrawn_key, dropped_draw, other_dice, changed_action,
             changed_action_of_a_bot, left_out, reordered, swapped_seats, swapped_names, truncated_end, changed_rules,
             changed_rules_and_terms, forged_bot)


class Forged(Cheat):
    def test_forgeries(self):
        server = self.serve()
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            self.assertEqual(verify('\n'.join(lines) + '\n')[0], 0)
            self.assertEqual([proof.faults(told, '\n'.join(lines), one) for one in people], [[], []])
            for forge in FORGERIES:
                parsed, forged = [json.loads(line) for line in lines], copy.deepcopy(told)
                forge(parsed, forged)
                self.caught(forge.__name__, [dice.compact(line) for line in parsed], forged, people, by_all=forge is not truncated_end)

    def test_proof_without_draws(self):
        """The log is whole, and the proof is not: that is for the client to see."""
        server = self.serve()
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            for draws in ([], told['draws'][:-1], told['draws'][1:], told['draws'][:9] + told['draws'][10:], told['draws'] + told['draws'][-1:]):
                self.assertNotEqual(proof.faults(dict(told, draws=draws), '\n'.join(lines), people[1]), [])

    def test_last_action_as_a_bots(self):
        """Nobody has signed anything behind it, so verify can only tell of it; whoever was there knows better."""
        server = self.serve()
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            parsed = [json.loads(line) for line in lines]
            last = max((line for chair in (0, 1) for line in signed_by(parsed, chair)), key=lambda line: line['n'])
            chair = proof.Log(lines).chair_of(last['action']['seat'])
            del last['saw'], last['signature']
            last['bot'] = True
            said = self.caught('last action', [dice.compact(line) for line in parsed], told, [people[chair]], by_verify=False, by_all=False)
            self.assertRegex(said, f'a bot played 1 action for chair {chair}|does not hold')

    def test_truncated_with_seals(self):
        """Once the end is signed, another end is no end."""
        server = self.serve()
        people, lines, told = self.game(server, 9)
        for one in people:
            one.seal()
            one.say(type='ping')
            one.until(lambda: one.other)
        sealed = server.get(f'/api/tables/{people[0].code}/log').body.decode().splitlines()
        status, said = verify('\n'.join(sealed) + '\n')
        self.assertEqual((status, 'did not sign' in said), (0, False), said)
        seals = [json.loads(line) for line in sealed[len(lines):]]
        shorter = lines[:-1] + [dice.compact(dict(seal, n=len(lines) - 1 + i)) for i, seal in enumerate(seals)]
        self.caught('seals moved', shorter, told, people)

    def test_erased_void_round(self):
        server = self.serve(reveal_seconds=1)
        for seed in range(GAMES):
            made = server.post('/api/tables', {'name': 'Ada', 'rules': QUICK, 'seats': ['me', 'open'], 'pace': 0})
            code = made.json['code']

            def join(name, **options):
                token = server.post(f'/api/tables/{code}/join', {'name': name}).json['token']
                return players.Player(server, code, token, random.Random(seed), **options)
            ada = players.Player(server, code, made.json['token'], random.Random(seed))
            bob = join('Bob', reveals=False)
            players.pump([ada, bob], lambda: ada.table['void'])
            cleo = join('Cleo')
            people = [ada, cleo]
            players.pump(people, lambda: all(one.mirror.seq is not None for one in people))
            people, lines, told = self.finish(people)
            self.assertEqual(verify('\n'.join(lines) + '\n')[0], 0)
            parsed = [json.loads(line) for line in lines]
            parsed[0]['fair']['terms'].update(void=[], round=1)
            for seed_too in (False, True):
                if seed_too:
                    chain_anew(parsed)
                self.caught('erased void round', [dice.compact(line) for line in parsed], told, people)
            for chair, name in ((0, 'Ada'), (1, 'Cleo')):
                parsed[0]['fair']['terms'].update(void=[{'round': 1, 'chairs': [chair], 'names': [name]}], round=2)
                self.caught('another one is blamed', [dice.compact(line) for line in parsed], told, people)

    def test_somebody_elses_key(self):
        """The operator plays the game in Ada's place, with bytes and a key of its own. The log is in order, and verify, which
        was not there, says so; Ada's client finds neither its bytes nor its key nor what it agreed to."""
        server = self.serve()
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            self.assertEqual(verify('\n'.join(lines) + '\n')[0], 0)
            ada = people[0]
            players.SHARES[ada.code, ada.token, 1] = dice.Share()
            found = proof.faults(told, '\n'.join(lines), ada)
            self.assertIn('my pledge or my key is not in the terms', found)
            self.assertIn('my bytes are not in the seed', found)


class Live(Cheat):
    def dishonest(self, number, **options):
        server = Dishonest(number, limits=self.limits, **options)
        self.addCleanup(server.end)
        self.servers.append(server)
        return server

    def test_replaced_entropy(self):
        """The server takes other bytes than those that were revealed, and plays an honest game with them."""
        server = self.dishonest(1)
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            self.caught('replaced entropy', lines, told, people)
            self.assertIn('my bytes are not in the seed', proof.faults(told, '\n'.join(lines), people[0]))

    def test_replaced_pledge(self):
        """A client that looks at the terms does not reveal; of one that does not look, the log tells."""
        server = self.dishonest(2, reveal_seconds=1)
        made = server.post('/api/tables', {'name': 'Ada', 'rules': QUICK, 'seats': ['me', 'random'], 'pace': 0})
        ada = players.Player(server, made.json['code'], made.json['token'], random.Random(1))
        ada.until(lambda: ada.errors)
        self.assertIn('pledge', ada.errors[0]['text'])
        time.sleep(1.3)
        self.assertEqual(server.get(f'/api/tables/{ada.code}').status, 404, 'without a reveal there is no game')
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed, careless=True)
            self.caught('replaced pledge', lines, told, people[:1])

    def test_dropped_draw(self):
        """The proof lacks a draw. Only a client can see it: verify is given the log, which is in order, and draws for itself."""
        server = self.dishonest(3)
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            self.assertEqual(verify('\n'.join(lines) + '\n')[0], 0)
            self.caught('dropped draw', lines, told, people, by_verify=False)
            for one in people:
                self.assertRegex(' '.join(proof.faults(told, '\n'.join(lines), one)), 'draw')

    def test_changed_action(self):
        """The log has another action than was signed, one that the rules allow as well. In some games what follows does not fit
        it any more: then there is no proof at all, and for a client that is no good game either."""
        server = self.dishonest(4)
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            self.assertIn('the signature of chair 0 (Ada) does not hold', verify('\n'.join(lines) + '\n')[1])
            self.assertRegex(' '.join(proof.of_memory(proof.Log(lines), people[0])), 'is not what I did')
            if 'log' in told:
                self.caught('changed action', lines, told, people)
            else:
                self.assertEqual(told['error'], 'storage')

    def test_swapped_seats(self):
        server = self.dishonest(5)
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            said = self.caught('swapped seats', lines, told, people)
            self.assertIn('the seed seats the players otherwise', said)

    def test_truncated_end(self):
        """Who was not there and looks at the hashes alone sees nothing; verify knows the rules."""
        server = self.dishonest(6)
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            said = self.caught('truncated end', lines, told, people, by_all=False)
            self.assertIn('stops before the end', said)
            for one in people:
                self.assertNotEqual(proof.faults(told, '\n'.join(lines), one), [])

    def test_ignored_pledge(self):
        """Nobody's pledge is on the list: the server may have tried secrets until the dice pleased it. The log is in order, and verify
        says whose word it is; whoever pledged knows better."""
        server = self.dishonest(7)
        for seed in range(GAMES):
            people, lines, told = self.game(server, seed)
            status, said = verify('\n'.join(lines) + '\n')
            self.assertEqual(status, 0, said)
            self.assertIn("nobody had a key: the dice and the log are the server's word alone", said)
            for chair, name in enumerate(('Ada', 'Bob')):
                self.assertIn(f'chair {chair} ({name}) had no key: it gave nothing to the dice and signed nothing, and nothing is proven to {name}', said)
            self.caught('ignored pledge', lines, told, people, by_verify=False, by_all=False)
            for one in people:
                self.assertIn('my pledge or my key is not in the terms', proof.faults(told, '\n'.join(lines), one))


if __name__ == '__main__':
    fixture.main()
