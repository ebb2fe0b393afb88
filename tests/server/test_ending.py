#!/usr/bin/env python3
"""Games that end early, and people who come and go: giving up, ending by consent, pauses, bots for those who are away, substitutes."""
import json
import random
import subprocess
import tempfile

import fixture
import players
import proof
import schema

BASE = {'game': 'base', 'target': 10}


def verify(log, *options):
    """(exit status, what `holm verify` says) of a log's text."""
    return command('verify', log, *options)


def command(name, log, *options):
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
        file.write(log)
        file.flush()
        run = subprocess.run([fixture.HOLM, name, *options, file.name], capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr


def codes(player):
    """The errors so far, taken out."""
    found = [one['error'] for one in player.errors]
    player.errors.clear()
    return found


def error_of(player):
    player.until(lambda: player.errors)
    return codes(player)[-1]


class Ending(fixture.Case):
    def setUp(self):
        super().setUp()
        self.server = self.serve(reveal_seconds=2)

    def seat(self, count, actions=12, **body):
        """People with keys, some actions into a game."""
        body.setdefault('rules', dict(BASE, players=body.pop('players', count)))
        code, people = players.seat_people(self.server, count, random.Random(count), **body)
        players.play(people, limit=actions)
        players.settle(people)
        return code, people

    def heard(self, one):
        """The server has dealt with all that this one has said."""
        one.other.clear()
        one.say(type='ping')
        one.until(lambda: any(m['type'] == 'pong' for m in one.other))

    def log(self, code):
        answer = self.server.get(f'/api/tables/{code}/log')
        self.assertEqual(answer.status, 200, answer.body)
        return answer.body.decode()

    def holds(self, people):
        """The log holds, for `holm verify` and for those who were there; what verify says, and the lines."""
        log = self.log(people[0].code)
        status, said = verify(log)
        self.assertEqual(status, 0, said)
        for one in people:
            self.assertEqual(proof.faults(one.proof(), log, one), [])
        lines = [json.loads(line) for line in log.splitlines()]
        for line in lines[1:]:
            kind = next(name for name in ('seal', 'resign', 'agreed', 'chair', 'action') if name in line)
            self.assertEqual(schema.fault(line, 'logLine' if kind == 'action' else 'log' + kind.capitalize()), '')
        replay = self.server.get(f'/api/tables/{people[0].code}/replay?viewer=everybody')
        self.assertEqual(schema.fault(replay.json, 'replay'), '')
        for one in ('replay', 'show'):
            status, told = command(one, log)
            self.assertEqual(status, 0, told)
        return said, lines

    def forged(self, lines, change):
        """What verify says of a log with a change."""
        texts = [json.dumps(line, separators=(',', ':'), ensure_ascii=False) for line in change(lines)]
        status, said = verify('\n'.join(texts) + '\n')
        self.assertEqual(status, 1, said)
        return said


class Resign(Ending):
    def test_of_two_the_other_wins(self):
        code, (ada, bob) = self.seat(2)
        seat = bob.seat
        ada.resign()
        players.pump((ada, bob), lambda: ada.mirror.over and bob.mirror.over)
        self.assertEqual((ada.mirror.winner, bob.mirror.winner), (seat, seat))
        self.assertEqual(ada.mirror.view['winner'], seat)
        self.assertEqual(ada.mirror.view['agenda'][-1]['step'], 'over')
        bob.until(lambda: bob.table['state'] == 'over')
        self.assertEqual(bob.table['ended'], 'resigned')
        self.assertEqual([chair['resigned'] for chair in bob.table['chairs']], ['Ada', None])
        self.assertEqual(bob.table['chairs'][0]['name'], 'Ada')
        for one in (ada, bob):
            one.seal()
            self.heard(one)
        said, lines = self.holds([ada, bob])
        self.assertIn('chair 0 (Ada) gave up in line', said)
        self.assertIn(f'{seat} won: chair 1 (Bob)', said)
        self.assertEqual(sum('seal' in line for line in lines), 2)
        self.assertIn('gives up', command('replay', self.log(code))[1])
        # Nobody else can have said it, nobody before, and not without it.
        at = next(i for i, line in enumerate(lines) if 'resign' in line)
        self.assertIn('signature', self.forged(lines, lambda all: [dict(line, resign=1) if 'resign' in line else line for line in all]))
        self.assertIn('did not sign', self.forged(lines, lambda all: all[:at] + [{'n': at, 'resign': 0}]))
        self.assertIn('stops before the end', self.forged(lines, lambda all: all[:at]))
        self.assertIn('the game is over', self.forged(lines, lambda all: all[:at + 1] + [dict(all[at], n=at + 1, resign=1)]))
        ada.resign()
        self.assertEqual(error_of(ada), 'not-playing')
        # A rematch has both again.
        bob.say(type='rematch')
        ada.until(lambda: ada.table['rematch'])
        again = players.Player(self.server, ada.table['rematch'], ada.token)
        self.assertEqual([chair['name'] for chair in again.table['chairs']], ['Ada', 'Bob'])
        self.assertEqual([chair['resigned'] for chair in again.table['chairs']], [None, None])

    def test_with_more_a_bot_plays_on(self):
        code, (ada, bob, cleo) = self.seat(3)
        watcher = players.Player(self.server, code, None)
        second = ada.fresh()
        everybody = (ada, bob, cleo, watcher, second)
        seat = ada.seat
        for one in everybody:
            one.keep = True
        ada.resign()
        players.pump(everybody, lambda: all(one.table['chairs'][0]['kind'] == 'bot' for one in everybody))
        players.pump(everybody, lambda: ada.chair is None and second.chair is None)
        chair = bob.table['chairs'][0]
        self.assertEqual((chair['resigned'], chair['name'], chair['bot'], chair['seat']), ('Ada', None, 'medium', seat))
        self.assertEqual((bob.table['host'], bob.table['state'], bob.table['ended']), (1, 'playing', None))
        told = next(m for m in map(json.loads, bob.frames) if m.get('line') == 'resign')
        self.assertEqual((told['by'], told['events'], told['changes']), (seat, [], {}))
        self.assertIsNone(ada.mirror.list)
        self.assertEqual(ada.mirror.view['viewer'], 'spectator')
        for one in (ada, second):  # from both windows, and once
            one.resign()
            self.assertEqual(error_of(one), 'no-chair')
            one.act({'seat': seat, 'kind': 'roll'})
            one.until(lambda: one.refused)
            self.assertEqual(one.refused.pop()['error'], 'not-your-seat')
        ada.reconnect()  # the token still opens the door, as a spectator's
        self.assertIsNone(ada.chair)
        ada.until(lambda: ada.mirror.view['viewer'] == 'spectator')
        before = bob.mirror.seq
        players.play([bob, cleo], until=lambda: bob.mirror.seq > before + 30, watchers=(ada, watcher))
        self.server.restart()
        for one in (ada, bob, cleo):
            one.wire.drop()
            one.welcomed = False
            one.connect(one.mirror.seq)
        self.assertEqual((ada.chair, bob.chair), (None, 1))
        self.assertEqual(bob.table['chairs'][0]['resigned'], 'Ada')
        self.assertEqual(players.divergence(bob), '')
        bob.resign()
        players.pump((bob, cleo), lambda: cleo.table['chairs'][1]['kind'] == 'bot')
        self.assertEqual((cleo.table['state'], cleo.table['host']), ('playing', 2))
        cleo.until(lambda: cleo.mirror.waiting)
        cleo.resign()  # the last one
        cleo.until(lambda: cleo.mirror.over and cleo.table['state'] == 'over')
        self.assertEqual((cleo.mirror.winner, cleo.table['ended']), (None, 'resigned'))
        said, lines = self.holds([cleo])
        self.assertEqual([line['resign'] for line in lines if 'resign' in line], [0, 1, 2])
        self.assertIn('without a winner', said)
        first = next(line['n'] for line in lines if 'resign' in line)
        after = [line for line in lines[first + 1:] if line.get('action', {}).get('seat') == seat]
        self.assertTrue(after and all(line.get('bot') and 'why' not in line for line in after))
        n = after[0]['n']
        self.assertIn('no bot', self.forged(lines, lambda all: [{k: v for k, v in line.items() if k != 'bot'} if line.get('n') == n else line for line in all]))

    def test_when_and_who(self):
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': dict(BASE, players=3), 'seats': ['me', 'open', 'easy']}).json
        ada = players.Player(self.server, made['code'], made['token'], random.Random(1), reveals=False)
        ada.say(type='resign', seq=0)
        self.assertEqual(error_of(ada), 'not-playing')  # while people gather
        token = self.server.post(f'/api/tables/{ada.code}/join', {'name': 'Bob'}).json['token']
        bob = players.Player(self.server, ada.code, token, random.Random(2))
        players.pump((ada, bob), lambda: ada.terms and bob.terms)
        ada.say(type='resign', seq=0)
        self.assertEqual(error_of(ada), 'not-playing')  # while all reveal
        ada.reveal()
        players.pump((ada, bob), lambda: ada.mirror.seq is not None and bob.mirror.seq is not None)
        players.play([ada, bob], limit=6)
        players.settle([ada, bob])
        watcher = players.Player(self.server, ada.code, None)
        watcher.say(type='resign', seq=ada.mirror.seq, signature='00' * 64)
        self.assertEqual(error_of(watcher), 'no-chair')
        bob.say(type='resign', **ada.signed_word('resign'))
        self.assertEqual(error_of(bob), 'signature')
        bob.say(type='resign', seq=bob.mirror.seq)
        self.assertEqual(error_of(bob), 'signature')
        for word in (bob.signed_word('agree'), {'seq': 0, 'signature': bob.share.sign_word('resign', bytes.fromhex(bob.mirror.heads[0])).hex()},
                     {'seq': 10000, 'signature': '00' * 64}):
            bob.say(type='resign', **word)
            self.assertIn(error_of(bob), ('signature', 'stale'))
        bob.say(type='resign', seq=-1)
        self.assertEqual(error_of(bob), 'form')
        self.assertEqual([chair['resigned'] for chair in bob.table['chairs']], [None] * 3)
        bob.resign()  # with two people and a bot: a bot plays on, and Ada against two of them
        ada.until(lambda: ada.table['chairs'][1]['kind'] == 'bot')
        self.assertEqual((ada.table['chairs'][1]['bot'], ada.table['state']), ('easy', 'playing'))

    def test_without_keys(self):
        """Who has no key signs nothing, and the log says that it is the server's word."""
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': dict(BASE, players=2), 'seats': ['me', 'easy'], 'start': 'now'}).json
        ada = players.Player(self.server, made['code'], made['token'], random.Random(1), pledges=False)
        ada.until(lambda: ada.mirror.seq is not None)
        ada.say(type='resign', seq=0)
        ada.until(lambda: ada.mirror.over)
        self.assertEqual(ada.mirror.winner, ada.table['chairs'][1]['seat'])
        said, lines = self.holds([ada])
        self.assertNotIn('signature', lines[-1])

    def test_where_nobody_may_watch(self):
        """Who gave up watches on, delayed like any spectator, also where there are none."""
        code, (ada, bob, cleo) = self.seat(3, spectators=False, delay=3600)
        ada.resign()
        players.pump((ada, bob, cleo), lambda: ada.chair is None)
        ada.until(lambda: ada.mirror.view['viewer'] == 'spectator')
        ada.reconnect()
        self.assertIsNone(ada.chair)
        stranger = players.Player(self.server, code, None, connect=False)
        stranger.connect(wait=False)
        self.assertEqual(error_of(stranger), 'no-spectators')
        seq = ada.mirror.seq
        players.play([bob, cleo], limit=10)
        self.heard(ada)
        self.assertEqual(ada.mirror.seq, seq)


if __name__ == '__main__':
    fixture.main()
