"""Checks a finished game without any of Holm's code: hashes, the seed, every draw by ChaCha8, every signature, and
what one client remembers of it. Only the rules are not known here: `holm verify` has those."""
import json
import struct

import dice

SEATS = ('red', 'blue', 'white', 'orange', 'green', 'brown', 'violet', 'black')
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


class Log:
    """The lines of a finished game, taken apart."""

    def __init__(self, lines):
        self.lines = lines
        self.parsed = [json.loads(line) for line in lines]
        self.header = self.parsed[0]
        self.fair = self.header['fair']
        self.terms = self.fair['terms']
        self.chairs = self.terms['chairs']
        self.secret = bytes.fromhex(self.fair['secret'])
        self.entropy = [bytes.fromhex(text) for text in self.fair['entropy']]
        self.round = dice.round_head(dice.compact(self.terms))
        self.seed = dice.seed(self.secret, self.round, self.entropy)
        self.actions = [line for line in self.parsed[1:] if 'action' in line]
        self.seals = [line for line in self.parsed[1:] if 'seal' in line]
        self.game = [line for line in self.parsed[1:] if 'seal' not in line]  # actions, and what people did besides
        chain = dice.Chain(self.secret, self.round, self.seed)
        for line in lines[1:]:
            chain.add(line)
        self.heads = chain.heads

    def chair_of(self, seat):
        return self.fair['chairs'][SEATS.index(seat)]

    def key(self, chair):
        return bytes.fromhex(self.chairs[chair]['key'] or '')


def of_seed(log):
    """The secret, the pledges, the reveals, the seed."""
    terms = log.terms
    if dice.commit(log.secret).hex() != terms['commit']:
        yield 'the secret is not the one that was committed to'
    if not len(log.chairs) == len(log.entropy) == len(log.fair['signatures']) == len(log.fair['chairs']):
        yield 'the lists of chairs differ in length'
        return
    for i, (chair, entropy, signature) in enumerate(zip(log.chairs, log.entropy, log.fair['signatures'])):
        if not chair['pledge']:
            if any(entropy) or signature:
                yield f'chair {i} pledged nothing and revealed something'
        elif dice.pledge(entropy, log.key(i)).hex() != chair['pledge']:
            yield f'the bytes of chair {i} are not those that were pledged'
        elif not dice.signed(log.key(i), bytes.fromhex(signature or ''), dice.message('reveal', log.round, entropy)):
            yield f'the reveal of chair {i} is not signed by its key'
    if terms['round'] != 1 + len(terms['void']):
        yield 'the number of the round does not fit the void ones'
    if any(len(one['names']) != len(one['chairs']) for one in terms['void']):
        yield 'a void round does not name those who did not reveal'
    if log.header['seed'] != log.seed.hex():
        yield 'the seed does not follow from secret, terms and bytes'
    for member in ('rules', 'source'):
        if log.header[member] != terms[member]:
            yield f'the header has another {member} than the terms'


def of_draws(log, proof):
    """Every draw follows from the seed, and is that of its line: none is missing, none too many."""
    draws = Draws(log.seed)
    by_seq = {}
    if not proof['draws']:
        yield 'there are no draws'
    for n, draw in enumerate(proof['draws'], proof['first']):
        outcome = draws.below(n, draw['of']) if 'of' in draw else draws.weighted(n, draw['weights'])
        if outcome != draw['outcome']:
            yield f'draw {n} is {draw}, but the seed says {outcome}'
            return
        by_seq.setdefault(draw['seq'], []).append(draw['outcome'])
    for line in log.actions:
        if line['drew'] != by_seq.pop(line['n'], []):
            yield f'line {line["n"]} drew {line["drew"]}, the proof has something else'
    deal = by_seq.pop(0, [])
    if by_seq:
        yield f'there are draws of lines that are not there: {sorted(by_seq)}'
    seated = list(range(len(log.chairs)))
    if log.terms['order'] == 'random':
        swaps = deal[len(deal) - len(seated) + 1:] if not proof['first'] else [
            draws.below(proof['first'] - len(seated) + 1 + i, len(seated) - i) for i in range(len(seated) - 1)]
        for i, j in zip(range(len(seated) - 1, 0, -1), swaps):
            seated[i], seated[j] = seated[j], seated[i]
    if log.fair['chairs'] != seated:
        yield 'the seed seats the chairs otherwise'


def of_lines(log):
    """Who made each line."""
    for i, line in enumerate(log.parsed[1:], 1):
        if line['n'] != i:
            yield f'line {i} has the number {line["n"]}'
            return
    keys = {i: log.key(i) for i in range(len(log.chairs))}
    people = {i for i, chair in enumerate(log.chairs) if chair['kind'] == 'person'}

    def is_signed(line, chair, label, *parts):
        signature, saw = line.get('signature'), line.get('saw')
        if not keys[chair]:
            return signature is None and saw is None
        return signature and 0 <= saw < len(log.heads) and dice.signed(
            keys[chair], bytes.fromhex(signature), dice.message(label, log.heads[saw], *parts))

    for line in log.game:
        n = line['n']
        if 'action' in line:
            chair = log.chair_of(line['action']['seat'])
            if chair not in people and not line.get('bot'):
                yield f'line {n} is of a bot and does not say so'
            elif not line.get('bot') and (line.get('saw', 0) >= n or not is_signed(line, chair, 'act', dice.compact(line['action']).encode())):
                yield f'line {n} is not signed by the key of its chair'
        elif 'resign' in line:
            if line['resign'] not in people or not is_signed(line, line['resign'], 'resign'):
                yield f'chair {line["resign"]} did not give up in line {n}'
            people.discard(line['resign'])
        elif 'agreed' in line:
            if {one['chair'] for one in line['agreed']} != people or not all(is_signed(one, one['chair'], 'agree') for one in line['agreed']):
                yield f'not all agreed in line {n}'
        elif 'chair' in line:
            if line['chair'] in people or log.chairs[line['chair']]['kind'] == 'bot':
                yield f'chair {line["chair"]} was not free in line {n}'
            people.add(line['chair'])
            keys[line['chair']] = bytes.fromhex(line['key'] or '')
        else:
            yield f'line {n} is of no kind'
    end = log.game[-1]['n'] if log.game else 0
    for line in log.seals:
        if line['n'] <= end:
            yield f'the seal in line {line["n"]} comes before the end'
        elif not dice.signed(keys[line['seal']], bytes.fromhex(line['signature']), dice.message('end', log.heads[end])):
            yield f'the end is not signed by chair {line["seal"]}'
    if len({line['seal'] for line in log.seals}) != len(log.seals):
        yield 'a chair has signed the end twice'


def set_by_hand(log, seq):
    """Whether the alchemist has set these dice: then they were not drawn."""
    for line in reversed(log.game[:seq - 1]):
        if 'action' in line and line['action']['kind'] in ('alchemist', 'end'):
            return line['action']['kind'] == 'alchemist'
    return False


def of_memory(log, player):
    """What one client remembers of the game: it was there."""
    mine = log.chairs[player.chair] if player.chair is not None else None
    if player.terms is not None and dice.compact(log.terms) != player.terms:
        yield 'the terms are not those that were agreed to'
    if player.table['commit'] != log.terms['commit'] or player.table['void'] != log.terms['void']:
        yield 'the table had another commit, or other void rounds'
    if mine and player.share and player.pledged:
        if (mine['pledge'], mine['key']) != (player.share.pledge.hex(), player.share.key.hex()):
            yield 'my pledge or my key is not in the terms'
        if log.entropy[player.chair] != player.share.entropy:
            yield 'my bytes are not in the seed'
    for seq, head in player.mirror.heads.items():
        if seq >= len(log.heads) or log.heads[seq].hex() != head:
            yield f'the head after line {seq} is not the one I was shown'
            break
    if player.mirror.over and len(log.game) != player.mirror.seq:
        yield f'the game had {player.mirror.seq} lines, the log has {len(log.game)}'
    for seq, events in player.mirror.history.items():
        drew = log.game[seq - 1].get('drew', []) if seq <= len(log.game) else []
        dice_seen = [event['dice'] for event in events if event['event'] == 'roll']
        pairs = [[a + 1, b + 1] for a, b in zip(drew, drew[1:])]  # with two players a roll may have to be made again
        if not set_by_hand(log, seq) and any(seen not in pairs for seen in dice_seen):
            yield f'I saw {dice_seen} rolled in line {seq}, the log says {drew}'
    acked = dict(player.acked.values())
    for line in log.actions:
        if mine is None or log.chair_of(line['action']['seat']) != player.chair:
            continue
        action = acked.pop(line['n'], None)
        if action is None and not (line.get('bot') and player.was_away):
            yield f'line {line["n"]} is not mine'
        elif action is not None and (line.get('bot') or dice.compact(action) != dice.compact(line['action'])):
            yield f'line {line["n"]} is not what I did'
    if acked and mine is not None and not player.was_away:
        yield f'what I did is missing: {sorted(acked)}'


def faults(proof, log, player=None):
    """What is wrong with a finished game, as sentences. `log` is its text; `player` was there and remembers."""
    try:
        lines = log.splitlines()
        if proof['log'] != lines:
            return ['the proof is of another log']
        taken = Log(lines)
        found = [*of_seed(taken), *of_draws(taken, proof), *of_lines(taken)]
        return found + (list(of_memory(taken, player)) if player else [])
    except (KeyError, IndexError, ValueError, TypeError) as trouble:
        return [f'it cannot be read: {trouble!r}']
