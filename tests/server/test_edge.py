#!/usr/bin/env python3
"""The edge of the server against raw bytes: no crash, no hang, and a visitor from elsewhere is answered at once.

HOLM_FUZZ_SECONDS: how long to fuzz (8, with HOLM_SOAK=1 600). HOLM_FUZZ_SEED: repeats a run. HOLM_QUICK=1: a release
build on a quiet machine, where a visitor waits 200 ms at most.
"""
import itertools
import os
import random
import time

import fixture
import players
import rawfuzz
import shots
import strangers
import wire

SECONDS = float(os.environ.get('HOLM_FUZZ_SECONDS', 600 if fixture.HEAVY else 5))
SEED = int(os.environ.get('HOLM_FUZZ_SEED', random.SystemRandom().randrange(1 << 32)))
AT_ONCE = 0.2 if os.environ.get('HOLM_QUICK') == '1' else strangers.AT_ONCE


def addresses(chance):
    """Many strangers: 127.1.x.y."""
    while True:
        yield f'127.1.{chance.randrange(1, 255)}.{chance.randrange(1, 255)}'


def visitors():
    """Those who only want to play: 127.9.x.y, each once."""
    for i in itertools.cycle(range(1, 60000)):
        yield f'127.9.{i // 250}.{i % 250 + 1}'


class Edge(fixture.Case):
    def open(self, limits=None):
        self.server = self.serve(limits=limits)
        self.code = self.server.post('/api/tables', {'name': 'Ada', 'rules': {'game': 'base'}, 'public': True}).json['code']
        self.visitors = visitors()
        self.worst = 0

    def fine(self, what):
        """A visitor asks for the health, opens a WebSocket, says hello and ping: each answered at once."""
        self.assertTrue(self.server.alive, f'{what}: the server is gone\n' + self.server.log()[-3000:].decode(errors='replace'))
        source = next(self.visitors)
        begin = time.monotonic()
        try:
            failed = rawfuzz.fire(self.server.port, [rawfuzz.Shot('a visitor', [shots.get()], rawfuzz.served(shots.HEALTH), linger=0)], iter([source]))
            between = time.monotonic()
            self.assertEqual([verdict for _, verdict in failed], [], what)
            socket = wire.Wire(self.server.port, source=source, timeout=10 * fixture.SLOWER)
            socket.send(players.hello(self.code, None))
            socket.send({'type': 'ping'})
            socket.until('pong', timeout=10 * fixture.SLOWER)
            socket.close()
        except (OSError, wire.Refused, wire.Gone) as error:
            self.fail(f'{what}: a visitor got nothing: {error!r}\n' + self.server.log()[-3000:].decode(errors='replace'))
        waited = max(between - begin, time.monotonic() - between)
        self.worst = max(self.worst, waited)
        self.assertLess(waited, AT_ONCE, f'{what}: a visitor waited')

    def ends_well(self):
        """SIGTERM: gone within 5 s, with status 0."""
        self.assertEqual(self.server.stop(5 * fixture.SLOWER), 0, self.server.log()[-3000:].decode(errors='replace'))

    def test_catalogue(self):
        """Every shot we know, alone, judged by what must come back."""
        self.open()
        sources = addresses(random.Random(1))
        for shot in shots.catalogue(self.code):
            with self.subTest(shot.name):
                try:
                    self.assertEqual([said for _, said in rawfuzz.fire(self.server.port, [shot], sources)], [], self.server.log()[-500:])
                    self.fine(shot.name)
                except (AssertionError, OSError):  # the next one gets a server that is well
                    self.server.kill()
                    self.server.start()
                    raise
        self.ends_well()

    def test_every_cut(self):
        """Good requests in two segments, cut at every place."""
        self.open()
        good = {shot.name: shot for shot in shots.catalogue(self.code)}
        sources = addresses(random.Random(2))
        for name in ('GET + GET', 'POST + POST', 'chunked', 'frames: right behind the handshake', 'frames: in fragments with pings between'):
            shot = good[name]
            size = sum(map(len, shot.pieces))
            cuts = [rawfuzz.dataclasses.replace(shot.cut([at]), pause=0.003, name=f'{name}, cut at {at}') for at in range(1, size)]
            for start in range(0, len(cuts), 40):
                failed = rawfuzz.fire(self.server.port, cuts[start:start + 40], sources)
                self.assertEqual([(one.name, said) for one, said in failed], [])
            self.fine(name)
        self.ends_well()

    def fuzz(self, chance, sources, seconds, judged):
        known = shots.catalogue(self.code)
        end, fired, bursts = time.monotonic() + seconds, 0, 0
        while time.monotonic() < end:
            state = f'seed {SEED}, burst {bursts}'
            burst = [shots.wild(chance, self.code, known) for _ in range(chance.choice((1, 5, 20, 40)))]
            if not judged:  # limits let many wait in vain
                burst = [rawfuzz.dataclasses.replace(shot, patience=0.5) for shot in burst]
            failed = rawfuzz.fire(self.server.port, burst, sources)
            if judged:
                self.assertEqual([(shot.name, said, [p[:300] for p in shot.pieces[:50]]) for shot, said in failed], [], state)
            self.fine(f'{state}: {[shot.name for shot in burst]}')
            fired, bursts = fired + len(burst), bursts + 1
        print(f'seed {SEED}: {fired} shots in {bursts} bursts, a visitor waited {1000 * self.worst:.0f} ms at most', flush=True)
        self.ends_well()

    def test_fuzz(self):
        """From so many addresses that no limit hides anything."""
        self.open()
        chance = random.Random(SEED)
        self.fuzz(chance, addresses(chance), SECONDS, judged=True)

    def test_fuzz_with_usual_limits(self):
        """From one address with the limits as they are: refused more and more, while visitors are served."""
        self.open(limits=dict.fromkeys(fixture.ROOMY))
        self.fuzz(random.Random(SEED + 1), itertools.repeat('127.0.0.66'), SECONDS / 4, judged=False)


if __name__ == '__main__':
    fixture.main()
