#!/usr/bin/env python3
"""`holm review`: what was planted is found, what is sound is left alone: test_review.py HOLM

tests/review/planted.jsonl is a game between three strong bots in which three choices were replaced:
the worst corner in set-up, the robber where it harms nobody else, and the turn ended with a win in hand.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HOLM = str(pathlib.Path(sys.argv[1]).resolve())
LOG = pathlib.Path(__file__).resolve().parent.parent / 'review' / 'planted.jsonl'
PLANTED = [8, 303, 352]
# Choices of the bots that games played out (`holm analyse --playout`) find best as well.
SOUND = [6, 14, 165, 251, 264, 269, 291, 323, 326, 332]
NODES = '200'


def review(*options, log=LOG):
    return subprocess.run([HOLM, 'review', *options, str(log)], capture_output=True, text=True, timeout=300)


def numbers(*options):
    done = review('--json', *options)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = numbers('--nodes', NODES, '--threads', '2')
        cls.judged = {one['at']: one for one in cls.found['judged']}

    def test_blunders_are_found(self):
        for at in PLANTED:
            self.assertEqual(self.judged[at]['grade'], 'blunder', at)
            self.assertGreaterEqual(self.judged[at]['loss'], 0.1)
            self.assertTrue(self.judged[at]['reasons'])
        self.assertEqual([at for at, one in self.judged.items() if one['grade'] == 'blunder'], PLANTED)

    def test_sound_moves_are_not_flagged(self):
        self.assertEqual({at: self.judged[at]['grade'] for at in SOUND}, dict.fromkeys(SOUND, 'sound'))

    def test_a_missed_win_was_one(self):
        best = self.judged[352]['choices'][0]
        self.assertEqual(best['chance'], 1)
        self.assertEqual(self.judged[352]['choices'][self.judged[352]['made']]['action']['kind'], 'end')

    def test_chances_of_all_seats_add_up(self):
        chances = self.found['review']['chances']
        self.assertEqual(len(chances), self.found['review']['lines'] + 1)
        for all_of_them in chances:
            self.assertAlmostEqual(sum(all_of_them), 1, places=3)
        self.assertEqual(sorted(chances[-1]), [0, 0, 1])

    def test_luck_is_of_draws_alone_and_favours_nobody(self):
        for one in self.found['review']['luck']:
            self.assertAlmostEqual(sum(one['by']), 0, places=3)
        self.assertFalse({one['at'] for one in self.found['review']['luck']} & set(PLANTED))

    def test_turning_points_are_in_order(self):
        turning = self.found['review']['turning']
        self.assertTrue(turning)
        self.assertEqual(turning, sorted(turning, key=lambda one: one['at']))
        for one in turning:
            self.assertGreaterEqual(abs(one['to'] - one['from']), 0.05)

    def test_every_decision_is_judged(self):
        self.assertEqual(list(self.judged), self.found['review']['decisions'])


class Same(unittest.TestCase):
    def test_threads_change_nothing(self):
        self.assertEqual(numbers('--nodes', '12'), numbers('--nodes', '12', '--threads', '3'))

    def test_another_seed_does(self):
        self.assertNotEqual(numbers('--nodes', '12')['judged'], numbers('--nodes', '12', '--seed', '2')['judged'])


class Words(unittest.TestCase):
    def test_it_says_what_lost_something(self):
        told = review('--nodes', '60')
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertIn('Turning points', told.stdout)
        self.assertRegex(told.stdout, r'352  blunder, \d+ %: white end')


class Refused(unittest.TestCase):
    def refuses(self, text, why):
        with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
            file.write(text)
            file.flush()
            done = review(log=file.name)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(why, done.stderr)

    def test_no_log(self):
        self.refuses('', 'empty')
        self.refuses('hello\n', ':1: not JSON')

    def test_a_log_that_does_not_hold(self):
        lines = LOG.read_text('utf-8').splitlines(keepends=True)
        lines[20] = lines[20].replace('"seat":"', '"seat":"x')
        self.refuses(''.join(lines), ':21: "seat" cannot be')

    def test_a_position(self):
        done = review(log='no-such.json')
        self.assertNotEqual(done.returncode, 0)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=1)
