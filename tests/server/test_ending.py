#!/usr/bin/env python3
"""Games that end early, and people who come and go: giving up, ending by consent, pauses, bots for those who are away, substitutes."""
import json
import random
import subprocess
import tempfile
import time
import unittest

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

    def results(self, one):
        return [m['result'] for m in one.other if m['type'] == 'proposal']

    def proposed(self, people, kind='end'):
        players.pump(people, lambda: all((one.table['proposal'] or {}).get('kind') == kind for one in people))
        return people[0].table['proposal']

    def closed(self, people, result):
        players.pump(people, lambda: all(self.results(one) and not one.table['proposal'] for one in people))
        for one in people:
            self.assertEqual(self.results(one), [result])
            one.other.clear()


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

    @staticmethod
    def refusal(one, seat):
        """What an action for this seat is refused with. While its bot plays it may come too late, and then again."""
        while True:
            one.act({'seat': seat, 'kind': 'roll'})
            one.until(lambda: one.refused)
            if (error := one.refused.pop()['error']) != 'stale':
                return error

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
            self.assertEqual(self.refusal(one, seat), 'not-your-seat')
        ada.reconnect()  # the token still opens the door, as a spectator's
        self.assertIsNone(ada.chair)
        ada.until(lambda: ada.mirror.view['viewer'] == 'spectator')
        before = bob.mirror.seq
        players.play([bob, cleo], until=lambda: bob.mirror.seq > before + 30, watchers=(ada, watcher))
        players.settle([bob, cleo])
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


class Proposals(Ending):
    def test_end_by_consent(self):
        code, people = self.seat(3, seats=['me', 'open', 'open', 'easy'], players=4)
        ada, bob, cleo = people
        watcher = players.Player(self.server, code, None)
        everybody = (*people, watcher)
        ada.propose('end')
        open_ = self.proposed(everybody)
        self.assertEqual((open_['by'], open_['chair'], open_['answers']), (0, None, ['yes', 'asked', 'asked', None]))
        self.assertEqual(schema.fault(ada.table, 'table'), '')
        bob.vote(True)
        players.pump(everybody, lambda: ada.table['proposal']['answers'][1] == 'yes')
        bob.reconnect()  # it survives that
        self.assertEqual(bob.table['proposal']['answers'], ['yes', 'yes', 'asked', None])
        cleo.vote(True)
        players.pump(everybody, lambda: all(one.mirror.over for one in everybody))
        self.closed(everybody, 'agreed')
        ada.until(lambda: ada.table['state'] == 'over')
        self.assertEqual((ada.mirror.winner, ada.table['ended'], ada.mirror.view['agenda'][-1]['step']), (None, 'agreed', 'over'))
        for one in people:
            one.seal()
            self.heard(one)
        said, lines = self.holds(people)
        self.assertIn('all agreed to end the game: nobody won', said)
        at = next(i for i, line in enumerate(lines) if 'agreed' in line)
        words = lines[at]['agreed']
        self.assertEqual([word['chair'] for word in words], [0, 1, 2])

        def other(words):
            return self.forged(lines, lambda all: all[:at] + [dict(all[at], agreed=words)])
        self.assertIn('has not agreed', other(words[:2]))
        self.assertIn('did not sign', other(words[:2] + [{'chair': 2}]))
        self.assertIn('does not hold', other(words[:2] + [dict(words[1], chair=2)]))
        self.assertIn('twice', other(words + words[2:]))
        self.assertIn('nobody sits', other(words + [{'chair': 3}]))
        self.assertIn('stops before', self.forged(lines, lambda all: all[:at]))
        for one in (ada, watcher):
            one.propose('pause')
            self.assertIn(error_of(one), ('not-playing', 'no-chair'))

    def test_who_plays_on_has_not_agreed(self):
        """An agreement holds until its player acts, so that it can never be used later."""
        code, people = self.seat(2)
        one = next(p for p in people if p.seat in p.mirror.waiting['for'])
        other = people[1 - one.chair]
        one.propose('end')
        self.proposed(people)
        seq = one.mirror.seq
        players.play([one, other], until=lambda: one.table['proposal']['answers'][one.chair] == 'asked')
        players.settle(people)
        other.vote(True)
        players.pump(people, lambda: one.table['proposal'] and one.table['proposal']['answers'][other.chair] == 'yes')
        self.assertEqual(one.table['state'], 'playing')
        one.vote(True, seq=seq)  # what was signed before
        self.assertEqual(error_of(one), 'stale')
        one.vote(True)
        players.pump(people, lambda: one.mirror.over)
        self.holds(people)

    def test_declined_withdrawn_expired(self):
        server = self.server = self.serve(proposal_seconds=1)
        code, people = self.seat(3)
        ada, bob, cleo = people
        ada.propose('end')
        self.proposed(people)
        ada.propose('pause')
        self.assertEqual(error_of(ada), 'proposal')  # one at a time
        ada.vote(True)
        self.assertEqual(error_of(ada), 'proposal')  # once each
        second = bob.fresh()
        bob.vote(True)
        players.pump((*people, second), lambda: second.table['proposal'] and second.table['proposal']['answers'][1] == 'yes')
        second.vote(False)  # from another window
        self.assertEqual(error_of(second), 'proposal')
        second.drop()
        cleo.vote(False)
        self.closed(people, 'declined')
        bob.vote(True, proposal=1)
        self.assertEqual(error_of(bob), 'proposal')
        bob.propose('end')
        self.proposed(people)
        bob.vote(False)
        self.closed(people, 'withdrawn')
        cleo.propose('end')
        self.proposed(people)
        self.closed(people, 'expired')
        self.assertEqual(ada.table['state'], 'playing')
        ada.propose('end')
        self.proposed(people)
        server.restart()  # its time goes on
        for one in people:
            one.wire.drop()
            one.welcomed = False
            one.connect(one.mirror.seq)
        players.pump(people, lambda: not any(one.table['proposal'] for one in people))
        for one in people:
            one.other.clear()
        # Who gives up is not asked any more.
        ada.propose('end')
        self.proposed(people)
        bob.vote(True)
        players.pump(people, lambda: ada.table['proposal']['answers'][1] == 'yes')
        cleo.resign()
        players.pump(people, lambda: all(one.mirror.over for one in people))
        self.assertEqual([one['chair'] for one in self.holds(people[:2])[1][-1]['agreed']], [0, 1])

    def test_strangers_and_nonsense(self):
        code, people = self.seat(2, seats=['me', 'open', 'easy'], players=3)
        ada, bob = people
        watcher = players.Player(self.server, code, None)
        for kind in ('end', 'pause'):
            watcher.say(type='propose', kind=kind, seq=ada.mirror.seq, signature='00' * 64)
            self.assertEqual(error_of(watcher), 'no-chair')
        watcher.say(type='resume')
        self.assertEqual(error_of(watcher), 'no-chair')
        for message, error in ((dict(kind='draw'), 'form'), (dict(kind='end'), 'stale'), (dict(kind='end', seq=ada.mirror.seq), 'signature'),
                               (dict(kind='end', **bob.signed_word('agree')), 'signature'), (dict(kind='end', **ada.signed_word('resign')), 'signature'),
                               (dict(kind='pause', chair=1), 'proposal'), (dict(kind='bot'), 'proposal'), (dict(kind='bot', chair=7), 'chair'),
                               (dict(kind='bot', chair=1), 'proposal'), (dict(kind='bot', chair=2), 'proposal'), (dict(kind='bot', chair=0), 'proposal'),
                               (dict(kind='bot', chair=8), 'form'), (dict(kind='pause', more=1), 'form')):
            ada.say(type='propose', **message)
            self.assertEqual(error_of(ada), error, message)
        for message, error in ((dict(proposal=1, yes=True), 'proposal'), (dict(proposal=0, yes=True), 'form'), (dict(proposal=1), 'form')):
            ada.say(type='answer', **message)
            self.assertEqual(error_of(ada), error, message)
        ada.say(type='resume')
        self.assertEqual(error_of(ada), 'paused')
        ada.propose('end')
        self.proposed(people)
        watcher.until(lambda: watcher.table['proposal'])
        watcher.vote(True)
        self.assertEqual(error_of(watcher), 'no-chair')
        bob.say(type='answer', proposal=1, yes=True)
        self.assertEqual(error_of(bob), 'stale')
        self.assertEqual(ada.table['proposal']['answers'], ['yes', 'asked', None])

    def test_too_many(self):
        self.server = self.serve(limits={'proposals': None})
        code, (ada, bob) = self.seat(2)
        for _ in range(3):
            ada.propose('end')
            self.proposed((ada, bob))
            ada.vote(False)
            self.closed((ada, bob), 'withdrawn')
        ada.propose('end')
        self.assertEqual(error_of(ada), 'too-fast')
        self.assertEqual(self.server.limited('proposals'), 1)

    def test_before_and_after(self):
        made = self.server.post('/api/tables', {'name': 'Ada', 'rules': dict(BASE, players=3), 'seats': ['me', 'open', 'easy']}).json
        ada = players.Player(self.server, made['code'], made['token'], random.Random(1), reveals=False)
        token = self.server.post(f'/api/tables/{ada.code}/join', {'name': 'Bob'}).json['token']
        ada.say(type='propose', kind='pause')
        self.assertEqual(error_of(ada), 'not-playing')
        bob = players.Player(self.server, ada.code, token, random.Random(2))
        players.pump((ada, bob), lambda: ada.terms)
        ada.say(type='propose', kind='end', seq=0)  # while all reveal
        self.assertEqual(error_of(ada), 'not-playing')
        ada.until(lambda: ada.table['void'], others=(bob,))  # and after a void round
        bob.say(type='propose', kind='end', seq=0)
        self.assertEqual(error_of(bob), 'not-playing')


class Pause(Ending):
    def test_pause(self):
        """Clocks stand still, bots wait and nobody acts, also through a restart; anybody lets it go on."""
        for mode in ('decision', 'turn'):
            code, people = self.seat(2, actions=8, seats=['me', 'open', 'easy'], players=3, clock={'mode': mode, 'seconds': 4}, pace=0)
            ada, bob = people
            players.play(people, until=lambda: set(ada.mirror.waiting['for']) & {ada.seat, bob.seat})
            players.settle(people)
            bob.propose('pause')
            self.proposed(people, 'pause')
            ada.vote(True)
            self.closed(people, 'agreed')
            players.pump(people, lambda: ada.table['paused'] and ada.mirror.waiting['clock'] == {})
            self.assertEqual(schema.fault(ada.table, 'table'), '')
            seq = ada.mirror.seq
            time.sleep(2.5)
            self.server.restart()
            time.sleep(2.5)
            for one in people:
                one.wire.drop()
                one.welcomed = False
                one.connect(one.mirror.seq)
            self.assertTrue(bob.table['paused'])
            active = next(p for p in people if p.seat in p.mirror.waiting['for'])
            active.refused.clear()
            active.act(active.choose())
            active.until(lambda: active.refused)
            self.assertEqual(active.refused.pop()['error'], 'paused')
            ada.propose('pause')
            self.assertEqual(error_of(ada), 'proposal')
            self.heard(ada)
            self.assertEqual(ada.mirror.seq, seq)
            ada.say(type='resume')
            players.pump(people, lambda: not bob.table['paused'] and bob.mirror.waiting['clock'])
            left = next(iter(bob.mirror.waiting['clock'].values()))['left']
            self.assertTrue(1 < left <= 4, left)
            self.server.restart()  # the pause is over, and not in the clocks
            for one in people:
                one.wire.drop()
                one.welcomed = False
                one.connect(None)
            players.pump(people, lambda: bob.mirror.waiting['clock'])
            self.assertLess(0.2, next(iter(bob.mirror.waiting['clock'].values()))['left'])
            self.assertEqual(bob.table['chairs'][0]['away'], False)
            players.play(people, limit=6)

    def test_bots_wait(self):
        code, people = self.seat(1, actions=0, seats=['me', 'easy', 'easy'], players=3, pace=1)
        ada = people[0]
        ada.propose('pause')  # alone at the table: at once
        ada.until(lambda: ada.table['paused'])
        seq = ada.mirror.seq
        time.sleep(2)
        self.heard(ada)
        self.assertEqual(ada.mirror.seq, seq)
        ada.resign()  # also in a pause
        ada.until(lambda: ada.mirror.over)
        self.holds([ada])


class Bot(Ending):
    def setUp(self):
        super().setUp()
        self.server = self.serve(away_seconds=1)

    def gone(self, people, one):
        one.drop()
        players.pump(people, lambda: all(p.table['chairs'][one.chair]['since'] for p in people))

    def test_by_the_host(self):
        code, (ada, bob, cleo) = self.seat(3)
        self.gone((ada, bob), cleo)
        ada.propose('bot', 2)
        self.assertEqual(error_of(ada), 'proposal')  # not yet
        time.sleep(1.2)
        bob.propose('bot', 2)
        open_ = self.proposed((ada, bob), 'bot')
        self.assertEqual((open_['chair'], open_['answers']), (2, ['asked', None, None]))
        bob.vote(True)
        self.assertEqual(error_of(bob), 'proposal')  # the host alone is asked
        ada.vote(True)
        self.closed((ada, bob), 'agreed')
        players.pump((ada, bob), lambda: bob.table['chairs'][2]['away'])
        players.play([ada, bob], until=lambda: bob.mirror.seq > 40)
        seat = cleo.seat
        cleo.mirror = players.Mirror()
        cleo.welcomed = False
        cleo.connect()  # the seat is hers again at once
        self.assertFalse(cleo.table['chairs'][2]['away'])
        players.pump((ada, bob, cleo), lambda: not bob.table['chairs'][2]['since'])
        cleo.until(lambda: cleo.mirror.seq is not None)
        cleo.say(**{'type': 'history', 'from': 1})
        cleo.until(lambda: any(m['type'] == 'history' for m in cleo.other))
        history = next(m for m in cleo.other if m['type'] == 'history')
        self.assertEqual(schema.fault(history, 'serverMessage'), '')
        self.assertEqual({(e['by'], e['why']) for e in history['entries'] if 'why' in e}, {(seat, 'away')})

    @unittest.skipUnless(fixture.HEAVY, 'make soak')
    def test_whose_network_died_without_a_word(self):
        """Nothing is closed and no ping is answered: that is noticed within a minute."""
        code, (ada, bob, cleo) = self.seat(3)
        since = time.time()
        deadline = time.monotonic() + 60
        while not bob.table['chairs'][cleo.chair]['since']:  # cleo reads nothing meanwhile
            self.assertLess(time.monotonic(), deadline)
            players.pump((ada, bob), lambda: True)
            time.sleep(0.5)
        self.assertGreater(time.time() - since, 30, 'who is merely slow is not gone')
        cleo.reconnect()
        players.pump((ada, bob, cleo), lambda: not bob.table['chairs'][cleo.chair]['since'])

    def test_by_a_majority(self):
        code, people = self.seat(4)
        ada, bob, cleo, dan = people
        self.gone((bob, cleo, dan), ada)  # the host
        time.sleep(1.2)
        bob.propose('bot', 0)
        open_ = self.proposed((bob, cleo, dan), 'bot')
        self.assertEqual(open_['answers'], [None, 'yes', 'asked', 'asked'])
        ada.reconnect()  # is back
        self.closed((bob, cleo, dan), 'withdrawn')
        self.gone((bob, cleo, dan), ada)
        time.sleep(1.2)
        bob.propose('bot', 0)
        self.proposed((bob, cleo, dan), 'bot')
        cleo.vote(False)
        dan.vote(False)
        self.closed((bob, cleo, dan), 'declined')
        dan.propose('bot', 0)
        self.proposed((bob, cleo, dan), 'bot')
        cleo.vote(True)
        self.closed((bob, cleo, dan), 'agreed')
        bob.until(lambda: bob.table['chairs'][0]['away'])


class Slow(Ending):
    """Clocks of days: nobody is there for long, and nobody need be."""
    def setUp(self):
        super().setUp()
        self.server = self.serve(away_seconds=1, proposal_seconds=1)

    def seat(self, count, **body):
        return super().seat(count, clock={'mode': 'decision', 'seconds': 3 * 86400}, **body)

    def gone(self, people, one):
        one.drop()
        players.pump(people, lambda: all(p.table['chairs'][one.chair]['since'] for p in people))

    def test_no_bot_before_the_time_is_over(self):
        """Whoever closes the page has not left: no bot plays their game because others want it."""
        code, (ada, bob) = self.seat(2)
        self.gone([ada], bob)
        time.sleep(1.2)
        ada.propose('bot', 1)
        ada.until(lambda: ada.errors)
        self.assertEqual(ada.errors[0]['error'], 'proposal')
        self.assertIn('clock', ada.errors[0]['text'])
        self.heard(ada)
        self.assertFalse(ada.table['chairs'][1]['away'])

    def test_a_pause_takes_everybody(self):
        """Whoever is there alone does not stop their own clock."""
        code, (ada, bob) = self.seat(2)
        self.gone([ada], bob)
        ada.propose('pause')
        open_ = self.proposed([ada], 'pause')
        self.assertEqual(open_['answers'], ['yes', 'asked'])
        self.assertIsNone(ada.table['paused'])
        self.assertGreater(open_['left'], 3 * 86400 - 60, 'until the next visit')
        # Not only now: a second is over, the server is started anew, Ada goes; Bob sees it when he comes.
        ada.drop()
        self.server.restart()
        bob.reconnect()
        open_ = self.proposed([bob], 'pause')
        bob.vote(True)
        bob.until(lambda: bob.table['paused'] is not None)

    def test_to_end_it_is_agreed_over_days(self):
        code, (ada, bob) = self.seat(2)
        self.gone([ada], bob)
        ada.propose('end')
        self.proposed([ada])
        ada.drop()
        time.sleep(1.2)
        bob.reconnect()
        self.proposed([bob])
        bob.vote(True)
        bob.until(lambda: bob.table['state'] == 'over')
        self.assertEqual(bob.table['ended'], 'agreed')

    def test_removing_takes_those_who_may_come_back(self):
        code, (ada, bob, cleo, dan) = self.seat(4)
        for one in (bob, cleo):
            self.gone([ada], one)
        ada.propose('remove', 3)
        self.assertEqual(self.proposed([ada], 'remove')['answers'], ['yes', 'asked', 'asked', None])
        cleo.reconnect()
        self.proposed([cleo], 'remove')
        cleo.vote(True)
        self.closed([cleo], 'agreed')


class Substitute(Ending):
    def join(self, code, name='Dora'):
        return self.server.post(f'/api/tables/{code}/join', {'name': name, 'pledge': 'ab' * 32, 'key': 'cd' * 32})

    def test_a_free_chair(self):
        code, (ada, bob, cleo) = self.seat(3)
        self.assertEqual(self.join(code).json['error'], 'full')
        seat = cleo.seat
        cleo.resign()
        players.pump((ada, bob, cleo), lambda: ada.table['chairs'][2]['free'] and cleo.chair is None)
        ada.propose('end')
        self.proposed((ada, bob))
        joined = self.join(code)
        self.assertEqual((joined.status, joined.json['chair']), (200, 2), joined.body)
        self.closed((ada, bob), 'withdrawn')  # of another company
        players.pump((ada, bob, cleo), lambda: all(p.table['chairs'][2]['kind'] == 'person' for p in (ada, bob, cleo)))
        chair = ada.table['chairs'][2]
        self.assertEqual((chair['name'], chair['resigned'], chair['free'], chair['seat'], chair['key']), ('Dora', 'Cleo', False, seat, None))
        self.assertEqual(schema.fault(ada.table, 'table'), '')
        self.assertEqual(self.join(code, 'Eve').json['error'], 'full')
        dora = players.Player(self.server, code, joined.json['token'], random.Random(5))
        dora.until(lambda: dora.mirror.seq is not None)
        self.assertEqual((dora.chair, dora.mirror.view['viewer']), (2, seat))
        cleo.reconnect()  # only watches
        self.assertIsNone(cleo.chair)
        cleo.until(lambda: cleo.mirror.view['viewer'] == 'spectator')
        before = dora.mirror.seq
        players.play([ada, bob, dora], until=lambda: any(n > before for n, _ in dora.acked.values()) and ada.mirror.seq > before + 20)
        players.settle([ada, bob, dora])
        self.server.restart()
        for one in (ada, bob, dora):
            one.wire.drop()
            one.welcomed = False
            one.connect(one.mirror.seq)
        self.assertEqual(dora.chair, 2)
        ada.propose('end')
        self.proposed((ada, bob, dora))
        bob.vote(True)
        dora.vote(True)
        players.pump((ada, bob, dora), lambda: ada.mirror.over)
        said, lines = self.holds([ada, bob])
        self.assertIn('chair 2 (Cleo) gave up', said)
        self.assertIn("was taken over in line", said)
        self.assertIn("by Dora, without a key", said)
        at = next(i for i, line in enumerate(lines) if 'chair' in line)
        self.assertEqual(lines[at]['name'], 'Dora')
        self.assertTrue(any(line.get('action', {}).get('seat') == seat and not line.get('bot') for line in lines[at:]))
        self.assertIn('was not given up', self.forged(lines, lambda all: [dict(line, chair=1) if 'chair' in line else line for line in all]))
        self.assertEqual(self.join(code).json['error'], 'full')

    def test_at_a_public_table(self):
        code, (ada, bob, cleo) = self.seat(3, public=True)
        cleo.resign()
        players.pump((ada, bob, cleo), lambda: ada.table['chairs'][2]['kind'] == 'bot')
        self.assertFalse(ada.table['chairs'][2]['free'])
        self.assertEqual(self.join(code).json['error'], 'full')
        bob.say(type='chair', chair=2, set='open')
        self.assertEqual(error_of(bob), 'not-the-host')
        for chair in (0, 1, 7):
            ada.say(type='chair', chair=chair, set='open')
            self.assertEqual(error_of(ada), 'started')
        ada.say(type='chair', chair=2, set='open')
        ada.until(lambda: ada.table['chairs'][2]['free'])
        ada.say(type='chair', chair=2, set='medium')
        ada.until(lambda: not ada.table['chairs'][2]['free'])
        self.assertEqual(self.join(code).status, 409)
        ada.say(type='chair', chair=2, set='open')
        ada.until(lambda: ada.table['chairs'][2]['free'])
        self.assertEqual(self.join(code).status, 200)


class Clocks(Ending):
    def test_who_ran_out_of_time_is_told(self):
        code, people = self.seat(2, actions=0, clock={'mode': 'decision', 'seconds': 1})
        for one in people:
            one.keep = True
        people[0].until(lambda: people[0].mirror.seq >= 3, others=(people[1],))
        told = [m for m in map(json.loads, people[0].frames) if m['type'] == 'played']
        self.assertEqual({m['why'] for m in told}, {'clock'})
        self.assertEqual(schema.fault(told[0], 'serverMessage'), '')
        people[1].drop()
        people[0].until(lambda: people[0].table['chairs'][1]['since'])
        people[0].until(lambda: people[0].table['chairs'][1]['away'])
        people[0].until(lambda: any(json.loads(f).get('why') == 'away' for f in people[0].frames))

    def test_a_reserve(self):
        """It is used when a clock has run out, and does not come back; also through a restart."""
        for clock in ({'mode': 'decision', 'seconds': 1, 'reserve': -1}, {'mode': 'decision', 'seconds': 1, 'reserve': 'x'}, {'mode': 'none', 'more': 1}):
            self.assertEqual(self.server.post('/api/tables', {'name': 'Ada', 'rules': BASE, 'clock': clock}).status, 400)
        code, people = self.seat(2, actions=0, clock={'mode': 'decision', 'seconds': 1, 'reserve': 5})
        ada = people[0]
        self.assertEqual(ada.table['clock'], {'mode': 'decision', 'seconds': 1, 'reserve': 5})
        self.assertEqual(schema.fault(ada.table, 'table'), '')
        one = next(p for p in people if p.seat in p.mirror.waiting['for'])
        self.assertEqual(one.mirror.waiting['clock'][one.seat]['reserve'], 5)
        time.sleep(2.5)
        self.heard(one)
        self.assertEqual(one.mirror.seq, 0)  # a second is over, and no bot has moved
        one.reconnect(None)
        clock = one.mirror.waiting['clock'][one.seat]
        self.assertEqual(clock['left'], 0)
        self.assertTrue(2 < clock['reserve'] < 4, clock)
        one.act(one.choose())
        players.pump(people, lambda: one.latest)
        self.server.restart()
        for p in people:
            p.wire.drop()
            p.welcomed = False
            p.connect(None)
        players.play(people, until=lambda: one.seat in (one.mirror.waiting['clock'] or ()), limit=6)
        players.pump(people, lambda: one.mirror.waiting['clock'])
        if one.seat in one.mirror.waiting['clock']:
            self.assertTrue(1 < one.mirror.waiting['clock'][one.seat]['reserve'] < 4, one.mirror.waiting)
        one.keep = True  # in the end it is used up
        one.until(lambda: any(json.loads(f).get('why') == 'clock' and json.loads(f)['by'] == one.seat for f in one.frames), others=people)


class Start(Ending):
    def table(self, count=3, **body):
        body.setdefault('seats', ['me'] + ['open'] * (count - 1))
        made = self.server.post('/api/tables', dict({'name': 'Ada', 'rules': dict(BASE, players=count), 'pace': 0}, **body))
        self.assertEqual(made.status, 201, made.body)
        return players.Player(self.server, made.json['code'], made.json['token'], random.Random(1), readies=False)

    def join(self, host, name='Bob', **options):
        token = self.server.post(f'/api/tables/{host.code}/join', {'name': name}).json['token']
        return players.Player(self.server, host.code, token, random.Random(2), readies=False, **options)

    def ready(self, one):
        return [chair['ready'] for chair in one.table['chairs']]

    def test_when_all_are_ready(self):
        ada = self.table(3, seats=['me', 'open', 'easy'])
        self.assertEqual(ada.table['start'], 'ready')
        self.assertEqual(schema.fault(ada.table, 'table'), '')
        bob = self.join(ada)
        watcher = players.Player(self.server, ada.code, None)
        watcher.say(type='ready', on=True)
        self.assertEqual(error_of(watcher), 'no-chair')
        self.heard(bob)
        bob.say(type='ready', on=True)
        players.pump((ada, bob), lambda: self.ready(ada) == [False, True, False])
        self.assertEqual(ada.table['phase'], 'gathering')  # though all sit
        second = players.Player(self.server, ada.code, bob.token, readies=False)
        second.say(type='ready', on=False)
        players.pump((ada, bob, second), lambda: self.ready(bob) == [False] * 3)
        second.drop()
        ada.say(type='ready', on=True)
        ada.until(lambda: self.ready(ada)[0])
        self.server.restart()  # it is stored
        for one in (ada, bob):
            one.wire.drop()
            one.welcomed = False
            one.connect()
        self.assertEqual(self.ready(ada), [True, False, False])
        bob.say(type='ready', on=True)
        players.pump((ada, bob), lambda: ada.mirror.seq is not None and bob.mirror.seq is not None)
        bob.say(type='ready', on=False)
        self.assertEqual(error_of(bob), 'started')

    def test_the_host_starts(self):
        ada = self.table(3)
        bob = self.join(ada)
        bob.say(type='start')
        self.assertEqual(error_of(bob), 'not-the-host')
        ada.say(type='start')
        players.pump((ada, bob), lambda: ada.mirror.seq is not None and bob.mirror.seq is not None)

    def test_a_void_round_asks_again(self):
        ada, rest = self.table(2), []
        bob = self.join(ada, reveals=False)
        for one in (ada, bob):
            one.say(type='ready', on=True)
        players.pump((ada, bob), lambda: ada.terms and bob.terms)
        bob.say(type='ready', on=False)
        self.assertEqual(error_of(bob), 'revealing')
        ada.until(lambda: ada.table['void'], others=(bob,))
        self.assertEqual(self.ready(ada), [False, False])
        cleo = self.join(ada, 'Cleo')
        cleo.say(type='ready', on=True)
        players.pump((ada, cleo), lambda: self.ready(ada) == [False, True])
        cleo.say(type='leave')
        players.pump((ada, cleo), lambda: self.ready(ada) == [False, False])
        dan = self.join(ada, 'Dan')
        for one in (ada, dan):
            one.say(type='ready', on=True)
        players.pump((ada, dan), lambda: ada.mirror.seq is not None and dan.mirror.seq is not None)

    def test_as_before(self):
        """Alone with bots at once; `full` as soon as all sit; anything else is refused."""
        ada = self.table(3, seats=['me', 'easy', 'easy'])
        self.assertEqual(ada.table['start'], 'full')
        ada.until(lambda: ada.mirror.seq is not None)
        ada = self.table(2, start='full')
        bob = self.join(ada)
        players.pump((ada, bob), lambda: ada.mirror.seq is not None and bob.mirror.seq is not None)
        self.assertEqual(self.server.post('/api/tables', {'name': 'Ada', 'rules': BASE, 'start': 'soon'}).status, 400)


if __name__ == '__main__':
    fixture.main()
