#!/usr/bin/env python3
"""What a program that plays can find out about the dice to come: test_seed.py HOLM

It knows how Holm makes its numbers, so it tries all small seeds: which of them would have told it
the seed it was told, and which would have rolled the dice that it has seen so far?
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
HOLM = str(pathlib.Path(sys.argv[1]).resolve())
SEATS = ['red', 'blue', 'white', 'orange']
BOTS = f'cmd:{HERE}/recorder record,random,random,random'
TRIED = 400  # seeds of runs, and so many games of each
GAMES = 4
MASK = 2 ** 64 - 1


# ------------------------------------------------ Holm's generators, as anybody can write them again

def splitmix(number):
    while True:
        number = number + 0x9E3779B97F4A7C15 & MASK
        z = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        yield z ^ z >> 31


def game_seed(run, number):
    """The seed of a game of `sim` and `match`, from 0 on."""
    asked = b'holm play'.ljust(16, b'\0') + run.to_bytes(8, 'little') + number.to_bytes(8, 'little')
    return int.from_bytes(hashlib.blake2b(asked, digest_size=32).digest()[:8], 'little') >> 1


def told_seed(number, seat):
    """The first 32 bits of a bot whose generator starts from the game's own seed."""
    spread = splitmix(number * 8 + SEATS.index(seat))
    both = next(spread) + next(spread) & MASK
    return (both >> 32) * 0xFFFFFFFF >> 32


def chacha8(key, number):
    state = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]
    state += [int.from_bytes(key[4 * i:4 * i + 4], 'little') for i in range(8)] + [number, 0, 0, 0]
    x = list(state)

    def turn(a, b, c, d):
        for to, other, mixed, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[to] = x[to] + x[other] & 0xFFFFFFFF
            z = x[mixed] ^ x[to]
            x[mixed] = (z << by | z >> 32 - by) & 0xFFFFFFFF

    for _ in range(4):
        for i in range(4):
            turn(i, i + 4, i + 8, i + 12)
        for i in range(4):
            turn(i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
    words = [a + b & 0xFFFFFFFF for a, b in zip(x, state)]
    return [words[i] | words[i + 1] << 32 for i in range(0, 16, 2)]


def dice_of(number, blocks=12):
    """What dice the first draws of a game with this seed would show, in its deal and after it."""
    spread = splitmix(number)
    key = b''.join(next(spread).to_bytes(8, 'little') for _ in range(4))
    return bytes(1 + (word * 6 >> 64) for block in range(blocks) for word in chacha8(key, block))


# ------------------------------------------------------------------------------ what a program sees

def play(*words):
    """For each game: what the program was told in the beginning, and the first dice it saw; and the report."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([HOLM, *words, '--option', 'turn_limit=3', '--bots', BOTS], check=True, timeout=60,
                              stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, cwd=folder)
        lines = [json.loads(line) for path in pathlib.Path(folder).glob('record.*')
                 for line in path.read_text('utf-8').splitlines()]
    games = []
    for message in [line['to'] for line in lines if 'to' in line]:
        if message['type'] == 'position':
            games.append((message, bytearray()))
        for event in message.get('events', []):
            games[-1][1].extend(event.get('dice') or b'')
    return [(start, bytes(dice[:10])) for start, dice in games], done.stdout


def games_seen(*words):
    return play(*words)[0]


class Seeds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.seeds = {(run, number): game_seed(run, number) for run in range(TRIED) for number in range(GAMES)}
        cls.rolled = {game: dice_of(seed) for game, seed in cls.seeds.items()}
        # Where the dice begin, after the deal: anywhere else, ten alike would come by chance in one run of fifty.
        cls.small = games_seen('sim', '--games', '3', '--seed', '7')
        cls.begins = {cls.rolled[7, number].find(dice) for number, (_, dice) in enumerate(cls.small)}

    def by_told_seed(self, start):
        return [seed for seed in [*range(TRIED), *self.seeds.values()]
                if start['seed'] in (told_seed(seed, start['seat']), told_seed(next(splitmix(seed)), start['seat']))]

    def by_dice(self, dice):
        """The first ten dice are drawn one after the other: nothing else is drawn in between."""
        return [game for game, rolled in self.rolled.items() for begin in self.begins if rolled[begin:begin + len(dice)] == dice]

    def test_the_seed_it_is_told_names_no_game(self):
        for words in (['match', '--games', '4'], ['match', '--games', '4', '--seed', '7'], ['sim', '--games', '3'],
                      ['sim', '--games', '3', '--seed', '7'], ['sim', '--games', '3', '--seed', '7', '--bot-seed', '7']):
            with self.subTest(words):
                games = games_seen(*words)
                self.assertGreaterEqual(len(games), 3)
                for start, dice in games:
                    self.assertEqual(len(dice), 10)
                    self.assertEqual(self.by_told_seed(start), [])

    def test_no_small_seed_rolls_its_dice(self):
        for command in ('match', 'sim'):
            with self.subTest(command):
                for _, dice in games_seen(command, '--games', '4'):
                    self.assertEqual(self.by_dice(dice), [])

    def test_the_search_itself(self):
        """A seed that somebody has chosen small is found by its dice, so the searcher above can see."""
        self.assertEqual(len(self.begins), 1, self.begins)
        self.assertGreater(min(self.begins), 0, self.begins)
        for number, (_, dice) in enumerate(self.small):
            self.assertEqual(self.by_dice(dice), [(7, number)])

    def test_all_seats_differ_and_so_do_runs(self):
        words = ['match', '--games', '8', '--seed', '7']
        seeds = [start['seed'] for run in range(2) for start, _ in games_seen(*words)]
        self.assertEqual(len(set(seeds)), 16)

    def test_a_run_can_be_repeated(self):
        for command in ('match', 'sim'):
            with self.subTest(command):
                words = [command, '--games', '4', '--json']
                games, report = play(*words)
                report = json.loads(report)
                self.assertEqual(games_seen(*words, '--seed', str(report['seed']), '--bot-seed', str(report['bot_seed'])),
                                 games)

    def test_no_dice_come_twice(self):
        """A program that remembers what was rolled in a match has no use for it."""
        seen = [dice for _, dice in games_seen('match', '--games', '8')]
        self.assertEqual(len(set(seen)), 8)

    def test_play(self):
        (start, _), = games_seen('play', '--seat', 'none', '--seed', '7', '--log', 'game.jsonl')
        self.assertEqual(self.by_told_seed(start), [])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=1)
