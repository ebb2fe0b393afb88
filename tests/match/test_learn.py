#!/usr/bin/env python3
"""Learning at a small scale, with NumPy alone: test_learn.py HOLM NET-CHANCES"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

if not importlib.util.find_spec('numpy'):  # Debian's has it, where another Python comes first
    if sys.executable == '/usr/bin/python3' or not shutil.which('/usr/bin/python3'):
        print('without NumPy nothing can be learnt')
        sys.exit(77)
    os.execv('/usr/bin/python3', ['/usr/bin/python3', *sys.argv])

LEARN = pathlib.Path(__file__).resolve().parents[2] / 'learn'
sys.path.insert(0, str(LEARN))
sys.dont_write_bytecode = True
import arrays  # noqa: E402
import net  # noqa: E402
import numpy  # noqa: E402
import train  # noqa: E402

HOLM, CHANCES = [str(pathlib.Path(word).resolve()) for word in sys.argv[1:3]]
ONE_CORE = dict(os.environ, OMP_NUM_THREADS='1', OPENBLAS_NUM_THREADS='1')


def run(*words, status=0):
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, env=ONE_CORE)
    if done.returncode != status:
        raise AssertionError(f'{words}: exit status {done.returncode}\n{done.stdout}{done.stderr}')
    return done.stderr if status else done.stdout


class Learning(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.positions, cls.net = f'{cls.folder.name}/base.positions', f'{cls.folder.name}/base.net'
        run(HOLM, 'positions', '--games', '300', '--sample', '40', '--out', cls.positions)
        cls.told = run(sys.executable, str(LEARN / 'train.py'), '--plain', '--epochs', '2', '--batch', '128', '--out', cls.net,
                       cls.positions)

    def test_it_learns(self):
        """From nothing, the results of games that it has not seen surprise it less and less."""
        surprises = [float(number) for number in re.findall(r'surprise {4: ([0-9.]+)}', self.told)]
        self.assertAlmostEqual(surprises[0], 1.39, delta=0.05)  # of four, nobody is likelier than the others
        self.assertLess(surprises[-1], 1.25)

    def test_program_and_bot_agree(self):
        """learn/net.py and bots/net.c say the same of a position."""
        plain = arrays.Plain()
        weights = net.load(self.net)
        seats, game, _ = train.Positions(plain, self.positions, 1000).take(slice(0, 20))
        chance = net.chances(plain, weights, net.encode(plain, weights, seats, game)[1])[2]
        said = numpy.array([[float(word) for word in line.split()] for line in run(CHANCES, self.net, self.positions).splitlines()])
        self.assertEqual(said.shape, (20, 4))
        self.assertLess(abs(said - chance).max(), 1e-4)
        self.assertGreater(said.max() - said.min(), 0.1)  # not all alike

    def test_slopes(self):
        """The slopes are those of the surprise: a step along one of them changes it as foretold."""
        plain = arrays.Plain()
        weights = {name: array.astype(float) for name, array in net.load(self.net).items()}
        batch = [array.astype(float) for array in train.Positions(plain, self.positions, 1000).take(slice(0, 64))]
        _, slope = net.slopes(plain, weights, *batch)
        for name in net.SHAPES:
            place = numpy.unravel_index(abs(slope[name]).argmax(), slope[name].shape)
            losses = []
            for by in (1e-6, -1e-6):
                changed = dict(weights, **{name: weights[name].copy()})
                changed[name][place] += by
                losses.append(net.slopes(plain, changed, *batch)[0])
            self.assertAlmostEqual((losses[0] - losses[1]) / 2e-6, slope[name][place], delta=1e-3 * abs(slope[name][place]), msg=name)

    def test_looking_back(self):
        """What is learnt later: what the net thinks of the same game a round later, and who won where no round is left."""
        positions = train.Positions(arrays.Plain(), self.positions, 1000)
        thought = numpy.concatenate([chance for _, chance in positions.chances(net.load(self.net), 0)])
        positions.look_back(net.load(self.net), 0)
        self.assertTrue((positions.target == positions.won).all())
        positions.look_back(net.load(self.net), 0.4)
        self.assertLess(abs(positions.target.sum(1) - 1).max(), 1e-5)
        for at in range(300):
            last = positions.moment[at + 1] == train.FIRST
            part = 0.4 if positions.moment[at + 1] == train.AFTER else 0
            expected = positions.won[at] if last else part * thought[at + 1] + (1 - part) * positions.target[at + 1]
            self.assertLess(abs(positions.target[at] - expected).max(), 1e-5, at)
        self.assertGreater((positions.moment == train.FIRST).sum(), 20)
        self.assertGreater((positions.moment == train.AFTER).sum(), 200)

    def test_same_seed_same_positions(self):
        paths = [f'{self.folder.name}/{name}' for name in ('one', 'two', 'other')]
        for path, seed in zip(paths, ('5', '5', '6')):
            run(HOLM, 'positions', '--games', '2', '--game', 'seafarers+knights', '--play', 'tuned,medium', '--seed', seed, '--out', path)
        one, two, other = (pathlib.Path(path).read_bytes() for path in paths)
        self.assertEqual(one, two)
        self.assertNotEqual(one, other)

    def test_net_can_be_played_with(self):
        said = run(HOLM, 'match', '--net', self.net, '--bots', 'expert:20,easy,easy', '--games', '3', '--max-turns', '40')
        self.assertIn('expert:20', said)
        self.assertIn('a net is a line of text', run(HOLM, 'match', '--net', __file__, '--bots', 'expert:20,easy', status=1))


class Seeds(unittest.TestCase):
    """No game that strength was measured on was ever learnt from: learn/seeds.txt has all runs."""
    LABELS = {'play': b'holm play', 'tune': b'holm tune'}

    def test_no_game_twice(self):
        import hashlib
        seen = {}
        for line in (LEARN / 'seeds.txt').read_text('utf-8').splitlines():
            if not line.strip() or line.startswith('#'):
                continue
            label, first, last, games = line.split(maxsplit=4)[:4]
            for seed in range(int(first), int(last) + 1):
                for number in range(min(int(games), 300)):
                    asked = self.LABELS[label].ljust(16, b'\0') + seed.to_bytes(8, 'little') + number.to_bytes(8, 'little')
                    game = int.from_bytes(hashlib.blake2b(asked, digest_size=32).digest()[:8], 'little') >> 1
                    self.assertEqual(seen.setdefault(game, label), label, line)
        self.assertGreater(len(seen), 1000)

    def test_nets_and_numbers_are_listed(self):
        """Every seed that a file of the bots names stands in the list, as one that was learnt from."""
        listed = set()
        for line in (LEARN / 'seeds.txt').read_text('utf-8').splitlines():
            if line.startswith('tune'):
                first, last = line.split()[1:3]
                listed |= set(range(int(first), int(last) + 1))
        bots = LEARN.parent / 'bots'
        for path in [*bots.glob('weights/*.txt'), *bots.glob('preferences/*.txt'), *bots.glob('nets/*.net')]:
            named = {int(seed) for seed in re.findall(rb'--seed (\d+)', path.read_bytes())}
            self.assertLessEqual(named, listed, path)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=1)
