#!/usr/bin/env python3
"""All of the learning in one go, within a time: run.py --holm HOLM --out FOLDER [--minutes N]

For each game: positions from fast players, which are many, and from `medium`, which are like those that count; then a
net is learnt from both while the next games are played.
"""
import argparse
import os
import pathlib
import shlex
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
# Games, with their part of the time.
GAMES = {'base': 3, 'knights': 3, 'seafarers': 2.6, 'seafarers+knights': 1.4}
# Tables that are played, with their part of it. In Seafarers nobody plays for two, and its first scenario is played most.
TABLES = {'4': ('--players 4', 7), '3': ('--players 3', 1.5), '2': ('--players 2 --option neutrals=0', 1.5), '5': ('--players 5', 0.8),
          '6': ('--players 6', 1.2), 'shores': ('--players 4 --scenario new-shores', 4)}
FAST, SLOW = 0.55, 0.45  # of the time of a game
PATIENCE = 40  # seconds in which the last net is learnt when all games are over
FIRST_SEED = 19100000  # learn/seeds.txt


def tables(game):
    left_out = '2' if 'seafarers' in game else 'shores'
    return {name: table for name, table in TABLES.items() if name != left_out}


class Run:
    def __init__(self, args):
        self.args, self.begun = args, time.monotonic()
        self.out, self.work = pathlib.Path(args.out), pathlib.Path(args.work)
        for folder in (self.out, self.work):
            folder.mkdir(parents=True, exist_ok=True)
        self.log = open(self.out / 'log.txt', 'a', encoding='utf-8')
        self.seed, self.learning = args.seed, []

    def tell(self, text):
        print(f'{time.monotonic() - self.begun:6.1f} s  {text}', file=self.log, flush=True)
        print(f'{time.monotonic() - self.begun:6.1f} s  {text}', flush=True)

    def play(self, game, stage, who, seconds, sample, viewers):
        """Positions of a game at tables of all sizes; each file has a seed of its own. Returns their paths."""
        paths, parts = [], sum(part for _, part in tables(game).values())
        for name, (words, part) in tables(game).items():
            path = self.work / f'{game}-{stage}-{name}.positions'
            self.seed += 1
            command = [*shlex.split(self.args.holm), 'positions', '--game', game, *words.split(), '--play', who, '--seconds',
                       str(max(1, round(seconds * part / parts))), '--games', '100000000', '--threads', str(self.args.threads),
                       '--sample', str(sample), '--viewers', str(viewers), '--seed', str(self.seed), '--out', str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.tell(f'{" ".join(command[1:])}: {done.stdout.strip()} {done.stderr.strip()}')
            if not done.returncode:
                paths.append(str(path))
        return paths

    def learn(self, game, fast, slow, seconds):
        """Begins to learn from files, beside whatever comes next."""
        command = [sys.executable, str(HERE / 'train.py'), '--out', str(self.out / f'{game}.net'), '--seconds', str(seconds), '--epochs',
                   str(self.args.epochs), '--batch', str(self.args.batch), '--made', self.made(), *(['--plain'] if self.args.plain else []),
                   *fast, *(f'{path}:{self.args.often}' for path in slow)]
        self.tell(' '.join(command))
        log = open(self.out / f'{game}.log', 'w', encoding='utf-8')
        environment = dict(os.environ, OMP_NUM_THREADS='1', OPENBLAS_NUM_THREADS='1')
        self.learning.append(subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment))

    def made(self):
        return f'learn/run.py --minutes {self.args.minutes:g} --threads {self.args.threads} --seed {self.args.seed}'

    def run(self):
        games = self.args.games.split(',')
        patience = min(PATIENCE, self.args.minutes * 60 * 0.2)
        each = (self.args.minutes * 60 - patience) / sum(GAMES[game] for game in games)
        for game in games:
            fast = self.play(game, 'fast', 'tuned', FAST * GAMES[game] * each, 40, 1)
            slow = self.play(game, 'slow', 'medium,medium,medium,medium,greedy,tuned', SLOW * GAMES[game] * each, 20, 4)
            self.learn(game, fast, slow, patience)
        for learning in self.learning:
            learning.wait()
        self.tell('done')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(':')[0])
    parser.add_argument('--holm', required=True, help='the program, as for a shell')
    parser.add_argument('--out', required=True, help='where nets and logs go')
    parser.add_argument('--work', default='/tmp/holm-positions', help='where positions go: gigabytes')
    parser.add_argument('--minutes', type=float, default=6)
    parser.add_argument('--threads', type=int, default=os.cpu_count())
    parser.add_argument('--games', default=','.join(GAMES))
    parser.add_argument('--seed', type=int, default=FIRST_SEED)
    parser.add_argument('--batch', type=int, default=16384)
    parser.add_argument('--epochs', type=float, default=12)
    parser.add_argument('--often', type=float, default=1, help='how often positions of slow games count')
    parser.add_argument('--plain', action='store_true', help='NumPy even where PyTorch is')
    Run(parser.parse_args()).run()


if __name__ == '__main__':
    main()
