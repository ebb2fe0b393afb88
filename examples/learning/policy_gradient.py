#!/usr/bin/env python3
"""A policy-gradient agent in numpy: it plays against itself for a minute, and then beats random players.

    build-python/venv/bin/python examples/learning/policy_gradient.py --seconds 60

One small network chooses for every seat. A decision is worth what its seat gains from then on: points, and the win. What is better than the
network expected becomes more likely, what is worse less so (REINFORCE with a learned baseline, optimised by Adam).
"""
import argparse
import time

import numpy as np

import holm

GAMES, STEPS, HIDDEN = 128, 64, 32
FORGET, RATE, CURIOSITY = 0.97, 3e-3, 0.01  # of rewards that lie ahead; of learning; for trying things


class Network:
    """Observation -> a hidden layer -> a number for each action, and what the seat may expect."""

    def __init__(self, inputs, actions, generator):
        def layer(rows, columns, scale):
            return (generator.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)
        self.weights = [layer(inputs, HIDDEN, 1), np.zeros(HIDDEN, np.float32), layer(HIDDEN, actions, 0.1), np.zeros(actions, np.float32),
                        layer(HIDDEN, 1, 0.1), np.zeros(1, np.float32)]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.updates = 0

    def forward(self, floats, mask):
        hidden = np.maximum(floats @ self.weights[0] + self.weights[1], 0)
        logits = np.where(mask, hidden @ self.weights[2] + self.weights[3], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, (hidden @ self.weights[4] + self.weights[5])[:, 0]

    def learn(self, floats, mask, actions, returns):
        hidden, chances, expected = self.forward(floats, mask)
        rows = np.arange(len(actions))
        surprise = returns - expected
        advantage = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
        entropy = -(chances * np.log(chances + 1e-9)).sum(axis=1, keepdims=True)
        up = chances * advantage[:, None]  # of the loss, by the numbers of the actions
        up[rows, actions] -= advantage
        up += CURIOSITY * chances * (np.log(chances + 1e-9) + entropy)
        out = -surprise[:, None]
        back = (up @ self.weights[2].T + out @ self.weights[4].T) * (hidden > 0)
        slopes = [floats.T @ back, back.sum(axis=0), hidden.T @ up, up.sum(axis=0), hidden.T @ out, out.sum(axis=0)]
        self.descend([slope / len(actions) for slope in slopes])

    def descend(self, slopes):
        self.updates += 1
        for weight, slope, (first, second) in zip(self.weights, slopes, self.moments):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            step = first / (1 - 0.9 ** self.updates) / (np.sqrt(second / (1 - 0.999 ** self.updates)) + 1e-8)
            weight -= RATE * step


def sample(chances, mask, generator):
    """One action of each row, as likely as it should be; where rounding leads beside the legal ones, the likeliest."""
    chosen = (chances.cumsum(axis=1) < generator.random((len(chances), 1))).sum(axis=1).clip(max=chances.shape[1] - 1)
    return np.where(mask[np.arange(len(chosen)), chosen], chosen, chances.argmax(axis=1))


def rollout(batch, network, generator):
    """Some steps of all games, and what each decision was worth to whoever made it."""
    floats, masks, actions, seats, rewards, ends = [], [], [], [], [], []
    for _ in range(STEPS):
        floats.append(batch.floats())
        masks.append(batch.mask.astype(bool))
        seats.append(batch.seat.copy())
        _, chances, _ = network.forward(floats[-1], masks[-1])
        actions.append(sample(chances, masks[-1], generator))
        batch.step(actions[-1])
        rewards.append(batch.reward.copy())
        ends.append(batch.terminated | batch.truncated)
    ahead, returns = np.zeros((GAMES, batch.players), np.float32), []
    for reward, end, seat in zip(rewards[::-1], ends[::-1], seats[::-1]):
        ahead = reward + FORGET * ahead * ~end[:, None]
        returns.append(ahead[np.arange(GAMES), seat])
    return np.concatenate(floats), np.concatenate(masks), np.concatenate(actions), np.concatenate(returns[::-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--seconds', type=float, default=60)
    parser.add_argument('--updates', type=int, default=1 << 30, help='of the network, at most')
    parser.add_argument('--matches', type=int, default=400, help='games that are played in the end')
    parser.add_argument('--seed', type=int, default=1)
    asked = parser.parse_args()

    generator = np.random.default_rng(asked.seed)
    batch = holm.Batch('base', GAMES, asked.seed, point_reward=0.2, turn_limit=200, legal=False)
    network = Network(batch.info.observation, batch.info.actions, generator)
    until, decisions = time.process_time() + asked.seconds, 0
    while time.process_time() < until and network.updates < asked.updates:
        network.learn(*rollout(batch, network, generator))
        decisions += GAMES * STEPS

    def learned(observation, mask):
        _, chances, _ = network.forward(batch.floats(observation), mask.astype(bool))
        return sample(chances, mask, generator)
    result = holm.match([learned, 'random', 'random', 'random'], games=asked.matches, turn_limit=500)
    print(f'{decisions} decisions, {network.updates} updates')
    print(result)


if __name__ == '__main__':
    main()
