#!/usr/bin/env python3
"""The example bot that asks a language model, with a stand-in for the model: test_llm.py HOLM"""
import json
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
HOLM = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(HERE.parents[1] / 'examples'))
import llm_bot  # noqa: E402


FAULTS = ('illegal', 'garbage', 'timeouts', 'crashes', 'replaced')


def play(way):
    """The report of the bot after a short match with such a model."""
    bot = f"cmd:{HERE.parents[1]}/examples/llm_bot.py --model '{HERE}/stand-in-model {way}'"
    report = subprocess.run([HOLM, 'match', '--json', '--games', '3', '--seed', '3', '--bots', f'{bot},random,random', '--players', '3',
                             '--max-turns', '12'], check=True, capture_output=True, text=True).stdout
    return json.loads(report)['bots'][0]


class Model(unittest.TestCase):
    def test_every_answer_becomes_a_legal_action(self):
        for way in ('sensible', 'rubbish', 'broken'):
            bot = play(way)
            self.assertEqual({fault: bot[fault] for fault in FAULTS}, dict.fromkeys(FAULTS, 0), way)

    def test_the_answer_is_what_is_played(self):
        actions = [{'seat': 'red', 'kind': kind} for kind in ('buy', 'end', 'roll')]
        message = {'list': {'actions': actions}, 'view': {'players': []}}
        for answer, index in [('3', 2), ('I take 2 of 3', 1), ('none', 0), ('4', 0)]:
            self.assertEqual(llm_bot.choose(f"echo '{answer}'", 'red', {}, message, 5), index, answer)

    def test_what_is_asked(self):
        """A question says what the seat sees and names every action by its number."""
        hexes = {(0, 0): {'terrain': 'forest', 'disc': 8}, (1, -1): {'terrain': 'hills', 'disc': 5}}
        players = [{'seat': 'red', 'points': 2, 'hand': {'wood': 2}}, {'seat': 'blue', 'points': 3, 'cards': 4, 'hand': None}]
        text = llm_bot.question('red', hexes, {'players': players}, [{'seat': 'red', 'kind': 'settlement', 'corner': '0,0N'}, {'seat': 'red', 'kind': 'end'}])
        self.assertIn('You: 2 points, you hold 2 wood', text)
        self.assertIn('Blue: 3 points, 4 cards', text)
        self.assertIn('1. settlement corner 0,0N (forest 8, hills 5)', text)
        self.assertIn('2. end', text)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
