#!/usr/bin/env python3
"""`holm tune` on a few games: test_tune.py HOLM"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HOLM = str(pathlib.Path(sys.argv[1]).resolve())
SMALL = ['--rounds', '2', '--family', '4', '--games', '4']


def tune(*words, status=0):
    done = subprocess.run([HOLM, 'tune', *words], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != status:
        raise AssertionError(f'{words}: exit status {done.returncode}\n{done.stdout}{done.stderr}')
    return done.stderr if status else done.stdout


def numbers(text):
    """Without the line that says how they were made."""
    return [line for line in text.splitlines() if not line.startswith('# Made by')]


class Preferences(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_same_with_any_threads(self):
        for game in ('base', 'seafarers+knights'):
            one = tune(*SMALL, '--game', game)
            self.assertEqual(numbers(one), numbers(tune(*SMALL, '--game', game, '--threads', '3')))
            self.assertNotEqual(numbers(one), numbers(tune(*SMALL, '--game', game, '--seed', '2')))

    def test_file_says_how_it_was_made_and_can_be_gone_on_from(self):
        out = self.folder / 'preferences.txt'
        tune(*SMALL, '--out', str(out))
        self.assertEqual(out.read_text('utf-8').splitlines()[0], f'# Made by: holm tune {" ".join(SMALL)} --out {out}')
        on = tune(*SMALL, '--from', str(out))
        self.assertEqual(len(numbers(on)), len(numbers(out.read_text('utf-8'))))
        self.assertNotEqual(numbers(on), numbers(tune(*SMALL)))

    def test_it_learns(self):
        """From preferences that would rather have cards and roads than buildings, it soon wins more (by luck a little
        sooner or later: the seed is one of those with which 10 rounds are enough)."""
        bad = self.folder / 'bad.txt'
        bad.write_text('settlement -100\ncity -100\npip_first 0\ncard 500\nroute 600\nwin 0\n', 'utf-8')
        done = subprocess.run([HOLM, 'tune', '--rounds', '10', '--family', '16', '--games', '8', '--threads', '2',
                               '--seed', '2', '--from', str(bad)], capture_output=True, text=True, timeout=300, check=True)
        wins = [float(share) for share in re.findall(r'wins ([0-9.]+)%', done.stderr)]
        self.assertEqual(len(wins), 10)
        self.assertGreater(sum(wins[-3:]), 1.3 * sum(wins[:3]))

    def test_trouble(self):
        bad = self.folder / 'bad.txt'
        bad.write_text('win 1000\nwine 3\n', 'utf-8')
        self.assertIn(f"{bad}:2: 'wine' is no preference", tune(*SMALL, '--from', str(bad), status=1))
        self.assertIn("no bot 'nobody'", tune('--against', 'nobody', status=2))
        self.assertIn('not for --weights', tune('--weights', '--rounds', '3', status=2))
        for words in (SMALL, ['--weights', '--games', '4']):
            told = tune(*words, '--out', str(self.folder / 'nowhere/preferences.txt'), status=1)
            self.assertIn('cannot write', told)
            self.assertNotIn('round', told)  # it says so before the first game
            self.assertNotIn('surprise', told)


class Weights(unittest.TestCase):
    def test_repeatable(self):
        words = ['--weights', '--games', '30', '--game', 'knights']
        one = tune(*words)
        self.assertGreater(len(numbers(one)), 30)
        self.assertEqual(one, tune(*words))
        self.assertNotEqual(one, tune(*words, '--seed', '2'))

    def test_preferences_that_play(self):
        root = pathlib.Path(__file__).parents[2]
        words = ['--weights', '--games', '10']
        usual = numbers(tune(*words))
        self.assertEqual(usual, numbers(tune(*words, '--from', str(root / 'bots/preferences/base.txt'))))
        self.assertNotEqual(usual, numbers(tune(*words, '--from', str(root / 'bots/preferences/knights.txt'))))

    def test_games_that_nobody_wins(self):
        self.assertEqual(numbers(tune('--weights', '--games', '2', '--option', 'turn_limit=1')),
                         ['# feature           early     late'])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=1)
