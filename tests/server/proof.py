"""Checks the proof of a game without any of Holm's code: hashes, the seed, every draw by ChaCha8."""
import hashlib
import json
import struct

CONSTANTS = (0x61707865, 0x3320646e, 0x79622d32, 0x6b206574)
ROUNDS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
          (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def block(seed, number):
    """Eight 64-bit words: ChaCha with 8 rounds, a 64-bit counter, a nonce of 0."""
    start = [*CONSTANTS, *struct.unpack('<8I', seed), number & 0xFFFFFFFF, number >> 32, 0, 0]
    x = list(start)
    for _ in range(4):
        for a, b, c, d in ROUNDS:
            for plus, turned, by in ((b, d, 16), (d, b, 12), (b, d, 8), (d, b, 7)):
                first = a if by in (16, 8) else c
                x[first] = (x[first] + x[plus]) & 0xFFFFFFFF
                mixed = x[turned] ^ x[first]
                x[turned] = (mixed << by | mixed >> 32 - by) & 0xFFFFFFFF
    return struct.unpack('<8Q', struct.pack('<16I', *((a + b) & 0xFFFFFFFF for a, b in zip(x, start))))


class Draws:
    def __init__(self, seed):
        self.seed, self.number, self.words = seed, None, None

    def word(self, n):
        if self.number != n // 8:
            self.number, self.words = n // 8, block(self.seed, n // 8)
        return self.words[n % 8]

    def below(self, n, limit):
        return self.word(n) * limit >> 64

    def weighted(self, n, weights):
        at = self.below(n, sum(weights))
        kind = 0
        while at >= weights[kind]:
            at -= weights[kind]
            kind += 1
        return kind


def faults(proof, commit, entropy, log):
    """What is wrong with a proof, as sentences. `commit` was told before the game, `entropy` is what each chair
    sent (None: nothing), `log` the text of the log."""
    found = []
    secret = bytes.fromhex(proof['secret'])
    if len(secret) != 32:
        found.append(f'the secret has {len(secret)} bytes')
    if hashlib.sha256(secret).hexdigest() != commit or proof['commit'] != commit:
        found.append('the commit is not the hash of the secret')
    want = [given or '0' * 64 for given in entropy]
    if proof['entropy'] != want:
        found.append(f'entropy {proof["entropy"]} is not {want}')
    seed = hashlib.sha256(secret + b''.join(map(bytes.fromhex, want))).digest()
    if proof['seed'] != seed.hex():
        found.append('the seed is not the hash of secret and entropy')
    draws = Draws(seed)
    for n, draw in enumerate(proof['draws']):
        outcome = draws.below(n, draw['of']) if 'of' in draw else draws.weighted(n, draw['weights'])
        if outcome != draw['outcome']:
            found.append(f'draw {n} is {draw}, but the seed says {outcome}')
            break
    lines = [json.loads(line) for line in log.splitlines()]
    head, actions = lines[0], lines[1:]
    if head.get('seed') != proof['seed']:
        found.append('the log has another seed')
    fair = head.get('fair') or {}
    if (fair.get('commit'), fair.get('secret'), fair.get('entropy')) != (commit, proof['secret'], want):
        found.append(f'the log says of fairness: {fair}')
    by_seq = {}
    for draw in proof['draws']:
        by_seq.setdefault(draw['seq'], []).append(draw['outcome'])
    for line in actions:
        if line['drew'] != by_seq.get(line['n'], []):
            found.append(f'line {line["n"]} drew {line["drew"]}, the proof has {by_seq.get(line["n"], [])}')
            break
    if max(by_seq, default=0) > len(actions):
        found.append('the proof has draws after the last action')
    return found
