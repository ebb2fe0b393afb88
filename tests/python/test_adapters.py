"""Gymnasium, PettingZoo and PufferLib's buffers, and data sets."""
import pathlib
import sys
import tempfile
import unittest

import numpy as np
import pufferlib
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import holm


class Gymnasium(unittest.TestCase):
    def test_one_game(self):
        env = holm.gym.HolmEnv('base', opponents=['random', 'greedy', 'random'], seat=2, render_mode='svg', target=4, turn_limit=300)
        observation, info = env.reset(seed=3)
        again = env.reset(seed=3)[0]
        self.assertTrue(np.array_equal(observation, again))
        rewards, over = [], False
        while not over:
            self.assertTrue(env.observation_space.contains(observation))
            action = env.action_space.sample(info['action_mask'])
            observation, reward, terminated, truncated, info = env.step(action)
            rewards.append(reward)
            over = terminated or truncated
        self.assertTrue(set(rewards) <= {0.0, 1.0, float(np.float32(-1 / 3))})
        self.assertTrue(env.render().startswith('<svg'))
        self.assertTrue(env.observation_space.contains(env.reset()[0]))
        env.close()

    def test_many_games(self):
        env = holm.gym.HolmVectorEnv(5, 'base', opponents='random', turn_limit=60)
        observations, info = env.reset(seed=1)
        ends = 0
        for _ in range(80):
            actions = (np.random.default_rng(1).random(info['action_mask'].shape) * info['action_mask']).argmax(axis=1)
            observations, rewards, terminated, truncated, info = env.step(actions)
            ends += int((terminated | truncated).sum())
            self.assertEqual((observations.shape, rewards.shape), (env.observation_space.shape, (5,)))
        self.assertGreater(ends, 0)

    def play(self, env, info, steps):
        """By the first legal action; what every step returned, and copies of it."""
        for _ in range(steps):
            told = env.step(info['action_mask'].argmax(axis=1))
            info = told[4]
            yield told, (*[array.copy() for array in told[:4]], {key: value.copy() for key, value in info.items()})

    def test_a_strict_wrapper_takes_many_games(self):
        env = holm.gym.HolmVectorEnv(3, 'base', opponents='random', step_limit=200)
        self.assertIs(env.metadata['autoreset_mode'], AutoresetMode.SAME_STEP)
        wrapped = RecordEpisodeStatistics(env)
        _, info = wrapped.reset(seed=1)
        ends = sum(int(told[3].sum()) for told, _ in self.play(wrapped, info, 250))
        self.assertGreater(ends, 3)

    def test_the_last_observation_is_that_of_the_game_that_ended(self):
        env = holm.gym.HolmVectorEnv(2, 'base', opponents='random', seat=1, seed=4, step_limit=100)
        waiting = holm.Batch('base', 2, 4, chairs=['random', None, 'random', 'random'], auto_reset=False, step_limit=100)
        info = env.reset()[1]
        while True:
            actions = info['action_mask'].argmax(axis=1)
            waiting.step(actions)
            observations, _, terminated, truncated, info = env.step(actions)
            ended = terminated | truncated
            if ended.any():
                break
            self.assertNotIn('final_obs', info)
        self.assertTrue(np.array_equal(info['_final_obs'], ended))
        for game in np.flatnonzero(ended):
            self.assertTrue(np.array_equal(info['final_obs'][game], waiting.observe_seat(game, 1)))
            self.assertFalse(np.array_equal(info['final_obs'][game], observations[game]))
            self.assertFalse(info['final_info']['action_mask'][game].any())
            self.assertTrue(info['action_mask'][game].any())

    def test_what_is_returned_stays_as_it_was(self):
        env = holm.gym.HolmVectorEnv(3, 'base', opponents='random', step_limit=60)
        _, info = env.reset(seed=1)
        for told, copies in list(self.play(env, info, 40)):
            self.assertTrue(all(np.array_equal(one, other) for one, other in zip(told[:4], copies)))
            self.assertTrue(all(np.array_equal(told[4][key], copies[4][key]) for key in ('action_mask', 'legal', 'legal_count')))
        quick = holm.gym.HolmVectorEnv(3, 'base', copy=False)
        self.assertIs(quick.reset()[0], quick.batch.observation)

    def test_seeds(self):
        def course(env, seed):
            observations, info = env.reset(seed=seed)
            return np.stack([observations] + [told[0] for told, _ in self.play(env, info, 30)])
        env = holm.gym.HolmVectorEnv(2, 'base')
        self.assertTrue(np.array_equal(course(env, [1, 2]), course(env, [1, 2])))
        self.assertFalse(np.array_equal(course(env, [1, 2]), course(env, [1, 3])))
        with self.assertRaisesRegex(ValueError, '2 games, and 3 seeds'):
            env.reset(seed=[1, 2, 3])
        one, other = (holm.gym.HolmVectorEnv(2, 'base') for _ in range(2))
        self.assertFalse(np.array_equal(course(one, None), course(other, None)), 'no seed is another one each time')
        boards = {holm.gym.HolmEnv('base').reset()[0].tobytes() for _ in range(4)}
        self.assertGreater(len(boards), 1)

    def test_pictures(self):
        picture = holm.gym.HolmEnv('base', render_mode='svg').render()
        self.assertTrue(picture._repr_svg_().startswith('<svg'))
        with self.assertRaisesRegex(ValueError, "'svg', not 'ansi'"):
            holm.gym.HolmEnv('base', render_mode='ansi')

    def test_opponents_are_counted(self):
        with self.assertRaisesRegex(ValueError, '3 opponents'):
            holm.gym.HolmEnv('base', opponents=['random'])


class PettingZoo(unittest.TestCase):
    def test_one_after_the_other(self):
        env = holm.zoo.aec_env('base', players=3, target=3, turn_limit=300)
        env.reset(seed=2)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            self.assertTrue(env.observation_space(agent).contains(observation))
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(observation['action_mask']))
        self.assertEqual(env.agents, [])
        with self.assertRaisesRegex(ValueError, 'over'):
            env.step(None)
        self.assertAlmostEqual(sum(totals.values()), 0, places=5)
        self.assertEqual(max(totals.values()), 1)

    def test_no_seed_is_another_one_each_time(self):
        firsts = set()
        for _ in range(4):
            env = holm.zoo.parallel_env('base')
            firsts.add(env.reset()[0]['red']['observation'].tobytes())
        self.assertGreater(len(firsts), 1)

    def test_all_at_once(self):
        env = holm.zoo.parallel_env('base', players=2, target=3, turn_limit=300)
        observations, _ = env.reset(seed=2)
        rewards = {}
        while env.agents:
            asked = [agent for agent in env.agents if observations[agent]['action_mask'].any()]
            self.assertEqual(len(asked), 1)
            actions = {agent: int(observations[agent]['action_mask'].argmax()) for agent in env.agents}
            observations, rewards, over, cut, _ = env.step(actions)
        self.assertEqual(sorted(rewards), ['blue', 'red'])
        with self.assertRaisesRegex(ValueError, 'over'):
            env.step({'red': 0, 'blue': 0})
        self.assertEqual(over, dict.fromkeys(over, True) if not any(cut.values()) else over)


class Puffer(unittest.TestCase):
    def test_buffers(self):
        rows = 6
        columns = holm.Batch('base').info.observation
        buf = {'observations': np.zeros((rows, columns), np.uint8), 'rewards': np.zeros(rows, np.float32), 'terminals': np.zeros(rows, np.bool_),
               'truncations': np.zeros(rows, np.bool_), 'masks': np.zeros(rows, np.bool_), 'actions': np.zeros(rows, np.int32)}
        for opponents in ('random', None):
            env = holm.puffer.HolmPuffer(rows, 'base', opponents=opponents, buf=buf, turn_limit=40)
            env.async_reset(seed=1)
            told = 0
            for _ in range(250):
                observations, rewards, terminals, truncations, infos, ids, masks = env.recv()
                self.assertIs(observations, buf['observations'])
                told += len(infos)
                env.send(env.action_mask.argmax(axis=1))
            self.assertGreater(told, 0)
            self.assertTrue(masks.all())

    def test_is_one_of_its_own(self):
        env = holm.puffer.HolmPuffer(3, 'base')
        self.assertIsInstance(env, pufferlib.PufferEnv)
        self.assertEqual((env.agents_per_batch, env.emulated, env.done, env.driver_env), (3, False, False, env))
        self.assertEqual(env.agent_ids.tolist(), [0, 1, 2])

    def test_returns_are_sums(self):
        env = holm.puffer.HolmPuffer(4, 'base', opponents='random', step_limit=300, point_reward=0.5)
        env.reset(seed=1)
        sums, seen = np.zeros(4), 0
        for _ in range(250):
            _, rewards, terminals, truncations, infos = env.step(env.action_mask.argmax(axis=1))
            sums += rewards
            ended = np.flatnonzero(terminals | truncations)
            self.assertTrue(np.allclose([info['episode_return'] for info in infos], sums[ended]))
            seen += int((sums[ended] != rewards[ended]).sum())
            sums[ended] = 0
        self.assertGreater(seen, 0, 'some return is more than the last reward')

    def test_spaces(self):
        env = holm.puffer.HolmPuffer(2, 'base')
        self.assertTrue(env.single_observation_space.contains(env.reset()[0][0]))
        self.assertEqual(env.single_action_space.n, env.num_actions)


class Data(unittest.TestCase):
    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.folder = pathlib.Path(room.name)

    def check(self, data):
        rows = np.arange(len(data))
        masks = data.masks(rows)
        self.assertTrue(masks[rows, data.action].all(), 'what was done was legal')
        self.assertEqual(masks.shape[1], data.actions)
        self.assertIsInstance(data.observation, np.memmap)
        self.assertFalse(np.isnan(data.outcome).any())

    def test_self_play(self):
        data = holm.dataset.self_play(self.folder, 'greedy', rows=2000, games=8, seed=2)
        self.assertGreaterEqual(len(data), 2000)
        self.check(data)
        for game in np.unique(data.game):  # of each game, one seat won
            rows = data.game == game
            won = {int(seat) for seat in data.seat[rows & (data.outcome == 1)]}
            lost = {int(seat) for seat in data.seat[rows & (data.outcome < 0)]}
            self.assertTrue(len(won) <= 1 and not won & lost)

    def test_logs(self):
        logs = [holm.Game('base', seed=seed).play_bots('medium').log() for seed in (1, 2)]
        data = holm.dataset.from_logs(self.folder, logs)
        self.check(data)
        self.assertEqual(data.about['games'], 2)
        lines = sum(log.count('\n') - 1 for log in logs)
        self.assertGreaterEqual(len(data) + data.about['left_out'], lines)
        with self.assertRaisesRegex(holm.HolmError, 'another game'):
            holm.dataset.from_logs(self.folder, [logs[0], holm.Game('knights', seed=1).play_bots('greedy', actions=5).log()], unfinished=True)

    def test_a_log_gives_what_a_batch_would_have_shown(self):
        log = holm.Game('base', seed=3, bank_trade_only=True).play_bots('greedy').log()
        data = holm.dataset.from_logs(self.folder, [log])
        batch = holm.Batch(holm.Setup.read(log), offers=1)
        self.assertEqual((len(data), data.about['left_out']), (log.count('\n') - 1, 0))
        for row, (line, game) in enumerate(holm.replay(log)):
            batch.put(0, game, line['action']['seat'])
            batch.observe()
            self.assertTrue(np.array_equal(batch.observation[0], data.observation[row]) and np.array_equal(batch.mask[0], data.masks(row)))
            self.assertEqual(int(data.seat[row]), holm.SEATS.index(line['action']['seat']))


if __name__ == '__main__':
    sys.exit(unittest.main())
