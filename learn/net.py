"""The network of bots/net.h: its layers, their slopes, and its file. What stands here must agree with bots/net.c."""
import numpy

SEAT, GAME, FIRST, SECOND, THIRD = 128, 32, 192, 96, 48
UNIT = 256  # inputs are whole numbers in files: so many are 1
WEIGHT_UNIT = 2048  # and so are weights
# In the order of struct holm_net.
SHAPES = {
    'seat_first': (SEAT, FIRST), 'game_first': (GAME, FIRST), 'bias_first': (FIRST,),
    'first_second': (FIRST, SECOND), 'bias_second': (SECOND,),
    'own_third': (SECOND, THIRD), 'others_third': (SECOND, THIRD), 'bias_third': (THIRD,), 'third_logit': (THIRD,),
}


def start(seed):
    """Small random weights: nobody is much likelier to win than the others."""
    random = numpy.random.default_rng(seed)
    weights = {}
    for name, shape in SHAPES.items():
        spread = (2 / shape[0]) ** 0.5 if len(shape) == 2 else 0
        weights[name] = (random.standard_normal(shape) * spread).astype(numpy.float32)
    weights['third_logit'] = (random.standard_normal(THIRD) * 0.02).astype(numpy.float32)
    return weights


def save(path, weights, made):
    """A line of text, then numbers of two bytes."""
    assert '\n' not in made
    numbers = numpy.concatenate([weights[name].reshape(-1) for name in SHAPES])
    whole = numpy.clip(numpy.rint(numbers * WEIGHT_UNIT), -32768, 32767).astype('<i2')
    with open(path, 'wb') as file:
        file.write(f'holm net 1: {made}\n'.encode())
        file.write(whole.tobytes())


def load(path):
    with open(path, 'rb') as file:
        line, numbers = file.read().split(b'\n', 1)
    if not line.startswith(b'holm net 1'):
        raise SystemExit(f'{path} is no net')
    numbers = numpy.frombuffer(numbers, '<i2').astype(numpy.float32) / WEIGHT_UNIT
    weights, at = {}, 0
    for name, shape in SHAPES.items():
        size = int(numpy.prod(shape))
        weights[name] = numbers[at:at + size].reshape(shape).copy()
        at += size
    if at != len(numbers):
        raise SystemExit(f'{path} has {len(numbers)} numbers, not {at}')
    return weights


def encode(arrays, weights, seats, game):
    """First and second layer of all seats: seats is [position, seat, input], game is [position, input]."""
    common = game @ weights['game_first'] + weights['bias_first']
    first = arrays.relu(seats @ weights['seat_first'] + common[:, None, :])
    return first, arrays.relu(first @ weights['first_second'] + weights['bias_second'])


def chances(arrays, weights, second):
    """Third layer and the chance of each seat."""
    others = second.sum(1)[:, None, :] - second
    third = arrays.relu(second @ weights['own_third'] + others @ weights['others_third'] + weights['bias_third'])
    logit = third @ weights['third_logit']
    power = arrays.exp(logit - arrays.most(logit))
    return others, third, power / power.sum(-1)[:, None]


def flat(array):
    return array.reshape(-1, array.shape[-1])


def slopes(arrays, weights, seats, game, won):
    """The mean surprise at who won, and its slope by every weight; `won` has a 1 for the winner of each position."""
    first, second = encode(arrays, weights, seats, game)
    others, third, chance = chances(arrays, weights, second)
    loss = -(arrays.log(chance + 1e-9) * won).sum() / len(won)
    slope = {}
    by_logit = (chance - won) / len(won)
    slope['third_logit'] = flat(third).T @ by_logit.reshape(-1)
    by_third = by_logit[..., None] * weights['third_logit'] * arrays.numbers(third > 0)
    slope['own_third'] = flat(second).T @ flat(by_third)
    slope['others_third'] = flat(others).T @ flat(by_third)
    slope['bias_third'] = flat(by_third).sum(0)
    by_others = by_third @ weights['others_third'].T
    by_second = by_third @ weights['own_third'].T + by_others.sum(1)[:, None, :] - by_others
    by_second = by_second * arrays.numbers(second > 0)
    slope['first_second'] = flat(first).T @ flat(by_second)
    slope['bias_second'] = flat(by_second).sum(0)
    by_first = (by_second @ weights['first_second'].T) * arrays.numbers(first > 0)
    slope['seat_first'] = flat(seats).T @ flat(by_first)
    by_common = by_first.sum(1)
    slope['game_first'] = game.T @ by_common
    slope['bias_first'] = by_common.sum(0)
    return loss, slope
