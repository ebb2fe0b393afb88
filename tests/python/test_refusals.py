"""What cannot be is refused with a reason: no call ends the program, hangs, or does something else than what was asked."""
import copy
import os
import pathlib
import pickle
import tempfile
import threading
import unittest

import numpy as np

import holm

BOTS = ['random'] * 4


def generator():
    return np.random.default_rng(1)


class Refusals(unittest.TestCase):
    def refused(self, words, call, error=ValueError):
        with self.assertRaisesRegex(error, words):
            call()


class Arguments(Refusals):
    def test_games_are_those_of_the_batch(self):
        batches = [holm.Batch('base', games=2), holm.Batch('base', games=2, chairs=[None, *BOTS[1:]]), holm.Batch('base', games=2, chairs=BOTS)]
        for batch in batches:
            before, numbers = batch.observation.copy(), batch.legal[:, 0].copy()
            for wrong in (2, -1, 500_000, 2 ** 32):
                calls = [lambda: batch.step(numbers, [wrong]), lambda: batch.reset([0, wrong]), lambda: batch.game(wrong), lambda: batch.save(wrong),
                         lambda: batch.clone(0, wrong), lambda: batch.determinize(wrong, 0, 0, 1), lambda: batch.observe_seat(wrong, 0), lambda: batch.render(wrong)]
                for call in calls:
                    self.refused(f'no game {wrong}', call)
            for wrong in (0, [0.7], [[0, 1]], [True]):
                self.refused('list of numbers or a mask', lambda: batch.step(numbers, wrong))
            self.refused('named twice', lambda: batch.step(numbers, [0, 0]))
            batch.observe()
            np.testing.assert_array_equal(batch.observation, before)
        self.refused('no game 7', lambda: batches[2].bot_actions([7]))

    def test_games_may_be_a_mask(self):
        batch = holm.Batch('base', games=3)
        before = batch.observation.copy()
        batch.step(batch.legal[:, 0], np.array([False, False, True]))
        self.assertEqual((batch.observation != before).any(axis=1).tolist(), [False, False, True])
        before = batch.observation.copy()
        batch.reset(np.array([True, False, True]))
        self.assertEqual((batch.observation != before).any(axis=1).tolist(), [True, False, True])

    def test_numbers_of_numpy_are_numbers(self):
        batch = holm.Batch('base', games=np.int64(2), seed=np.int64(-5), players=np.int32(3), target=np.int64(5), balanced_dice=np.bool_(True))
        same = holm.Batch('base', games=2, seed=-5, players=3, target=5, balanced_dice=True)
        np.testing.assert_array_equal(batch.observation, same.observation)
        batch.determinize(np.int64(0), np.int32(1), np.uint8(0), np.uint64(2 ** 63))
        batch.load(np.int64(1), np.frombuffer(batch.save(np.int64(0)), np.uint8))
        self.assertEqual(holm.Game('base', seed=np.int64(3)).position(), holm.Game('base', seed=3).position())

    def test_actions_are_not_bent(self):
        batch = holm.Batch('base', games=2)
        number = int(batch.legal[0, 0])
        self.refused('actions are numbers', lambda: batch.step_dictated(0, number + 65536))
        self.refused('actions are numbers', lambda: batch.action_of(0, -1))
        self.refused('dtype holm.ACTION', lambda: batch.act([1, 2]))
        with_bots = holm.Batch('base', chairs=BOTS)
        self.refused('stepped by numbers', lambda: with_bots.step_dictated(0, number))

    def test_arrays_of_another_kind(self):
        batch = holm.Batch('base', games=2, legal=False, observation=False)
        for wrong in (np.zeros((2, 4), np.int32), [[0.0] * 4] * 2, np.zeros((4, 2), np.float32).T):
            self.refused('reward', lambda: batch.use_buffers(reward=wrong))
        for name in ('nothing', '_all', 'observation'):
            self.refused(f"no '{name}'", lambda: batch.use_buffers(**{name: np.zeros((1, 2), np.uint32)}))
        self.refused("without 'legal'", lambda: batch.random_actions(generator()))
        self.refused("without 'observation'", batch.floats)
        self.refused('a holm.Game', lambda: batch.put(0, None), TypeError)

    def test_chairs(self):
        for wrong in ('greedy', [1, 2, 3, 4], ['random\nrandom', None, 'random', 'random'], ['random\0', None, 'random', 'random'], BOTS[1:]):
            self.refused('chairs are 4 words', lambda: holm.Batch('base', chairs=wrong))
        holm.Batch('base', chairs=np.array(BOTS)).close()
        self.refused('at least one game', lambda: holm.Batch('base', games=2, chairs=BOTS).share_deals(0))

    def test_a_learner_who_is_never_asked(self):
        self.refused('before a learner is asked', lambda: holm.Batch('base', chairs=['random', None, 'random', 'random'], step_limit=1, start_player='fixed'))

    def test_options_are_lines(self):
        self.refused('one line', lambda: holm.Setup('base', target='3\nhand_limit=9'))
        self.refused('integer', lambda: holm.Setup('base', players='4'), TypeError)

    def test_seats_of_a_game(self):
        game = holm.Game('base', players=3)
        for wrong in (3, 99, -1, 'orange'):
            for call in (game.points, game.view, game.legal, game.list, game.events, game.advice, lambda seat: game.seat_bot(seat, 'random')):
                self.refused(f'no seat {wrong} in a game for 3', lambda: call(wrong))

    def test_offers_go_to_batches_that_have_them(self):
        setup, dice = holm.Setup('base'), generator()
        batch, without = holm.Batch(setup, seed=1, offers=4), holm.Batch(setup, seed=1)
        while not batch.game(0).view()['offers']:
            batch.step(batch.random_actions(dice))
        before = without.save(0)
        self.refused('make the batch with `offers`', lambda: without.load(0, batch.save(0)))
        self.assertEqual(without.save(0), before)


class Copies(Refusals):
    def test_what_owns_memory_is_not_copied(self):
        for thing in (holm.Batch('base'), holm.Game('base')):
            for way in (copy.copy, copy.deepcopy, pickle.dumps):
                self.refused('neither copied nor pickled', lambda: way(thing), TypeError)

    def test_setups_are_made_again(self):
        game = holm.Game('knights', players=3, seed=1)
        for setup in (holm.Setup('knights', players=3, options={'target': 12}, hand_limit=9), holm.Setup.read(game.log())):
            for again in (copy.copy(setup), copy.deepcopy(setup), pickle.loads(pickle.dumps(setup))):
                self.assertEqual((again.rules, again.map), (setup.rules, setup.map))


class Threads(Refusals):
    def test_a_forked_process_has_none(self):
        batch = holm.Batch('base', games=8, threads=2)
        child = os.fork()
        if not child:  # it says by its status whether all was well
            try:
                batch.step(batch.legal[:, 0])
            except holm.HolmError as error:
                batch.close()
                os._exit(0 if 'after forking' in str(error) else 1)
            os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        batch.step(batch.legal[:, 0])

    def test_several_share_a_batch(self):
        for threads in (1, 2):
            batch, steps = holm.Batch('base', games=64, threads=threads), []

            def play():
                for _ in range(60):
                    try:
                        batch.step(batch.legal[:, 0].copy())
                    except holm.HolmError:  # another one was quicker
                        pass
                    steps.append(batch.save(3) and 1)
            players = [threading.Thread(target=play) for _ in range(3)]
            for player in players:
                player.start()
            for player in players:
                player.join()
            self.assertEqual(sum(steps), 180)


class Ends(unittest.TestCase):
    def test_the_end_is_seen_by_the_learner(self):
        for seat in range(4):
            chairs = BOTS[:seat] + [None] + BOTS[seat + 1:]
            batch, dice = holm.Batch('base', seed=2, chairs=chairs, auto_reset=False, target=3), generator()
            while batch.seat[0] != 255:
                batch.step(batch.random_actions(dice))
            np.testing.assert_array_equal(batch.observation[0], batch.observe_seat(0, seat))

    def test_bots_go_on_from_a_position_that_was_put_there(self):
        chairs = [None, 'medium', 'hard:20', 'greedy']
        batch, dice = holm.Batch('base', games=2, seed=2, chairs=chairs), generator()
        plain = holm.Batch('base', games=1, seed=2)
        for step in range(300):
            plain.step(plain.random_actions(dice))
            if step % 20 == 0:
                batch.put(1, plain.game(0))
                batch.observe()
                self.assertTrue((batch.seat == 0).all())
                batch.load(0, batch.save(1))
                batch.observe()
            batch.step(batch.random_actions(dice))


class Data(Refusals):
    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.folder = pathlib.Path(room.name)

    def test_older_data_stay_until_newer_are_complete(self):
        old = holm.dataset.self_play(self.folder, 'random', rows=3000, games=4)
        last = old.observation[-1].copy()
        for wrong in ('genius', [None, *BOTS[1:]]):
            with self.assertRaises(ValueError):
                holm.dataset.self_play(self.folder, wrong, rows=10)
        np.testing.assert_array_equal(holm.dataset.load(self.folder).observation[-1], last)
        new = holm.dataset.self_play(self.folder, 'random', rows=50, games=1)
        self.assertEqual((len(new), len(old)), (len(holm.dataset.load(self.folder)), len(old)))
        self.assertLess(len(new), len(old))
        np.testing.assert_array_equal(old.observation[-1], last)  # its files are still there for whoever has them open
        self.assertEqual(sorted(path.suffix for path in self.folder.iterdir()), ['.bin'] * 6 + ['.json'])


if __name__ == '__main__':
    unittest.main()
