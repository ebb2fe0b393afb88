#!/usr/bin/env python3
"""Random rollouts: many games at once, and how fast that goes.

    build-python/venv/bin/python examples/learning/rollouts.py --games 1024 --steps 2000
"""
import argparse
import time

import numpy as np

import holm


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--game', default='base')
    parser.add_argument('--players', type=int, default=4)
    parser.add_argument('--games', type=int, default=1024)
    parser.add_argument('--steps', type=int, default=1000)
    parser.add_argument('--threads', type=int, default=1)
    asked = parser.parse_args()

    generator = np.random.default_rng(1)
    batch = holm.Batch(asked.game, asked.games, seed=1, players=asked.players, threads=asked.threads, mask=False, turn_limit=1000)
    wins, ended, inside = np.zeros(batch.players), 0, 0.0
    start = time.perf_counter()
    for _ in range(asked.steps):
        numbers = batch.random_actions(generator)  # the policy: any legal action
        before = time.perf_counter()
        batch.step(numbers)
        inside += time.perf_counter() - before
        over = batch.terminated | batch.truncated
        ended += int(over.sum())
        wins += np.maximum(batch.reward[over], 0).sum(axis=0)
    whole = time.perf_counter() - start

    decisions = asked.steps * asked.games
    print(f'{decisions} steps of {asked.games} games, {ended} of which ended; wins by seat: {wins.astype(int).tolist()}')
    print(f'{decisions / inside / 1e6:.2f} million steps a second in the environment, {decisions / whole / 1e6:.2f} with the policy')


if __name__ == '__main__':
    main()
