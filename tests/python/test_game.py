"""holm.Game: notation, views, positions, logs, pictures, bots; and matches."""
import inspect
import json
import os
import pathlib
import random
import subprocess
import tempfile
import typing
import unittest
import xml.etree.ElementTree

import numpy as np

import holm
import holm.gym
import holm.puffer
import holm.zoo


class Games(unittest.TestCase):
    def test_a_game_in_notation(self):
        game, generator = holm.Game('base', players=3, seed=4, target=4), random.Random(1)
        while not game.over:
            game.play(generator.choice(game.legal()))
        self.assertIn(game.winner, holm.SEATS[:3])
        self.assertGreaterEqual(game.points(game.winner), 4)
        self.assertEqual((game.legal(), game.seat, game.asked), ([], None, ()))

    def test_refusals_name_the_rule(self):
        game = holm.Game('base', start_player='fixed')
        with self.assertRaisesRegex(holm.HolmError, r'BASE-'):
            game.play('red city 0,0N')
        with self.assertRaisesRegex(holm.HolmError, 'nonsense'):
            game.play('red nonsense')
        with self.assertRaisesRegex(holm.HolmError, "no seat 'pink'"):
            game.view('pink')

    def test_dice_can_be_named(self):
        game = holm.Game('base', players=2, seed=1, start_player='fixed').play_bots('greedy', actions=0)
        while 'roll' not in game.legal()[0]:
            game.play(game.legal()[0])
        game.play(f'{game.seat} roll 3 3')
        self.assertEqual(game.events()[0]['dice'], [3, 3])
        self.assertNotIn('seed', json.loads(game.log().splitlines()[0]))  # it would not be proven by it

    def test_views_hide_hands(self):
        game = holm.Game('base', seed=2).play_bots('greedy', actions=120)
        red, all_seen = game.view('red'), game.view()
        hands = [player['hand'] for player in red['players']]
        self.assertEqual(hands[0], all_seen['players'][0]['hand'])
        self.assertEqual(hands[1:], [None] * 3)
        self.assertIsNone(game.view('spectator')['players'][0]['hand'])

    def test_positions_and_logs_come_back(self):
        game = holm.Game('knights', players=3, seed=5).play_bots('medium', actions=200)
        self.assertEqual(holm.Game.from_position(game.position()).position(), game.position())
        log = game.log()
        again = holm.Game.from_log(log)
        self.assertEqual(again.position(), game.position())
        again.play(again.legal()[0])
        self.assertEqual(len(again.log().splitlines()), len(log.splitlines()) + 1)
        self.assertEqual(holm.Game.from_log(log, 50).log().splitlines()[1:], log.splitlines()[1:51])
        played = [line['n'] for line, _ in holm.replay(log)]
        self.assertEqual(played, list(range(1, 201)))
        with self.assertRaisesRegex(holm.HolmError, 'position'):
            holm.Game.from_position(game.position()).log()

    @unittest.skipUnless(os.environ.get('HOLM'), 'HOLM names no program')
    def test_the_program_verifies_its_logs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'game.jsonl'
            path.write_text(holm.Game('base', seed=6).play_bots('greedy').log(), 'utf-8')
            subprocess.run([os.environ['HOLM'], 'verify', str(path)], check=True, stdout=subprocess.DEVNULL)

    def test_pictures(self):
        game = holm.Game(scenario='new-shores', players=3, seed=1).play_bots('greedy', actions=40)
        for picture in (game.svg(), game.svg(ids=True), game._repr_svg_()):
            self.assertEqual(xml.etree.ElementTree.fromstring(picture).tag, '{http://www.w3.org/2000/svg}svg')
        self.assertGreater(len(game.svg(ids=True)), len(game.svg()))

    def test_advice(self):
        game = holm.Game('base', seed=3, start_player='fixed')
        game.seat_bot(0, holm.bots.hard(nodes=50), seed=1)
        self.assertIn(game.advice('red'), game.legal('red'))
        with self.assertRaisesRegex(holm.HolmError, 'no bot sits there'):
            game.advice('blue')
        self.assertIn('greedy', holm.bots.names())
        self.assertEqual(holm.bots.hard(milliseconds=20), 'hard:20ms')
        self.assertEqual(holm.bots.expert(nodes=20), 'expert:20')
        for name in holm.bots.names():
            self.assertEqual(getattr(holm.bots, name.replace('-', '_'))(), name)


class Matches(unittest.TestCase):
    def test_greedy_beats_random(self):
        result = holm.match(['greedy', 'random', 'random', 'random'], games=20)
        self.assertGreater(result.scores[0].interval[0], 0.5)
        self.assertIn('greedy', str(result))
        self.assertAlmostEqual(sum(score.wins for score in result.scores) + result.undecided, 20)

    def test_policies_take_part(self):
        generator = np.random.default_rng(1)

        def shy(observation, mask):
            return (generator.random(mask.shape) * mask).argmax(axis=1)
        result = holm.match([shy, 'greedy'], games=8)
        self.assertEqual([score.name for score in result.scores], ['shy', 'greedy'])
        self.assertLess(result.scores[0].rate, result.scores[1].rate)

    def test_wilson(self):
        low, high = holm.wilson(25, 100)
        self.assertAlmostEqual(low, 0.1755, places=3)
        self.assertAlmostEqual(high, 0.3430, places=3)


class Hints(unittest.TestCase):
    def test_all_that_is_public_has_types(self):
        for module in (holm, holm.bots, holm.catanatron, holm.dataset, holm.gym, holm.zoo, holm.puffer):
            for name, thing in vars(module).items():
                if name.startswith('_') or not getattr(thing, '__module__', '').startswith('holm') or not (inspect.isclass(thing) or inspect.isfunction(thing)):
                    continue
                members = [thing] if inspect.isfunction(thing) else [
                    member for key, member in vars(thing).items() if inspect.isfunction(member) and (not key.startswith('_') or key == '__init__')]
                for member in members:
                    if member.__module__.startswith('holm') and '<' not in member.__qualname__:
                        self.assertIn('return', member.__annotations__, f'{name}.{member.__name__}')
        self.assertTrue((pathlib.Path(holm.__file__).parent / 'py.typed').exists())
        self.assertIsNotNone(typing.get_type_hints(holm.wilson))


if __name__ == '__main__':
    unittest.main()
