"""The examples of examples/learning, as they stand, and the programs of docs/learning.md; in their short forms but for HOLM_SOAK=1."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(os.environ['HOLM_ROOT']).resolve()
SOAK = bool(os.environ.get('HOLM_SOAK'))


def run(name, *words, folder='examples/learning'):
    return subprocess.run([sys.executable, ROOT / folder / name, *map(str, words)], check=True, capture_output=True, text=True).stdout


class Examples(unittest.TestCase):
    def test_rollouts(self):
        said = run('rollouts.py', '--games', 256, '--steps', 100)
        self.assertRegex(said, r'^25600 steps of 256 games')
        self.assertRegex(said, r'million steps a second in the environment')

    def test_bench(self):
        said = run('bench-python', '--games', 16, '--steps', 20, folder='scripts')
        self.assertEqual([line.split(',')[0] for line in said.splitlines()[2:]], ['base', 'Cities & Knights', 'New Shores'])

    def test_policy_gradient(self):
        """After a minute of one core it beats random players: the soak waits for that."""
        short = [] if SOAK else ['--updates', 2, '--matches', 8]
        said = run('policy_gradient.py', *short)
        low, high = map(float, re.search(r'^learned .*\(([\d.]+) to ([\d.]+)\)', said, re.M).groups())
        self.assertGreater(low if SOAK else high, 25 if SOAK else 0, said)

    def test_supervised(self):
        said = run('supervised.py', '--rows', 60000)
        learnt, guessed = map(float, re.search(r'unseen games: ([\d.]+);.* has ([\d.]+)', said).groups())
        self.assertLess(learnt, guessed - 0.01, said)

    def test_programs_of_the_guide(self):
        programs = re.findall(r'```python\n(.*?)```', (ROOT / 'docs/learning.md').read_text('utf-8'), re.S)
        self.assertGreaterEqual(len(programs), 3)
        for program in programs:
            with self.subTest(program[:60]):
                subprocess.run([sys.executable, '-c', program], check=True, capture_output=True)


if __name__ == '__main__':
    unittest.main()
