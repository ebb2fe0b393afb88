#!/usr/bin/env python3
"""The command line, from outside: test_cli.py HOLM [Class.test]"""
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HOLM = str(pathlib.Path(sys.argv[1]).resolve())
ROOT = pathlib.Path(__file__).resolve().parents[2]


def holm(*words, status=0, **more):
    done = subprocess.run([HOLM, *map(str, words)], capture_output=True, text=True, timeout=120, check=False, **more)
    if done.returncode != status:
        raise AssertionError(f'{words}: exit status {done.returncode}\n{done.stdout}{done.stderr}')
    return done


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, 'utf-8')
        return path


def log_of(path):
    """A log without its header but for the seed."""
    head, *actions = path.read_text('utf-8').splitlines()
    return json.loads(head)['seed'], actions


class Seeds(InFolder):
    def seeds_of_match(self, seed, games=6):
        folder = self.folder / f'match-{seed}'
        holm('match', '--bots', 'random,random-trader', '--games', games, '--max-turns', 2, '--seed', seed, '--log', folder)
        return [log_of(path)[0] for path in sorted(folder.iterdir())]

    def seed_of_game(self, seed, number):
        path = self.folder / f'{seed}-{number}.jsonl'
        holm('sim', '--players', 2, '--games', 1, '--max-turns', 2, '--seed', seed, '--first', number, '--log', path)
        return log_of(path)[0]

    def test_neighbouring_runs_share_no_game(self):
        runs = [self.seeds_of_match(seed) for seed in range(1, 5)]
        for seeds in runs:
            self.assertEqual(seeds[::2], seeds[1::2])  # both orders of the two bots
            self.assertEqual(len(set(seeds)), 3)
        self.assertEqual(len({seed for seeds in runs for seed in seeds}), 12)

    def test_first_is_any_game_of_the_run(self):
        """Games of `sim` and `match` with the same seed are the same deals."""
        deals = self.seeds_of_match(7)[::2]
        self.assertEqual([self.seed_of_game(7, number) for number in (1, 2, 3)], deals)

    def test_a_game_alone_is_as_it_was_among_others(self):
        words = ['--bots', 'greedy', '--max-turns', 20]
        all_of_them = json.loads(holm('sim', *words, '--games', 4, '--json').stdout)
        alone = [json.loads(holm('sim', *words, '--games', 1, '--first', number, '--json').stdout)
                 for number in (1, 2, 3, 4)]
        self.assertAlmostEqual(sum(each['actions_mean'] for each in alone), 4 * all_of_them['actions_mean'], places=1)


def wait_until_busy(mark):
    """Until all processes that have this in their command line have worked for half a second."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        worked = 0
        for process in pathlib.Path('/proc').glob('[0-9]*'):
            try:
                if mark in (process / 'cmdline').read_bytes().replace(b'\0', b' ').decode(errors='replace'):
                    worked += int((process / 'stat').read_text().rsplit(')', 1)[1].split()[11])  # its user time
            except OSError:
                continue
        if 2 * worked >= os.sysconf('SC_CLK_TCK'):
            return
        time.sleep(0.05)


class Interrupted(unittest.TestCase):
    def interrupt(self, *words, mark=None, times=1):
        """^C when it is well under way; what was printed, and what was complained of."""
        seed = str(time.time_ns())  # finds it among all processes
        process = subprocess.Popen([HOLM, *words, '--games', '1000000', '--threads', '2', '--seed', seed], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        wait_until_busy(mark or seed)
        for _ in range(times):
            process.send_signal(signal.SIGINT)
            time.sleep(0.005)
        told, troubles = process.communicate(timeout=60)
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertEqual(troubles, '')
        return told

    def test_what_was_played_so_far(self):
        for command in ('sim', 'match'):
            with self.subTest(command):
                report = json.loads(self.interrupt(command, '--bots', 'random', '--json'))
                self.assertTrue(report['interrupted'])
                self.assertEqual(report['asked'], 1000000)
                self.assertGreater(report['games'], 0)
                self.assertEqual(report['games'], report['finished'] + report['stalled'])

    def test_a_program_that_keeps_us_waiting(self):
        """It is killed after a second, and that is no fault of it."""
        mark = f'spin {time.time_ns()}'
        report = json.loads(self.interrupt('match', '--bots', f'cmd:{ROOT}/tests/match/bad-bot {mark},random', '--limit',
                                           '3600000', '--json', mark=mark))
        self.assertEqual((report['games'], report['bots'][0]['crashes']), (0, 0))

    def test_before_the_first_game(self):
        mark = f'spin {time.time_ns()}'
        told = self.interrupt('match', '--bots', f'cmd:{ROOT}/tests/match/bad-bot {mark},random', '--limit', '3600000', mark=mark)
        self.assertIn('No game was finished.', told)
        self.assertNotIn('%', told)

    def test_sent_twice_at_once(self):
        """As `timeout` does it: to its child, and to all of its group. That is one, and what was played is told."""
        mark = f'spin {time.time_ns()}'
        told = self.interrupt('match', '--bots', f'cmd:{ROOT}/tests/match/bad-bot {mark},random', '--limit', '3600000', mark=mark, times=2)
        self.assertIn('No game was finished.', told)

    def test_in_words(self):
        self.assertRegex(self.interrupt('sim'), r'games +[0-9]+ of 1000000, then interrupted\n')
        self.assertRegex(self.interrupt('match'), r'games +[0-9]+ of 1000000, then interrupted: seed [0-9]+, ')


class Progress(unittest.TestCase):
    def test_time_left(self):
        for command in ('sim', 'match'):
            with self.subTest(command):
                ours, theirs = pty.openpty()
                process = subprocess.Popen([HOLM, command, '--bots', 'greedy', '--games', '120'], stderr=theirs,
                                           stdout=subprocess.DEVNULL)
                os.close(theirs)
                told = b''
                try:
                    while part := os.read(ours, 4096):
                        told += part
                except OSError:  # the other end is closed
                    pass
                os.close(ours)
                self.assertEqual(process.wait(60), 0)
                self.assertRegex(told.decode(), r'\[#* *\] [0-9]+ of 120 games, [0-9]+:[0-9][0-9] left')

    def test_silent_where_nobody_looks(self):
        self.assertEqual(holm('sim', '--bots', 'greedy', '--games', 4).stderr, '')


class MatchLogs(InFolder):
    def test_a_log_for_each_game(self):
        folder = self.folder / 'logs'
        report = json.loads(holm('match', '--bots', 'greedy,random', '--games', 4, '--threads', 2, '--log', folder,
                                 '--json').stdout)
        logs = sorted(folder.iterdir())
        self.assertEqual([path.name for path in logs], [f'{number:06}.jsonl' for number in (1, 2, 3, 4)])
        for path in logs:
            holm('verify', path)
        self.assertEqual(sum(' wins' in holm('replay', path).stdout for path in logs), report['finished'])

    def test_never_over_another(self):
        words = ['match', '--bots', 'random', '--players', 2, '--games', 2, '--max-turns', 2, '--log', self.folder]
        holm(*words)
        self.assertIn('000001.jsonl: File exists', holm(*words, status=1).stderr)
        self.assertIn('cannot make the folder', holm(*words[:-1], self.folder / 'no/where', status=1).stderr)


class LogsToStandardOutput(InFolder):
    def test_not_of_a_match(self):
        self.assertIn('--log wants a folder', holm('match', '--bots', 'random', '--games', 1, '--log', '-', cwd=self.folder, status=2).stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_sim_and_play(self):
        for words in (['sim', '--games', 1, '--bots', 'greedy'], ['play', '--seat', 'none', '--seed', 3]):
            with self.subTest(words[0]):
                told = holm(*words, '--players', 3, '--log', '-', cwd=self.folder)
                self.assertEqual(list(self.folder.iterdir()), [])
                for line in told.stdout.splitlines():
                    json.loads(line)
                self.assertRegex(told.stderr, 'finished +1' if words[0] == 'sim' else 'red')
                self.assertIn(' wins', holm('replay', '-', input=told.stdout).stdout)


class ReplayedPositions(InFolder):
    def test_after_each_action_and_no_more_than_a_seat_may_know(self):
        log = self.folder / 'game.jsonl'
        holm('sim', '--games', 1, '--bots', 'greedy', '--players', 3, '--log', log)
        told = [json.loads(line) for line in holm('replay', '--json', '--positions', '--view', 'red', log).stdout.splitlines()]
        self.assertEqual([one['state'] for one in told[-2:]], [told[-1]['state']] * 2)
        self.assertEqual(told[20]['state'], json.loads(holm('replay', '--json', '--view', 'red', '--to', 21, log).stdout.splitlines()[-1])['state'])
        self.assertIn('--positions goes with --json', holm('replay', '--positions', log, status=2).stderr)


class TakingBack(InFolder):
    def test_at_the_terminal(self):
        """Done, left, gone on with, taken back; and the log tells it and holds."""
        log = self.folder / 'game.jsonl'
        holm('play', '--seed', 3, '--option', 'start_player=fixed', '--log', log, input='settlement 0,0N\nquit\n')
        told = holm('play', '--resume', log, input='undo\nundo\nsettlement 0,0S\nquit\n').stdout
        self.assertIn('You take back the settlement at 0,0N', told)
        self.assertIn('[HOLM-UNDO-3]', told)
        self.assertEqual([json.loads(line)['action']['kind'] for line in log_of(log)[1]], ['settlement', 'undo', 'settlement'])
        self.assertIn('verified, 3 actions', holm('verify', '--unfinished', log).stdout)
        self.assertIn('Red takes back the settlement at 0,0N', holm('replay', log).stdout)
        self.assertNotIn('"0,0N"', holm('show', '--json', log).stdout.split('"pieces"')[1])
        holm('analyse', '--at', 2, '--nodes', 50, '--top', 3, log)

    def test_not_where_it_is_off(self):
        told = holm('play', '--seed', 3, '--option', 'start_player=fixed', '--option', 'undo=false', '--log', '-',
                    input='settlement 0,0N\nundo\nquit\n')
        self.assertIn('[HOLM-UNDO-1]', told.stdout + told.stderr)


class Puzzles(InFolder):
    def test_found_and_checked(self):
        """Each is a view with an answer that holds; the same options find the same."""
        options = ('puzzles', '--players', 3, '--bots', 'greedy', '--kind', 'race', '--count', 1, '--lines', 16, '--seed', 3)
        found = holm(*options)
        self.assertIn('race: 1 of 1', found.stderr)
        puzzle = json.loads(found.stdout)
        self.assertEqual(puzzle['kind'], 'race')
        self.assertNotEqual(puzzle['answer'], puzzle['second'])
        self.assertEqual(puzzle['view']['viewer'], puzzle['answer']['seat'])
        self.assertEqual(holm(*options).stdout, found.stdout)
        file = self.folder / 'puzzles.jsonl'
        file.write_text(found.stdout, 'utf-8')
        self.assertIn('1 of 1 answers agree', holm('puzzles', '--check', file).stdout)
        file.write_text(json.dumps({**puzzle, 'answer': puzzle['second']}) + '\n', 'utf-8')
        self.assertIn('0 of 1 answers agree', holm('puzzles', '--check', file, status=1).stdout)

    def test_what_is_wrong(self):
        self.assertIn("not 'chess'", holm('puzzles', '--kind', 'chess', status=2).stderr)
        self.assertIn("not 'defence'", holm('puzzles', '--kind', 'defence', status=2).stderr)
        self.assertIn('--bots wants one bot', holm('puzzles', '--bots', 'cmd:x', status=2).stderr)
        file = self.folder / 'puzzles.jsonl'
        file.write_text('{"kind":"race"}\n', 'utf-8')
        self.assertIn('puzzles.jsonl:1', holm('puzzles', '--check', file, status=1).stderr)


# ------------------------------------------------------------------------- maps

ISLET = """map islet
players 3-4
hexes
        Fo5     Hi6
    Pa4     De      Fi8
        Mo9     Fo10
"""


class Maps(InFolder):
    def play(self, path, *words, **more):
        return holm('play', '--seat', 'none', '--map', path, '--option', 'turn_limit=2', '--log', '-', *words, **more)

    def test_a_map_without_a_pool(self):
        path = self.write('islet.map', ISLET)
        self.assertIn('islet: fine. 3 to 4 players, fixed set-up', holm('map', 'check', path).stdout)
        for words in (['--players', 3], ['--players', 4], ['--game', 'knights'], ['--setup', 'fixed']):
            self.play(path, *words)
        self.assertIn('no variable set-up', self.play(path, '--setup', 'variable', status=2).stderr)

    def test_a_map_without_a_picture_of_its_land(self):
        pool = 'pool forest 2 hills 1 pasture 1 fields 1 mountains 1 desert 1\ndiscs 5 6 4 8 9 10\n'
        path = self.write('islet.map', re.sub('[A-Z][a-z][0-9]*', '??', ISLET) + '\n' + pool + 'spiral yes\n')
        self.assertIn('variable set-up', holm('map', 'check', path).stdout)
        self.play(path)
        self.assertIn('no fixed set-up', self.play(path, '--setup', 'fixed', status=2).stderr)

    def test_a_map_without_a_spiral(self):
        pool = 'pool forest 2 hills 1 pasture 1 fields 1 mountains 1 desert 1\ndiscs 5 6 4 8 9 10\n'
        path = self.write('islet.map', ISLET + '\n' + pool)
        self.assertIn('fixed and variable set-up', holm('map', 'check', path).stdout)
        log = self.play(path).stdout
        self.assertIn('"setup":"variable","discs":"random"', log)
        self.assertIn('no letter spiral', self.play(path, '--option', 'discs=letters', status=1).stderr)

    def test_a_map_that_cannot_be_played(self):
        path = self.write('islet.map', ISLET.replace('3-4', '2-4'))
        why = 'the map must name two corners on land'
        self.assertIn(why, holm('map', 'check', path, status=1).stdout)
        self.assertIn(why, self.play(path, '--players', 2, status=1).stderr)

    def test_all_that_are_built_in(self):
        names = sorted(path.stem for path in (ROOT / 'maps').glob('*.map'))
        self.assertEqual(holm('map', 'check', *names).stdout.count(': fine.'), len(names))


# ------------------------------------------------------------------------ rules

class Rules(unittest.TestCase):
    def test_every_rule_of_the_pages(self):
        """As its page has it, but for line breaks."""
        for page in sorted((ROOT / 'docs/rules').glob('[0-9]*.md')):
            rules = re.findall(r'^- `([A-Z0-9-]+)` (.*)$', page.read_text('utf-8'), re.MULTILINE)
            told = holm('rules', *[name for name, _ in rules]).stdout
            self.assertIn(f'(docs/rules/{page.name})', told)
            words = told.split()
            for name, text in rules[:3] + rules[-3:]:
                start = words.index(name) + 1
                self.assertEqual(words[start:start + len(text.split())], text.split())

    def test_one_and_a_group(self):
        told = holm('rules', 'base-dev-4').stdout
        self.assertEqual(re.findall(r'^[A-Z0-9-]+$', told, re.MULTILINE), ['BASE-DEV-4'])
        group = re.findall(r'^[A-Z0-9-]+$', holm('rules', 'BASE-DEV').stdout, re.MULTILINE)
        self.assertGreater(len(group), 5)
        self.assertTrue(all(each.startswith('BASE-DEV-') for each in group))
        self.assertIn('Ruling', holm('rules', 'OQ-1').stdout)
        self.assertIn('`robber_start`; ck2025: `off_board`', holm('rules', 'ED-1').stdout)
        rows = re.findall(r'^\| (ED-\d+) \|', (ROOT / 'docs/rules/editions.md').read_text('utf-8'), re.MULTILINE)
        self.assertEqual(re.findall(r'^ED-\d+$', holm('rules', 'ED').stdout, re.MULTILINE), rows)

    def test_none(self):
        self.assertIn('did you mean BASE-DEV-', holm('rules', 'BASE-DEF-4', status=2).stderr)
        self.assertIn("no rule 'nonsense'", holm('rules', 'nonsense', status=2).stderr)
        self.assertIn('--edition 2025', holm('rules', '2025', status=2).stderr)


# ---------------------------------------------------------------------- scripts

class Scripts(InFolder):
    TWO = 'case the first one\ngame base\nexpect deck 25\n\n  case the other one\ngame base\nexpect deck 24\n'

    def test_nothing_to_run(self):
        for text in ('', '\n# only words\n'):
            path = self.write('empty.holm', text)
            self.assertIn(f'{path}: there is no case in it\n0 passed, 1 failed', holm('run', path, status=1).stdout)

    def test_nothing_tried(self):
        for text in ('', 'shows BASE-DEV-4\n', 'game base\n', 'repeat 3\ngame base\nset red hand wood\n'):
            path = self.write('idle.holm', f'case idle\n{text}case busy\ngame base\nexpect deck 25\n')
            told = holm('run', path, status=1).stdout
            self.assertIn('idle: it tries nothing: no action, no refuse, no expect', told)
            self.assertIn('1 passed, 1 failed', told)

    def test_only(self):
        path, empty = self.write('two.holm', self.TWO), self.write('empty.holm', '')
        self.assertIn('1 passed, 1 failed', holm('run', path, status=1).stdout)
        told = holm('run', path, '--only', 'other', status=1).stdout
        self.assertIn(f'{path}:7: the other one', told)
        self.assertIn('0 passed, 1 failed', told)
        self.assertEqual('1 passed, 0 failed\n', holm('run', empty, path, '--only', 'first').stdout)
        for name in ('zzz', 'game', 'case'):
            self.assertIn(f"no case has '{name}' in its title", holm('run', path, '--only', name, status=2).stderr)

    def told_of(self, *lines):
        return holm('run', self.write('one.holm', '\n'.join(['case one', *lines, ''])), status=1).stdout

    def test_refused_games(self):
        self.assertIn('it was accepted', self.told_of('refuse game base'))
        self.assertIn('expected a refusal because SEA-1, found CKSEA-24: this scenario needs',
                      self.told_of('refuse game seafarers+knights scenario=forgotten-tribe because SEA-1'))
        self.assertIn("expected a refusal because SEA-1, found BASE-COMP-1: two to eight can play",
                      self.told_of('refuse game base players=9 because SEA-1'))
        self.assertIn('a second game in one case', self.told_of('game base', 'refuse game base players=9'))
        self.assertIn("'refuse' comes before the game", self.told_of('refuse red roll'))
        path = self.write('good.holm', 'case one\nrefuse game base players=9\nrefuse game base nonsense=3\ngame base\n')
        self.assertEqual(holm('run', path).stdout, '1 passed, 0 failed\n')

    def test_words_of_events(self):
        roll = 'game knights players=3', 'set turn red roll', 'red roll 3 5 ship'
        self.assertIn("the event face has no field 'n'; say face=", self.told_of(*roll, 'expect event face n=3'))
        self.assertIn("'boat' is not a face", self.told_of(*roll, 'expect event face face=boat'))
        self.assertIn('found seat=red face=ship', self.told_of(*roll, 'expect event face seat=red face=trade'))
        self.assertIn("the event roll has no field 'face'", self.told_of(*roll, 'expect event roll face=ship'))

    def test_banks(self):
        path = self.write('bank.holm', 'case one\ngame base\nset bank ore 3 wool 0\nexpect bank ore=3 wool=0 wood=19\n'
                                       'set bank 2 ore\nexpect bank ore=2 wool=0\n')
        self.assertEqual(holm('run', path).stdout, '1 passed, 0 failed\n')
        for line, said in (('ore 3 iron 2', "'iron' is not a card"), ('ore wool 3', "'wool' is not a number"),
                           ('ore 300', "'300' is not a number"),
                           ('3 ore wool 2', 'numbers stand before the cards or behind them, not both')):
            self.assertIn(said, self.told_of('game base', f'set bank {line}'))


class Bench(unittest.TestCase):
    def test_nothing_to_measure(self):
        done = holm('bench', '--seconds', 0, '--only', 'zzz', status=2)
        self.assertIn("no mode has 'zzz' in its name", done.stderr)
        self.assertEqual(done.stdout, '')

    def test_signatures_of_what_was_measured(self):
        told = {only: re.findall('^signature.*', holm('bench', '--seconds', 0, '--only', only).stdout, re.MULTILINE) for only in ('4 players', 'knights 4', '3 players')}
        self.assertEqual([len(lines) for lines in told.values()], [2, 1, 1])
        self.assertTrue(told['knights 4'][0].startswith('signature of Cities & Knights '))
        self.assertNotIn('0' * 16, ''.join(sum(told.values(), [])))

    def test_batches(self):
        done = holm('bench', '--envs', '--only', 'zzz', status=2)
        self.assertIn("no mode has 'zzz' in its name", done.stderr)
        lines = holm('bench', '--envs', '--seconds', 0, '--batch', 16, '--only', 'base, 2').stdout.splitlines()
        self.assertRegex(lines[-1], r'^base, 2 players( +[0-9.]+){10}$')


# ----------------------------------------------------------------------- server

class Serve(InFolder):
    """Refused at the start, before a database is made."""

    def refused(self, *words):
        said = holm('serve', '--port', 0, '--db', self.folder / 'holm.db', *words, status=2).stderr
        self.assertFalse((self.folder / 'holm.db').exists())
        return said

    def make_pair(self, name):
        key, certificate = self.folder / f'{name}.key', self.folder / f'{name}.pem'
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes',
                        '-days', '2', '-subj', '/CN=localhost', '-keyout', key, '-out', certificate],
                       check=True, capture_output=True, timeout=60)
        return certificate, key

    def test_certificates(self):
        nowhere, words = self.folder / 'nowhere.pem', self.write('words.pem', 'no certificate\n')
        self.assertIn(f'--cert {nowhere}: cannot read it: No such file', self.refused('--cert', nowhere, '--key', words))
        self.assertIn(f'--cert {words}: no certificate in PEM', self.refused('--cert', words, '--key', words))
        self.assertIn('go together', self.refused('--cert', words))

    @unittest.skipUnless(shutil.which('openssl'), 'openssl makes the certificates')
    def test_keys(self):
        (certificate, key), (_, other) = self.make_pair('one'), self.make_pair('other')
        words = self.write('words.pem', 'no key\n')
        self.assertIn('--key /nowhere.pem: cannot read it', self.refused('--cert', certificate, '--key', '/nowhere.pem'))
        self.assertIn(f'--key {words}: no private key in PEM', self.refused('--cert', certificate, '--key', words))
        self.assertIn('is not the key of', self.refused('--cert', certificate, '--key', other))
        self.serves('--cert', certificate, '--key', key)

    def test_page(self):
        self.assertIn('--web /nowhere: No such file', self.refused('--web', '/nowhere'))
        self.assertIn('it is no folder', self.refused('--web', self.write('file', '')))
        self.assertIn('its index.html cannot be read: No such file', self.refused('--web', self.folder))

    def test_origins(self):
        for origin, said in (('example.org', 'it should be http'), ('*', 'it should be http'), ('null', 'it should be http'),
                             ('https://', 'it should be http'), ('https://example.org/', 'it is https://example.org\n'),
                             ('https://example.org/play?x', 'it is https://example.org\n'),
                             ('https://Example.org', 'small letters'), ('https://a..b', 'between single dots'), ('https://.a', 'between single dots'),
                             ('https://[', 'a host has'), ('https://[::1', 'a host has'), ('https://[::g]', 'a host has'), ('https://a:b:1', 'a port is'),
                             ('https://example.org:abc', 'a port is'), ('https://example.org:', 'a port is'), ('https://example.org:99999', 'a port is'),
                             ('https://example.org:0443', 'a port is'), ('https://example.org:443', 'it is https://example.org\n'),
                             ('http://[::1]:80', 'it is http://[::1]\n')):
            with self.subTest(origin):
                self.assertIn(said, self.refused('--origin', 'http://localhost:5173', '--origin', origin))

    def serves(self, *words):
        process = subprocess.Popen([HOLM, 'serve', '--port', '0', '--db', self.folder / 'good.db', *words],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.assertIn('Holm is at http', process.stdout.readline())
        process.terminate()
        process.communicate(timeout=30)

    def test_what_is_right(self):
        self.write('index.html', '<!doctype html>')
        self.serves('--web', str(self.folder), '--origin', 'https://example.org:8443', '--origin', 'http://[::1]:5173')


# ------------------------------------------------------------------ what docs say

class Docs(unittest.TestCase):
    ARCHITECTURE = (ROOT / 'ARCHITECTURE.md').read_text('utf-8')

    def test_every_file_of_cli_and_web_is_in_a_table(self):
        rows = ' '.join(line for line in self.ARCHITECTURE.splitlines() if line.startswith('|'))
        named = set(re.findall(r'`([^`]+)`', rows))
        files = [path for path in [*(ROOT / 'cli').glob('*.c'), *(ROOT / 'web/src').rglob('*')]
                 if path.is_file() and 'gallery' not in path.parts and path.suffix != '.md' and path.name != 'tsconfig.json']
        self.assertGreater(len(files), 150)
        self.assertEqual([str(path.relative_to(ROOT)) for path in files
                          if path.name not in named and path.name.replace('.svelte', '') not in named], [])

    def test_size_of_the_state(self):
        table = self.ARCHITECTURE[self.ARCHITECTURE.index('## The state'):self.ARCHITECTURE.index('Hands are eight')]
        parts = [int(number) for number in re.findall(r'^\| (\d+) \|', table, re.MULTILINE)]
        size, = re.findall(r'^state (\d+) bytes', holm('bench', '--seconds', 0, '--only', '3 players').stdout, re.MULTILINE)
        self.assertEqual(sum(parts), int(size))
        self.assertIn(f'| **{size}** |', table)

    def test_limits_of_the_server(self):
        page = (ROOT / 'man/holm-serve.1').read_text('utf-8').replace('\\-', '-')
        told = dict(re.findall(r'^\.BI --(\S+) .*\n.*\(default (\d+)', page, re.MULTILINE))
        lines = re.findall(r'^  --(\S+) (?:N|BYTES) +(?:\n +)?.*\((\d+)\)$', holm('serve', '--help').stdout, re.MULTILINE)
        limits = {name: usual for name, usual in lines if name not in ('port', 'workers')
                  and not name.endswith('-seconds')}  # those say how long people are waited for
        self.assertGreater(len(limits), 20)
        self.assertEqual({name: told.get(name) for name in limits}, limits)
        table = (ROOT / 'docs/server.md').read_text('utf-8')
        self.assertEqual(dict(re.findall(r'^\| `--([a-z-]+)` \|.*\| (\d+)[^|]*\|$', table, re.MULTILINE)), limits)

    def test_options_in_the_manual(self):
        """Every option that a command takes is in its page, or in that of all commands."""
        common = (ROOT / 'man/holm.1').read_text('utf-8')
        for page in (ROOT / 'man').glob('holm-*.1'):
            text = (page.read_text('utf-8') + common).replace('\\-', '-')
            for option in re.findall(r'^  (--[a-z-]+)', holm(page.stem[5:], '--help').stdout, re.MULTILINE):
                self.assertRegex(text, re.escape(option) + r'\b', page.name)

    def test_links(self):
        for page in [*ROOT.glob('*.md'), *(ROOT / 'docs').rglob('*.md'), ROOT / 'web/README.md']:
            for link in re.findall(r'\]\(([^)#\s]+)(?:#[^)]*)?\)', page.read_text('utf-8')):
                if '://' not in link:
                    self.assertTrue((page.parent / link).exists(), f'{page.relative_to(ROOT)}: {link}')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=1)
