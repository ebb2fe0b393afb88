#!/usr/bin/env python3
"""Learns a network from positions and who won them: train.py --out FILE POSITIONS...

POSITIONS are files of `holm positions`, of the same game; tables of different sizes may be mixed. FILE:3 is looked at
three times as often as its size would have it. One position in fifty, from the end of each file, is only looked at, never
learnt from: the surprise at those is what is printed.

Who wins is mostly luck. So there are phases: in the first a net learns who won; in each later one it learns what the net
before it thought of the same game a round later and the rounds after that, and who won in the end. NumPy is enough; with
PyTorch and a graphics card it is a thousand times faster.
"""
import argparse
import math
import sys
import time

import numpy

import arrays as kinds_of_arrays
import net

HELD_OUT = 50
AVERAGED = 0.3  # a phase's net is the mean of the weights over this last part of its steps
LATER_PACE = 0.5  # of phases after the first
AT_ONCE = 65536  # positions, where nothing is learnt
FIRST, AFTER = 0, 2  # moments: the first position of a game, one after the viewer's turn (cli/positions.c)


class Positions:
    """A file of positions, as arrays."""
    def __init__(self, arrays, word, most):
        path, _, often = word.partition(':')
        self.often = float(often or 1)
        with open(path, 'rb') as file:
            words = dict(word.split('=') for word in file.readline().decode().split() if '=' in word)
            self.players = int(words['players'])
            if (int(words['seat']), int(words['game'])) != (net.SEAT, net.GAME):
                raise SystemExit(f'{path}: its inputs are not those of net.py')
            length = self.players * net.SEAT + net.GAME + 2
            rows = numpy.fromfile(file, '<i2')
        rows = rows[:len(rows) // length * length].reshape(-1, length)[:most]
        self.arrays, self.count = arrays, len(rows)
        self.moment, self.rows = rows[:, -2].copy(), arrays.load(rows)
        self.learnt = self.count - self.count // HELD_OUT
        self.won = arrays.load(numpy.eye(self.players, dtype=numpy.float32)[rows[:, -1]])
        self.target = self.won

    def inputs(self, at):
        inputs = self.arrays.numbers(self.rows[at][:, :-2]) / net.UNIT
        return inputs[:, :self.players * net.SEAT].reshape(-1, self.players, net.SEAT), inputs[:, self.players * net.SEAT:]

    def take(self, at):
        return *self.inputs(at), self.target[at]

    def chances(self, weights, first):
        """What a net says of all positions from that one on."""
        for at in range(first, self.count, AT_ONCE):
            part = slice(at, min(at + AT_ONCE, self.count))
            yield part, net.chances(self.arrays, weights, net.encode(self.arrays, weights, *self.inputs(part))[1])[2]

    def look_back(self, weights, trust):
        """New targets: what the net thinks a round later, trusted so far, and for the rest what is the target then."""
        thought, target = self.won * 0, self.won * 1
        for part, chance in self.chances(weights, 0):
            thought[part] = chance
        starts = numpy.flatnonzero(self.moment == FIRST)
        ends = numpy.append(starts[1:], self.count)
        to_end = numpy.repeat(ends, numpy.diff(numpy.append(starts, self.count))) - 1 - numpy.arange(starts[0], self.count)
        order = numpy.argsort(to_end, kind='stable') + starts[0]
        for at in numpy.split(order, numpy.cumsum(numpy.bincount(to_end)))[1:-1]:
            part = self.arrays.load((trust * (self.moment[at + 1] == AFTER)).astype(numpy.float32)[:, None])
            at = self.arrays.load(at)
            target[at] = part * thought[at + 1] + (1 - part) * target[at + 1]
        self.target = target


class Mean:
    """Of the weights over many steps: what the last few happened to teach weighs less."""
    def __init__(self):
        self.weights, self.counted = {}, 0

    def add(self, weights):
        self.counted += 1
        for name in weights:
            before = self.weights.get(name, weights[name])
            self.weights[name] = before + (weights[name] - before) / self.counted


class Adam:
    """Steps along the slopes, for each weight by how steady its slope is; weights shrink a little unless they are needed."""
    def __init__(self, arrays, weights, decay):
        self.arrays, self.weights, self.decay, self.steps = arrays, weights, decay, 0
        self.mean = {name: weights[name] * 0 for name in weights}
        self.square = {name: weights[name] * 0 for name in weights}

    def step(self, slope, pace):
        self.steps += 1
        for name in self.weights:
            self.mean[name] = 0.9 * self.mean[name] + 0.1 * slope[name]
            self.square[name] = 0.999 * self.square[name] + 0.001 * slope[name] ** 2
            mean = self.mean[name] / (1 - 0.9 ** self.steps)
            spread = self.arrays.sqrt(self.square[name] / (1 - 0.999 ** self.steps)) + 1e-8
            self.weights[name] = self.weights[name] * (1 - pace * self.decay) - pace * mean / spread


def surprise(arrays, weights, files):
    """At who won the positions that were held out; in natural units, by players."""
    sums = {}
    for one in files:
        for part, chance in one.chances(weights, one.learnt):
            loss, count = sums.get(one.players, (0, 0))
            sums[one.players] = loss - float((arrays.log(chance + 1e-9) * one.won[part]).sum()), count + len(chance)
    return {players: round(loss / count, 4) for players, (loss, count) in sorted(sums.items()) if count}


def learn_phase(arrays, weights, files, args, phase, random):
    """One phase: the weights that it comes to."""
    optimizer, mean = Adam(arrays, weights, args.decay), Mean()
    sizes = numpy.array([one.learnt * one.often for one in files])
    steps = max(1, int(args.epochs / args.phases * max(1, int(sizes.sum()) // args.batch)))
    most = args.pace * (LATER_PACE if phase else 1)
    begun, told = time.monotonic(), 0
    for step in range(steps):
        part = step / steps
        if args.seconds:
            part = max(part, (time.monotonic() - begun) / (args.seconds / args.phases))
        if part >= 1:
            break
        one = files[random.choice(len(files), p=sizes / sizes.sum())]
        at = arrays.load(random.integers(0, one.learnt, args.batch))
        _, slope = net.slopes(arrays, weights, *one.take(at))
        warm = min(1, (step + 1) / 200)
        optimizer.step(slope, most * warm * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * part))))
        if part >= 1 - AVERAGED:
            mean.add(weights)
        if part >= told:
            told += 0.2
            print(f'{time.monotonic() - begun:6.1f} s  phase {phase + 1}, step {step} of {steps}  surprise {surprise(arrays, weights, files)}',
                  flush=True)
    return mean.weights or weights


def learn(arrays, weights, files, args):
    random = numpy.random.default_rng(args.seed)
    for phase in range(args.phases):
        for one in files if phase else []:
            one.look_back(weights, args.trust)
        weights = learn_phase(arrays, weights, files, args, phase, random)
        print(f'after phase {phase + 1}: surprise {surprise(arrays, weights, files)}', flush=True)
    return weights


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(':')[0])
    parser.add_argument('positions', nargs='+')
    parser.add_argument('--out', required=True)
    parser.add_argument('--start', help='a net to go on from')
    parser.add_argument('--epochs', type=float, default=10)
    parser.add_argument('--phases', type=int, default=2)
    parser.add_argument('--trust', type=float, default=0.3, help='how far later phases believe the net a round later')
    parser.add_argument('--seconds', type=float, default=0, help='no longer than that')
    parser.add_argument('--batch', type=int, default=8192)
    parser.add_argument('--pace', type=float, default=0.002)
    parser.add_argument('--decay', type=float, default=0.01)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--most', type=int, default=1 << 40, help='positions of a file')
    parser.add_argument('--made', help='what the net says of how it was made, instead of these words')
    parser.add_argument('--plain', action='store_true', help='NumPy even where PyTorch is')
    args = parser.parse_args()
    arrays = kinds_of_arrays.choose(args.plain)
    files = [one for one in (Positions(arrays, path, args.most) for path in args.positions) if one.count]
    print(f'{arrays.name}: {sum(one.count for one in files)} positions')
    weights = net.load(args.start) if args.start else net.start(args.seed)
    weights = learn(arrays, {name: arrays.load(weights[name]) for name in net.SHAPES}, files, args)
    losses = surprise(arrays, weights, files)
    weights = {name: arrays.back(weights[name]) for name in net.SHAPES}
    net.save(args.out, weights, f'{args.made or "train.py " + " ".join(sys.argv[1:])}; surprise by players {losses}')
    print(f'surprise {losses}')


if __name__ == '__main__':
    main()
