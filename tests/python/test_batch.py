"""holm.Batch: arrays, steps, tables, search."""
import time
import unittest

import numpy as np

import holm

MODES = [dict(game='base', players=4), dict(game='base', players=2), dict(game='knights', players=3), dict(scenario='new-shores', players=3),
         dict(game='seafarers+knights', players=4), dict(game='base', players=6, offers=2)]


def play(batch, steps, generator, look=None):
    for _ in range(steps):
        batch.step(batch.random_actions(generator))
        if look:
            look()


class Arrays(unittest.TestCase):
    def test_masks_are_what_the_game_lists(self):
        for mode in MODES[:3]:  # moves of two places, and offers, are more than one step
            batch, generator = holm.Batch(games=2, seed=5, **mode), np.random.default_rng(1)
            kinds = {name for name, block in batch.action_blocks.items() if block.of in ('corner', 'edge')} - {'move', 'displace'}
            for _ in range(60):
                batch.step(batch.random_actions(generator))
                game = batch.game(0)
                legal = {line.split()[1] for line in game.legal()}
                numbers = np.flatnonzero(batch.mask[0])
                self.assertEqual(sorted(batch.legal[0, :batch.legal_count[0]]), numbers.tolist())
                for kind in kinds & legal:
                    block = batch.action_blocks[kind]
                    listed = sum(line.split()[1] == kind for line in game.legal())
                    self.assertEqual(int(batch.mask[0, block.offset:block.offset + block.count].sum()), listed, (mode, kind))

    def test_no_value_exceeds_its_maximum(self):
        for mode in MODES:
            batch, generator = holm.Batch(games=4, seed=2, hidden=True, **mode), np.random.default_rng(2)
            high = np.concatenate([np.full(block.count, block.maximum) for block in batch.blocks.values()])
            hidden = np.concatenate([np.full(block.count, block.maximum) for block in batch.hidden_blocks.values()])
            self.assertEqual((len(high), len(hidden)), (batch.info.observation, batch.info.hidden))

            def look():
                self.assertTrue((batch.observation <= high).all() and (batch.hidden <= hidden).all())
                floats = batch.floats()
                self.assertTrue(floats.min() >= 0 and floats.max() <= 1)
            play(batch, 80, generator, look)

    def test_numbers_are_not_bent(self):
        batch = holm.Batch('base', games=2, seed=1)
        legal = batch.legal[:, 0].copy()
        before = batch.observation.copy()
        for wrong in (legal.astype(np.int64) + 65536, legal.astype(np.int64) - 65536, legal + 0.9, legal.astype(np.float64), [None, None]):
            with self.assertRaisesRegex(ValueError, 'actions are'):
                batch.step(wrong)
        self.assertTrue(np.array_equal(batch.observation, before))
        with self.assertRaisesRegex(ValueError, 'actions are'):
            holm.match([lambda observations, masks: masks.argmax(axis=1) + 0.9, 'random', 'random', 'random'], games=4)
        batch.step(legal.astype(np.int64))
        batch.step(batch.legal[:, 0].tolist())

    def test_rewards_sum_to_nothing(self):
        batch, generator = holm.Batch('base', games=16, seed=3, target=3, turn_limit=200), np.random.default_rng(3)
        ends = 0
        for _ in range(900):
            batch.step(batch.random_actions(generator))
            self.assertTrue(np.allclose(batch.reward.sum(axis=1), 0, atol=1e-6))
            won = batch.terminated
            self.assertTrue((batch.reward[won].max(axis=1) == 1).all() and (batch.reward[~won] == 0).all())
            ends += int(won.sum())
        self.assertGreater(ends, 10)

    def test_threads_change_nothing(self):
        batches = [holm.Batch('knights', games=33, seed=9, threads=threads) for threads in (1, 2, 3)]
        generators = [np.random.default_rng(4) for _ in batches]
        for step in range(60):
            some = None if step % 3 else np.array([0, 1, 2, 7, 20, 21, 32])
            for batch, generator in zip(batches, generators):
                batch.step(batch.random_actions(generator), some)
            for batch in batches[1:]:
                self.assertTrue(np.array_equal(batches[0].observation, batch.observation) and np.array_equal(batches[0].mask, batch.mask))
            if step % 20 == 0:
                time.sleep(0.01)  # the threads fall asleep
        for batch in batches:
            numbers = batch.legal[:, 0].copy()
            numbers[31] = batch.info.actions
            with self.assertRaisesRegex(holm.HolmError, 'not legal'):
                batch.step(numbers)
            self.assertEqual(np.flatnonzero(batch.refused).tolist(), [31])

    def test_threads_of_bots_change_nothing(self):
        rewards = [holm.Batch('base', games=9, seed=2, chairs=['greedy', 'medium', 'random'], players=3, turn_limit=60, threads=threads).finish() for threads in (1, 3)]
        np.testing.assert_array_equal(*rewards)
        for wrong, words in ((0, 'at least one'), (1000, 'too many')):
            with self.assertRaisesRegex(ValueError, words):
                holm.Batch('base', threads=wrong)

    def test_what_is_not_legal_is_refused(self):
        batch = holm.Batch('base', games=3)
        numbers = batch.legal[:, 0].copy()
        numbers[1] = batch.action_blocks['city'].offset
        before = batch.observation[1].copy()
        with self.assertRaisesRegex(holm.HolmError, 'not legal'):
            batch.step(numbers)
        self.assertEqual(batch.refused.tolist(), [False, True, False])
        self.assertTrue(np.array_equal(before, batch.observation[1]))
        with self.assertRaisesRegex(ValueError, '3 games'):
            batch.step([0, 0])

    def test_a_closed_batch_says_so(self):
        with holm.Batch('base') as batch:
            pass
        for call in (lambda: batch.step([0]), lambda: batch.game(0), batch.graph, batch.floats, lambda: batch.blocks, lambda: batch.save(0), batch.reset):
            with self.assertRaisesRegex(ValueError, 'closed'):
                call()
        batch.close()

    def test_bad_settings_are_named(self):
        for wrong, words in [(dict(game='chess'), "no game 'chess'"), (dict(players=9), 'two to eight'), (dict(colour=1), "no option 'colour'"),
                             (dict(target='many'), 'target cannot be'), (dict(map='nowhere'), "no map 'nowhere'"), (dict(games=0), 'games')]:
            with self.assertRaisesRegex(holm.HolmError, words):
                holm.Batch(**wrong)
        for name in ('games', 'boards', 'step_limit', 'offers'):
            with self.assertRaisesRegex(ValueError, f'{name} cannot be -1'):
                holm.Batch(**{name: -1})

    def test_buffers_of_the_caller(self):
        batch = holm.Batch('base', games=4)
        room = np.zeros((4, batch.info.observation), np.uint8)
        batch.use_buffers(observation=room)
        batch.step(batch.random_actions(np.random.default_rng(1)))
        self.assertTrue(room.any() and batch.observation is room)
        with self.assertRaisesRegex(ValueError, 'without gaps'):
            batch.use_buffers(observation=np.zeros((4, 3), np.uint8))

    def test_tables(self):
        batch = holm.Batch('base')
        self.assertEqual(batch.blocks['hex_terrain'].of, 'hex')
        self.assertEqual(batch.action_blocks['settlement'].count, batch.info.corners)
        graph = batch.graph()
        for corner, edges in enumerate(graph['corner_edges']):
            for edge in edges[edges >= 0]:
                self.assertIn(corner, graph['edge_corners'][edge])
        number = int(batch.legal[0, 0])
        kind = int(batch.action_of(0, number)['kind'])
        self.assertEqual([block.kind for block in batch.action_blocks.values() if 0 <= number - block.offset < block.count], [kind])
        self.assertEqual(batch.number_of(0, batch.action_of(0, number)), number)


    def test_names_of_values(self):
        batch, generator = holm.Batch('knights', seed=3), np.random.default_rng(3)
        play(batch, 300, generator)
        position, row, seat = batch.game(0).position(), batch.observation[0], int(batch.seat[0])
        hand = dict(zip(holm.CARDS, row[batch.blocks['hand'].columns].tolist()))
        self.assertEqual({card: count for card, count in hand.items() if count}, position['state']['players'][seat]['hand'])
        self.assertGreater(sum(hand.values()), 2)
        shown = sorted(holm.TERRAINS[value] for value in row[batch.blocks['hex_terrain'].columns])
        self.assertEqual(shown, sorted(['forest', 'pasture', 'fields'] * 4 + ['hills', 'mountains'] * 3 + ['desert']))
        self.assertEqual({holm.PIECES[value] for value in row[batch.blocks['edge_piece'].columns] if value}, {'road'})
        harbours = sorted(holm.PORTS[value - 1] for value in row[batch.blocks['corner_port'].columns] if value)
        self.assertEqual(harbours, sorted(['wood', 'brick', 'wool', 'grain', 'ore'] * 2 + ['any'] * 8))


class Search(unittest.TestCase):
    def setUp(self):
        self.batch, self.generator = holm.Batch('base', games=4, seed=6, offers=1), np.random.default_rng(5)
        play(self.batch, 150, self.generator)

    def test_saved_games_go_on_as_they_would_have(self):
        batch = self.batch
        saved = batch.save(0)
        batch.load(1, saved)
        batch.clone(0, 2)
        batch.observe()
        for _ in range(100):
            numbers = batch.random_actions(self.generator)
            numbers[1] = numbers[2] = numbers[0]
            batch.step(numbers)
            self.assertTrue(np.array_equal(batch.observation[0], batch.observation[1]) and np.array_equal(batch.mask[0], batch.mask[2]))
            if batch.terminated[0]:
                break
        with self.assertRaisesRegex(holm.HolmError, 'saved game'):
            batch.load(0, saved[:-1] + bytes([saved[-1] ^ 1]))

    def test_the_asked_seat_is_kept(self):
        batch, generator = holm.Batch('base', games=3, seed=8, players=4), np.random.default_rng(3)
        found = 0
        for _ in range(4000):
            game = batch.game(0)
            owing = game.view()['agenda'][-1]
            for seat in range(4):
                try:
                    batch.put(1, game, seat)
                except holm.HolmError:
                    continue
                if seat == int(batch.seat[0]):
                    continue
                batch.load(2, batch.save(1))
                batch.observe()
                self.assertEqual(int(batch.seat[2]), seat, owing)
                batch.determinize(1, 2, seat, 5)
                batch.observe()
                self.assertEqual(int(batch.seat[2]), seat, owing)
                found += 1
            if found > 3:
                return
            batch.step(batch.random_actions(generator))
        self.fail('nobody owed anything together')

    def test_twins_look_alike(self):
        batch = self.batch
        for step in range(60):
            seat = int(batch.seat[0])
            batch.determinize(0, 3, seat, step)
            self.assertTrue(np.array_equal(batch.observe_seat(0, seat), batch.observe_seat(3, seat)))
            batch.observe()
            batch.step(batch.random_actions(self.generator))

    def test_chance_can_be_dictated(self):
        batch = holm.Batch('base', games=1, start_player='fixed')
        while not batch.mask[0, batch.action_blocks['roll'].offset]:
            batch.step(batch.legal[:, 0])
        roll = batch.action_blocks['roll'].offset
        self.assertEqual(batch.step_dictated(0, roll).tolist()[:7], [1, 1, 1, 1, 1, 1, 0])
        self.assertIsNone(batch.step_dictated(0, roll, [2, 4]))
        self.assertEqual(batch.game(0).view()['dice'], [3, 5])

    def test_positions_are_put_and_drawn(self):
        batch, other = self.batch, self.batch.game(0)
        batch.put(1, other)
        self.assertEqual(batch.game(1).position(), other.position())
        self.assertTrue(batch.render(1).startswith('<svg'))
        with self.assertRaisesRegex(holm.HolmError, 'one of its boards'):
            batch.put(0, holm.Game('base', seed=99))


class Chairs(unittest.TestCase):
    def test_a_step_goes_on_to_the_learner(self):
        batch, generator = holm.Batch('base', games=8, chairs=['random', None, 'greedy', 'random'], turn_limit=150), np.random.default_rng(6)
        ends = 0
        for _ in range(400):
            self.assertTrue((batch.seat == 1).all())
            batch.step(batch.random_actions(generator))
            ends += int((batch.terminated | batch.truncated).sum())
        self.assertGreater(ends, 4)

    def test_every_bit_of_a_seed_counts(self):
        def starts(seed):
            """What four random players do before any dice are thrown."""
            numbers = []
            with holm.Batch('base', seed=seed, chairs=['random'] * 4, setup='fixed', start_player='fixed') as batch:
                for _ in range(16):
                    numbers.append(int(batch.bot_actions()[0]))
                    batch.step(numbers[-1:])
            return numbers
        self.assertEqual(starts(1), starts(1))
        for power in (20, 24, 40, 60):
            self.assertNotEqual(starts(1), starts(1 + 2 ** power), power)

    def test_rewards_are_of_one_episode(self):
        batch = holm.Batch('base', games=16, chairs=['random', 'random', 'random', None], point_reward=1.0, step_limit=60, start_player='fixed')
        generator, ends = np.random.default_rng(9), 0
        self.assertFalse(batch.reward.any())
        for _ in range(60):
            batch.step(batch.random_actions(generator))
            ended = np.flatnonzero(batch.truncated | batch.terminated)
            ends += len(ended)
            # The three bots have settled in the next episode by now.
            self.assertFalse((batch.reward[ended, :3] > 0).all(axis=1).any())
        self.assertGreater(ends, 10)

    def test_without_auto_reset_a_game_waits(self):
        batch, generator = holm.Batch('base', chairs=[None, 'greedy', 'greedy', 'greedy'], auto_reset=False, target=3), np.random.default_rng(7)
        while not batch.terminated[0]:
            batch.step(batch.random_actions(generator))
        self.assertEqual(int(batch.seat[0]), 255)
        with self.assertRaisesRegex(holm.HolmError, 'over'):
            batch.step([0])
        batch.reset()
        self.assertEqual(int(batch.seat[0]), 0)

    def test_teachers_choose_legal_numbers(self):
        for mode in MODES:
            with self.subTest(mode):
                batch = holm.Batch(games=4, seed=1, chairs=['medium'] * mode['players'], turn_limit=30, **mode)
                for _ in range(150):
                    numbers = batch.bot_actions()
                    self.assertTrue(batch.mask[np.arange(4), numbers].all())
                    batch.step(numbers)

    def test_games_are_finished_as_step_by_step(self):
        def batch():
            return holm.Batch('base', games=4, seed=3, chairs=['greedy', 'random', 'random', 'random'], turn_limit=500)
        stepped, wanted, over = batch(), np.zeros((4, 4), np.float32), np.zeros(4, bool)
        while not over.all():
            stepped.step(stepped.bot_actions())
            ended = (stepped.terminated | stepped.truncated).astype(bool) & ~over
            wanted[ended], over = stepped.reward[ended], over | ended
        np.testing.assert_array_equal(batch().finish(), wanted)
        with self.assertRaisesRegex(ValueError, 'only bots'):
            holm.Batch('base', chairs=[None, 'random', 'random', 'random']).finish()

    def test_the_same_seed_plays_the_same(self):
        def rows(seed):
            batch = holm.Batch('base', games=2, seed=seed, chairs=['hard:20', 'easy', 'greedy', 'medium'])
            return [batch.step(batch.bot_actions()) or batch.observation.tobytes() for _ in range(60)]
        self.assertEqual(rows(3), rows(3))
        self.assertNotEqual(rows(3), rows(4))

    def test_wrong_chairs_are_named(self):
        with self.assertRaisesRegex(holm.HolmError, "no bot 'genius'"):
            holm.Batch('base', chairs=['genius', None, 'random', 'random'])
        with self.assertRaisesRegex(ValueError, 'chairs are 4'):
            holm.Batch('base', chairs=['random'])


if __name__ == '__main__':
    unittest.main()
