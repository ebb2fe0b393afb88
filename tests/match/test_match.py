#!/usr/bin/env python3
"""Matches and the bot protocol, from outside: test_match.py HOLM EXAMPLE-BOT-IN-C

Programs that crash, hang, flood or cheat must not stop a match, must be counted, and must be gone
afterwards.
"""
import concurrent.futures
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import schema

HERE = pathlib.Path(__file__).parent
HOLM, C_BOT = [str(pathlib.Path(word).resolve()) for word in sys.argv[1:3]]
PYTHON_BOT = HERE.parents[1] / 'examples/bot.py'
SOAK = bool(os.environ.get('HOLM_SOAK'))  # `make soak`: all of what `make test` takes a sample of
EDITIONS = ('2025', '2015', '2007', 'catan8')


def holm(*words, status=0, **more):
    done = subprocess.run([HOLM, *words], capture_output=True, text=True, timeout=120, check=False, **more)
    if done.returncode != status:
        raise AssertionError(f'{words}: exit status {done.returncode}\n{done.stdout}{done.stderr}')
    return done


def match(*words, **more):
    return json.loads(holm('match', '--json', *words, **more).stdout)


def without_times(report):
    return json.loads(json.dumps(report), object_hook=lambda each: {
        key: value for key, value in each.items()
        if not key.startswith('ms_') and key not in ('seconds', 'threads')})


def running(word):
    """Command lines of all processes that name this word, without zombies."""
    found = []
    for entry in pathlib.Path('/proc').glob('[0-9]*/cmdline'):
        try:
            line = entry.read_bytes().replace(b'\0', b' ').decode(errors='replace')
        except OSError:
            continue
        if word in line and str(os.getpid()) != entry.parent.name:
            found.append(line)
    return found


class Levels(unittest.TestCase):
    """All levels play everything; a few turns of each kind of game."""
    SCENARIOS = ['new-shores', 'four-islands', 'fog-islands', 'through-the-desert', 'forgotten-tribe', 'cloth-trade',
                 'pirate-islands', 'wonders', 'new-world']
    GAMES = ([['--game', 'base'], ['--game', 'knights']] + [['--scenario', each] for each in SCENARIOS] +
             [['--game', 'seafarers+knights', '--scenario', each] for each in SCENARIOS
              if each not in ('forgotten-tribe', 'pirate-islands')])

    def play_all(self, rows):
        def play(words):
            bots = (2 * ['expert:5', 'medium', 'hard:10', 'beginner', 'easy', 'alphabeta'])[:int(words[-1])]
            return json.loads(holm('sim', '--json', *words, '--bots', ','.join(bots), '--games', '1', '--max-turns',
                                   '20', '--check').stdout)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for words, report in zip(rows, pool.map(play, rows)):
                with self.subTest(words):
                    self.assertEqual((report['violations'], report['stalled']), (0, 1))

    def test_every_game_and_edition(self):
        """Every game in one edition, and in the next one to the next; `make soak` plays each in all of them."""
        self.play_all([[*game, '--edition', edition, '--players', '3'] for number, game in enumerate(self.GAMES)
                       for edition in (EDITIONS if SOAK else [EDITIONS[number % 4]])])

    def test_every_number_of_players(self):
        """Every number in half of the games, and the next one in the others; `make soak` plays all of them."""
        self.play_all([['--game', game, '--players', str(players)] for players in range(2, 9)
                       for number, game in enumerate(('base', 'seafarers+knights', 'knights', 'seafarers'))
                       if (3 <= players <= 6 or not game.startswith('seafarers')) and (SOAK or number // 2 == players % 2)])

    def test_stronger_level_wins(self):
        report = match('--bots', 'medium,beginner,beginner,beginner', '--games', '16')
        self.assertGreater(report['bots'][0]['wins'], 10)  # 4 would be won by chance


class Matches(unittest.TestCase):
    def test_same_games_with_any_threads(self):
        words = ['--bots', 'greedy,random-trader,greedy,random', '--games', '24', '--game', 'knights']
        first = match(*words, '--threads', '1')
        self.assertEqual(without_times(first), without_times(match(*words, '--threads', '3')))
        self.assertNotEqual(without_times(first)['chairs'], without_times(match(*words, '--seed', '99'))['chairs'])

    def test_chairs_go_round(self):
        for bots, players, orders in (('greedy', 4, 1), ('greedy,random,greedy,random', 4, 2),
                                      ('greedy,random,random', 3, 3), ('random,greedy', 2, 2)):
            with self.subTest(bots):
                report = match('--bots', bots, '--games', '13')
                games = -(-13 // players) * players
                self.assertEqual((report['games'], report['players']), (games, players))
                self.assertEqual(report['seeds'], games // orders)
                self.assertEqual(sum(chair['wins'] for chair in report['chairs']), report['finished'])
                self.assertEqual(sum(bot['chairs'] for bot in report['bots']), players)

    def test_stronger_bot_wins(self):
        report = match('--bots', 'greedy,random,random,random', '--games', '40')
        greedy, random = report['bots']
        self.assertGreater(greedy['low'], 0.5)
        self.assertLess(random['high'], 0.25)
        self.assertGreater(greedy['points_mean'], random['points_mean'])
        self.assertLessEqual(greedy['ms_mean'], greedy['ms_max'])
        self.assertLessEqual(greedy['ms_p99'], greedy['ms_max'])

    def test_no_seat_is_better_in_a_mirror(self):
        """Whoever sits in a chair, a seed in all orders gives the same wins to equal bots."""
        report = match('--bots', 'random', '--players', '3', '--games', '300')
        for chair in report['chairs']:
            self.assertLess(chair['low'], 1 / 3)
            self.assertGreater(chair['high'], 1 / 3)

    def test_stalled_games_are_won_by_nobody(self):
        report = match('--bots', 'random', '--games', '4', '--max-turns', '3')
        self.assertEqual((report['stalled'], report['finished']), (4, 0))
        self.assertEqual(report['bots'][0]['rate'], 0)

    def test_sequential_test(self):
        """It ends when it is clear, and says the same with any number of threads."""
        words = ['--bots', 'greedy,random,random,random', '--games', '400']
        verdicts = [match(*words, '--sprt', '25,40', '--threads', threads)['sprt'] for threads in ('1', '3')]
        self.assertEqual(*verdicts)
        self.assertEqual(verdicts[0]['verdict'], 'high')
        self.assertLess(verdicts[0]['games'], 40)
        low = match('--bots', 'random,greedy,greedy,greedy', '--games', '400', '--sprt', '25,40')
        self.assertEqual(low['sprt']['verdict'], 'low')
        self.assertEqual(low['games'], low['finished'])
        self.assertLess(low['games'], 100)
        self.assertEqual(match('--bots', 'random', '--games', '4', '--sprt', '24,26')['sprt']['verdict'], 'open')
        for claims in ('25', '30,25', '0,20', '20,30,40', 'a,b'):
            with self.subTest(claims):
                self.assertIn('two shares', holm('match', '--sprt', claims, status=2).stderr)

    def test_wrong_requests(self):
        for words, said in ((['--bots', 'nobody'], 'no bot'), (['--bots', 'greedy,greedy', '--players', '3'], '3 seats'),
                            (['--bots', 'cmd:'], 'no bot'), (['--bots', 'cmd:/does/not/exist'], 'exit status 127'),
                            (['--bots', f'cmd:{HERE}/bad-bot no-start'], 'exit status 7'),
                            (['--bots', f'cmd:{HERE}/bad-bot old'], 'protocol')):
            with self.subTest(said):
                self.assertIn(said, holm('match', *words, status=2).stderr)


class Examples(unittest.TestCase):
    def check(self, command, more):
        report = match('--bots', f'cmd:{command},random,random', '--games', '6', '--threads', '2', *more)
        bot = report['bots'][0]
        self.assertEqual([bot[key] for key in ('illegal', 'garbage', 'timeouts', 'crashes', 'replaced')], [0] * 5)
        return bot

    def test_both_beat_random_bots(self):
        # Six games say little, so that they are always the same ones.
        for command in (C_BOT, PYTHON_BOT):
            with self.subTest(command):
                self.assertGreaterEqual(self.check(command, ['--seed', '1', '--bot-seed', '1'])['wins'], 3)

    def test_other_games(self):
        for more in (['--game', 'knights'], ['--scenario', 'fog-islands'], ['--game', 'seafarers+knights']):
            for command in (C_BOT, PYTHON_BOT):
                with self.subTest((command, more)):
                    self.check(command, [*more, '--games', '3', '--max-turns', '60'])

    def test_repeatable(self):
        words = ['--bots', f'cmd:{PYTHON_BOT},cmd:{C_BOT},greedy', '--games', '6', '--seed', '1', '--bot-seed', '1']
        self.assertEqual(without_times(match(*words)), without_times(match(*words, '--threads', '2')))

    def test_sim_and_play(self):
        # Some games of four such simple players never end: these do.
        report = json.loads(holm('sim', '--json', '--check', '--games', '2', '--seed', '1', '--bot-seed', '1', '--bots', f'cmd:{C_BOT}').stdout)
        self.assertEqual((report['finished'], report['violations'], report['wins_by_bot']), (2, 0, {'cmd': 2}))
        with tempfile.TemporaryDirectory() as folder:
            log = f'{folder}/game.jsonl'
            said = holm('play', '--seat', 'none', '--bots', f'cmd:{PYTHON_BOT}', '--log', log, '--seed', '5').stdout
            self.assertIn('The game is over', said)
            holm('verify', log)
            self.assertIn('The game is over', holm('play', '--resume', log, '--seat', 'none').stdout)
            self.assertIn('--resume', holm('play', '--resume', log, '--game', 'base', status=2).stderr)


# What a misbehaving bot is counted for in three games, and whether moves are made for it.
FAULTS = {
    'good': ({}, False), 'whole': ({}, False), 'stale': ({}, False), 'twice': ({}, False), 'halves': ({}, False),
    'family': ({}, False),
    'crash': ({'crashes': 3}, True), 'abort': ({'crashes': 3}, True), 'close': ({'crashes': 3}, True),
    'hang': ({'timeouts': 9}, True), 'spin': ({'timeouts': 9}, True), 'deaf': ({'timeouts': 9}, True),
    'late': ({'timeouts': 9}, True), 'flood': ({'timeouts': 9}, True), 'lines': ({'timeouts': 3}, True),
    'chatter': ({'garbage': None}, False), 'deep': ({'garbage': None}, False), 'long': ({'garbage': None}, False),
    'garbage': ({'garbage': 192, 'timeouts': 3}, True),
    'future': ({'garbage': 9, 'timeouts': 9}, True),
    'illegal': ({'illegal': None}, True), 'turned': ({'illegal': None}, True),
    'unknown-key': ({'illegal': None}, True),
    'index': ({'illegal': None}, True), 'both': ({'illegal': None}, True),
}


class Misbehaviour(unittest.TestCase):
    @staticmethod
    def play(way):
        limit = '500' if 'timeouts' in FAULTS[way][0] else '30000'  # the others must not be late on a busy machine
        return match('--bots', f'cmd:exec {HERE}/bad-bot {way} {os.getpid()},random,random', '--games', '3',
                     '--max-turns', '12', '--limit', limit)

    def test_every_way(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            reports = dict(zip(FAULTS, pool.map(self.play, FAULTS)))
        for way, (faults, replaced) in FAULTS.items():
            with self.subTest(way):
                bot = reports[way]['bots'][0]
                self.assertEqual(reports[way]['stalled'] + reports[way]['finished'], 3)
                self.assertEqual(reports[way]['violations'], 0)
                for key in ('illegal', 'garbage', 'timeouts', 'crashes'):
                    wanted = faults.get(key, 0)
                    if wanted is None:
                        self.assertGreater(bot[key], 3, key)
                    else:
                        self.assertEqual(bot[key], wanted, key)
                self.assertEqual(bot['replaced'] > 0, replaced)
                self.assertEqual(running(f'bad-bot {way} {os.getpid()}'), [])
        self.assertEqual(running(f'sleep {os.getpid()}'), [])

    def test_refused_before_the_game(self):
        """What a program may not do never reaches the game: sim would call it a violation."""
        for way in ('illegal', 'turned', 'index'):
            with self.subTest(way):
                report = json.loads(holm('sim', '--json', '--bots', f'cmd:{HERE}/bad-bot {way},random,random',
                                         '--players', '3', '--games', '2', '--max-turns', '12').stdout)
                self.assertEqual((report['violations'], report['stalled']), (0, 2))

    def test_two_at_once(self):
        """One program's trouble is not another's, on several threads."""
        report = match('--bots', f'cmd:{HERE}/bad-bot crash,cmd:{HERE}/bad-bot good,random', '--games', '12',
                       '--threads', '4', '--max-turns', '12')
        self.assertEqual([bot['crashes'] for bot in report['bots']], [12, 0, 0])

    def test_nothing_left_when_holm_is_stopped(self):
        mark = f'spin {os.getpid()}-stopped'
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                process = subprocess.Popen([HOLM, 'match', '--bots', f'cmd:{HERE}/bad-bot {mark},random',
                                            '--games', '2', '--limit', '60000'], stdout=subprocess.DEVNULL,
                                           preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))  # nohup ignores one
                end = time.monotonic() + 20
                while len(running(mark)) < 2 and time.monotonic() < end:  # holm itself, and its child
                    time.sleep(0.02)
                time.sleep(0.3)
                process.send_signal(number)
                self.assertEqual(process.wait(20), -number)
                while running(mark) and time.monotonic() < end:
                    time.sleep(0.02)
                self.assertEqual(running(mark), [])

    def test_commas_in_commands(self):
        report = match('--bots', f"cmd:{HERE}/bad-bot good '1,2',random,cmd:{HERE}/bad-bot good 1\\,2,random",
                       '--games', '4', '--max-turns', '5')
        self.assertEqual([chair['bot'].split('bad-bot')[-1] for chair in report['chairs']],
                         [" good '1,2'", 'random', ' good 1\\,2', 'random'])

    def test_json_of_odd_commands(self):
        odd = '\x01' * 900
        report = match('--bots', f"cmd:{HERE}/bad-bot good '{odd}',random", '--games', '2', '--max-turns', '5')
        self.assertIn(odd, report['bots'][0]['bot'])


class ManyGames(unittest.TestCase):
    """Programs that play several games at once on one pipe."""
    def play(self, way, *words, games='8', more=',random,random'):
        """The report, and what each process was told and said."""
        with tempfile.TemporaryDirectory() as folder:
            report = match('--bots', f'cmd:{HERE}/many-bot {way} {folder}/record{more}', '--games', games, '--threads',
                           '4', '--max-turns', '12', *words)
            files = [[json.loads(line) for line in file.read_text('utf-8').splitlines()]
                     for file in pathlib.Path(folder).iterdir()]
        self.assertEqual((report['violations'], report['stalled'] + report['finished']), (0, report['games']))
        return report, files

    def faults(self, report, **wanted):
        found = {key: report['bots'][0][key] for key in ('illegal', 'garbage', 'timeouts', 'crashes', 'replaced')}
        self.assertEqual(found, {**dict.fromkeys(found, 0), **wanted})

    def test_one_process_answers_in_any_order(self):
        report, files = self.play('gather', '--limit', '30000')
        self.faults(report)
        self.assertEqual(len(files), 1)
        self.assertGreater(max(line.get('open', 0) for line in files[0]), 1)

    def test_messages_name_their_game(self):
        report, files = self.play('gather', '--limit', '30000')
        games = {}
        for line in files[0]:
            for way, message in line.items():
                if way in ('to', 'from'):
                    schema.check(message, {'to': 'toBot', 'from': 'fromBot'}[way])
                if way == 'to' and message['type'] != 'welcome':
                    games.setdefault(message['game'], []).append(message)
        self.assertEqual(sorted(games), list(range(1, report['games'] + 1)))
        for told in games.values():
            self.assertEqual([told[0]['type'], told[-1]['type']], ['position', 'over'])
            self.assertEqual([each['type'] for each in told].count('over'), 1)
            seqs = [each['seq'] for each in told if each['type'] in ('position', 'played')]
            self.assertEqual(seqs, list(range(1, len(seqs) + 1)))

    def test_never_two_seats_of_one_game(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = f'cmd:{HERE}/many-bot plain {folder}/record'
            self.faults(match('--bots', f'{bot},{bot},random', '--games', '6', '--threads', '3', '--max-turns', '12'))
            for file in pathlib.Path(folder).iterdir():
                told = [json.loads(line).get('to', {}) for line in file.read_text('utf-8').splitlines()]
                seats, under_way = {}, {}
                for message in told:
                    if message.get('type') == 'position':
                        seats[message['game']] = message['seat']
                        under_way[message['game']] = json.dumps(message['map'])
                        self.assertEqual(len(set(under_way.values())), len(under_way))
                    if message.get('type') == 'over':
                        del under_way[message['game']]

    def test_same_games_with_any_threads(self):
        words = ['--seed', '1', '--bot-seed', '1']
        first = self.play('plain', *words)[0]
        again = self.play('gather', *words, '--limit', '30000')[0]
        self.assertEqual(*[[chair['wins'] for chair in report['chairs']] for report in (first, again)])

    def test_one_game_that_is_not_answered(self):
        """It goes on without the program, and the others with it."""
        report, files = self.play('deaf-to-one', '--limit', '3000')
        self.assertEqual(len(files), 1)
        self.faults(report, timeouts=3, replaced=report['bots'][0]['replaced'])
        self.assertGreaterEqual(report['bots'][0]['replaced'], 3)
        told = [line['to'] for line in files[0] if line.get('to', {}).get('game') == 2]
        self.assertEqual(told[-1], {'type': 'over', 'game': 2, 'winner': None})

    def test_a_crash_is_one_of_every_game(self):
        report, files = self.play('crash', games='12')
        bot = report['bots'][0]
        self.assertGreater(len(files), 1)
        self.assertGreaterEqual(bot['crashes'], len(files) - 1)
        self.assertGreater(bot['replaced'], 0)
        self.assertEqual((bot['illegal'], bot['garbage']), (0, 0))

    def test_lines_of_no_game(self):
        self.faults(self.play('elsewhere')[0])
        self.faults(self.play('twice')[0])
        report = self.play('untagged', '--limit', '3000')[0]
        self.faults(report, garbage=1, timeouts=1, replaced=1)

    def test_wrong_numbers_of_games(self):
        for games in ('0', '"four"', '5000', 'null'):
            with self.subTest(games):
                program = f"""cmd:echo '{{"type":"hello","protocol":1,"name":"x","games":{games}}}'; cat >/dev/null"""
                self.assertIn('games', holm('match', '--bots', program.replace(',', '\\,'), status=2).stderr)


class Protocol(unittest.TestCase):
    def record(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            match('--bots', f'cmd:{HERE}/recorder {folder}/record,random-trader,greedy', '--games', '3', '--max-turns',
                  '25', *words)
            files = list(pathlib.Path(folder).iterdir())
            self.assertEqual(len(files), 1)  # one process for all games
            return [json.loads(line) for line in files[0].read_text('utf-8').splitlines()]

    def test_messages_follow_the_schema(self):
        for words in ([], ['--game', 'knights'], ['--game', 'seafarers+knights']):
            with self.subTest(words):
                for line in self.record(*words):
                    for way, message in line.items():
                        schema.check(message, {'to': 'toBot', 'from': 'fromBot'}[way])

    def test_order_of_messages(self):
        told = [line['to'] for line in self.record() if 'to' in line]
        self.assertEqual(told[0], {'type': 'welcome', 'protocol': 1})
        self.assertEqual([each['type'] for each in told].count('position'), 3)
        self.assertEqual([each['type'] for each in told].count('over'), 3)
        seq, seats = 0, set()
        for message in told[1:]:
            if message['type'] == 'position':
                seats.add(message['seat'])
            if message['type'] in ('position', 'played'):
                seq += 1  # from game to game, so that an answer to the last one is known as old
            if 'seq' in message:
                self.assertEqual(message['seq'], seq)
        self.assertEqual(seats, {'red', 'blue', 'white'})

    def test_nothing_hidden_is_told(self):
        seat = None
        for message in [line['to'] for line in self.record() if 'to' in line]:
            seat = message.get('seat', seat)
            if 'view' not in message:
                continue
            self.assertEqual(message['view']['viewer'], seat)
            self.assertIsNone(message['view']['deck_kind'])
            for player in message['view']['players']:
                self.assertEqual(player['hand'] is None, player['seat'] != seat)
                self.assertEqual(player['development'] is None, player['seat'] != seat)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=1)
