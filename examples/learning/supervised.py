#!/usr/bin/env python3
"""A data set, and an evaluation learnt from it: who will win, judged by what one seat sees.

    build-python/venv/bin/python examples/learning/supervised.py --rows 200000

Bots play games into memory maps; a model learns the chance to win from the observation of every decision, and is judged on games that it has
not seen. The model is a small network of PyTorch where that is installed, and otherwise a logistic regression in numpy.
"""
import argparse
import tempfile

import numpy as np

import holm

try:
    import torch
except ImportError:
    torch = None


def loss(chances, won):
    """How much the outcomes surprise somebody who expected these chances; less is better."""
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(chances) + (1 - won) * np.log(1 - chances)).mean())


def learn_numpy(inputs, won, generator, epochs=6, rows=256, rate=0.05):
    """A logistic regression; returns what gives the chances."""
    weights, squares = np.zeros(inputs.shape[1] + 1, np.float32), np.full(inputs.shape[1] + 1, 1e-6, np.float32)

    def chances(values):
        return 1 / (1 + np.exp(-np.clip(values @ weights[:-1] + weights[-1], -30, 30)))
    for _ in range(epochs):
        order = generator.permutation(len(inputs))
        for begin in range(0, len(order), rows):
            some = order[begin:begin + rows]
            wrong = chances(inputs[some]) - won[some]
            slope = np.append(inputs[some].T @ wrong, wrong.sum()) / len(some) + 1e-4 * weights
            squares += slope * slope
            weights -= rate * slope / np.sqrt(squares)
    return chances


def learn_torch(inputs, won, epochs=4, rows=256):
    torch.manual_seed(1)
    model = torch.nn.Sequential(torch.nn.Linear(inputs.shape[1], 64), torch.nn.ReLU(), torch.nn.Linear(64, 1))
    adam = torch.optim.Adam(model.parameters(), 1e-3, weight_decay=1e-4)
    values, targets = torch.from_numpy(inputs), torch.from_numpy(won.astype(np.float32))
    for _ in range(epochs):
        for some in torch.randperm(len(values)).split(rows):
            adam.zero_grad()
            torch.nn.functional.binary_cross_entropy_with_logits(model(values[some])[:, 0], targets[some]).backward()
            adam.step()

    def chances(new):
        with torch.no_grad():
            return torch.sigmoid(model(torch.from_numpy(new))[:, 0]).numpy()
    return chances


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--rows', type=int, default=100_000)
    parser.add_argument('--bots', default='greedy')
    parser.add_argument('--folder', help='where the data go; without it they are forgotten')
    asked = parser.parse_args()

    with tempfile.TemporaryDirectory() as room:
        data = holm.dataset.self_play(asked.folder or room, asked.bots, asked.rows, games=128)
        floats = holm.Batch('base').floats
        unseen = data.game % 5 == 0  # a fifth of the games
        won = (data.outcome > 0).astype(np.float32)
        inputs, generator = floats(data.observation), np.random.default_rng(1)
        model = learn_torch(inputs[~unseen], won[~unseen]) if torch else learn_numpy(inputs[~unseen], won[~unseen], generator)
        guess = np.full(int(unseen.sum()), won[~unseen].mean())
        print(f"{len(data)} decisions of {data.about['games']} games; learnt with {'PyTorch' if torch else 'numpy'}")
        print(f'loss on unseen games: {loss(model(inputs[unseen]), won[unseen]):.3f}; whoever says {100 * guess[0]:.0f} % each time has {loss(guess, won[unseen]):.3f}')
        del data, unseen, won, inputs


if __name__ == '__main__':
    main()
