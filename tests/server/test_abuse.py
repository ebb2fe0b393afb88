#!/usr/bin/env python3
"""One address does all it can think of at once, while others play: their actions are answered as if it were not there."""
import contextlib
import itertools
import multiprocessing
import os
import random
import socket
import threading
import time
import traceback

import fixture
import players
import strangers
import test_work
import wire

ABUSER = '127.0.0.66'
# Limits that the abuser must run into; others are not reached, because these stop it before.
REFUSED = ('requests', 'messages', 'half-requests-each', 'bot-tables-each', 'chairs-each', 'chats')
SECONDS = 60 if fixture.HEAVY else 6


class Round(list):
    """Round trips in seconds."""

    def p(self, share):
        return sorted(self)[min(len(self) - 1, int(share * len(self)))]


def measure(people, seconds):
    """Round trips of the actions of some who play, one after the other."""
    times, end = Round(), time.monotonic() + seconds
    while time.monotonic() < end and not any(one.mirror.over for one in people):
        players.pump(people, lambda: True)
        moved = next((one for one in people if one.move()), None)
        if not moved:
            time.sleep(0.002)
            continue
        begin = time.monotonic()
        players.pump(people, lambda: not moved.sent)
        times.append(time.monotonic() - begin)
        time.sleep(0.06)  # people think, and are limited too
    return times


class Abuse(fixture.Case):
    """Every method `abuse_...` is a thread of the abuser, which does it again and again until the end; it yields at each deed."""

    def abuse(self):
        """In a process of its own, and a guest on this machine: how the server shares itself out is measured, not how two cores do."""
        os.nice(10)
        threads = [threading.Thread(target=self.again, args=(name,)) for name in self.deeds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def again(self, name):
        """Whatever the server does to the abuser is part of it; what the abuser does wrong is not."""
        while not self.over.is_set():
            try:
                with contextlib.ExitStack() as stack:
                    for _ in getattr(self, name)(stack):
                        self.deeds[name].value += 1
            except (OSError, wire.Refused, wire.Gone):
                pass
            except Exception:
                self.mistakes.put(traceback.format_exc())
                return
            time.sleep(0.01)

    def enter(self, stack, code, token=None, **options):
        """A WebSocket that has said hello, and is dropped in the end."""
        one = wire.Wire(self.server.port, source=ABUSER, timeout=5, **options)
        stack.callback(one.drop)
        one.send(players.hello(code, token))
        return one

    def enter_all(self, count, *where, **options):
        """As many as are let in, and at least one."""
        entered = [self.enter(*where, **options)]
        with contextlib.suppress(OSError, wire.Refused, wire.Gone):
            while len(entered) < count:
                entered.append(self.enter(*where, **options))
        return entered

    def abuse_history(self, stack):
        reader = self.enter(stack, self.long)
        reader.send_bytes(wire.frame(wire.TEXT, b'{"type":"history","from":1}') * 28)
        yield
        reader.drain(0.2)

    def abuse_watching(self, stack):
        for _ in range(50):
            self.enter(stack, self.code)
            yield

    def abuse_slow_reading(self, stack):
        readers = self.enter_all(10, stack, self.long, receive_buffer=2048)
        for _ in range(20):
            for one in readers:
                one.send({'type': 'history', 'from': 1})
            yield
            time.sleep(0.05)

    def abuse_chat(self, stack):
        sockets = self.enter_all(5, stack, *self.chatting)
        for i in range(200):
            for one in sockets:
                one.send({'type': 'chat', 'text': f'line {i}'})
            yield

    def abuse_bots(self, stack):
        if strangers.bots_play(self.server, 'hard', ABUSER):
            yield

    def abuse_replay(self, stack):
        strangers.request(self.server, 'POST', '/api/replay?viewer=red', self.log, ABUSER, timeout=2)
        yield

    def abuse_log_and_replay_of_a_table(self, stack):
        for path in ('log', 'replay?viewer=everybody'):
            strangers.request(self.server, 'GET', f'/api/tables/{self.long}/{path}', source=ABUSER, timeout=2)
            yield

    def abuse_proofs_of_games_that_ended(self, stack):
        for code in self.ended * 4:
            if strangers.request(self.server, 'GET', f'/api/tables/{code}/proof', source=ABUSER, timeout=2):
                yield

    def abuse_loading_with_delay(self, stack):
        """Long games that spectators see late: read from the first line when somebody comes, and put away when nobody is there."""
        for code in self.late:
            with contextlib.ExitStack() as visit:
                if self.enter(visit, code).next(timeout=2)['type'] in ('welcome', 'error'):
                    yield

    def abuse_halves(self, stack):
        with contextlib.suppress(OSError):
            for _ in range(300):
                plug = stack.enter_context(socket.create_connection(('127.0.0.1', self.server.port), 2, (ABUSER, 0)))
                plug.sendall(b'POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
                yield
        time.sleep(0.5)

    def abuse_chairs(self, stack):
        for code in self.public:
            joined = strangers.request(self.server, 'POST', f'/api/tables/{code}/join', {'name': 'Eve'}, ABUSER)
            if joined and joined.status == 200:
                yield

    def abuse_leaving(self, stack):
        sockets = self.enter_all(3, stack, *self.leaving)
        for i in range(200):
            for one in sockets:
                one.send({'type': 'back' if i & 1 else 'leave'})
            yield

    def prepare(self):
        """What the abuser has from before, and what others offer."""
        def make(source, **body):
            made = strangers.request(self.server, 'POST', '/api/tables', dict({'name': 'Eve', 'rules': {'game': 'base', 'players': 2}}, **body), source).json
            return made['code'], made['token']
        games = test_work.Work('test_late_spectators_history')
        self.late = [games.long_game(self.server, 4000, ages=[7200] * 3000 + [60] * 1000, delay=3600)[0] for _ in range(2)]
        self.ended = [strangers.long_game(self.server, 60) for _ in range(3)]
        self.long = strangers.long_game(self.server, 800)
        self.log = strangers.long_log()
        self.chatting = make(ABUSER)
        self.leaving = make(ABUSER, seats=['me', 'random'], pace=0, start='now', clock={'mode': 'turn', 'seconds': 5})
        self.public = [make(source, public=True)[0] for source in itertools.islice(strangers.addresses(8), 12)]
        self.over, self.mistakes = multiprocessing.Event(), multiprocessing.Queue()
        self.deeds = {name: multiprocessing.Value('i', 0) for name in dir(self) if name.startswith('abuse_')}

    def it_was_abuse(self):
        """Everything was done, and the server had to refuse of each kind."""
        self.assertTrue(self.mistakes.empty(), not self.mistakes.empty() and self.mistakes.get())
        self.assertEqual([name for name, count in self.deeds.items() if not count.value], [], 'was never done')
        self.assertEqual([name for name in REFUSED if not self.server.limited(name)], [], 'was never refused')
        for name in ('holm_log_jobs_total', 'holm_log_jobs_shared_total', 'holm_log_jobs_refused_total'):
            self.assertGreater(self.server.metric(name), 0, name)

    def test_others_play_on(self):
        self.server = self.serve(limits=dict(strangers.USUAL))
        self.prepare()
        self.code, people = players.seat_people(self.server, 3, random.Random(11), rules={'game': 'base', 'players': 3, 'target': 20})
        measure(people, 1)
        alone = measure(people, SECONDS / 3)
        abuser = multiprocessing.get_context('fork').Process(target=self.abuse, daemon=True)
        abuser.start()
        time.sleep(1)
        beside = measure(people, SECONDS)
        # Its deeds share what requests an address has: it goes on until each limit was met.
        fixture.until(lambda: all(self.server.limited(name) for name in REFUSED), 60)
        self.over.set()
        abuser.join(10)
        abuser.kill()
        for one in people:
            one.drop()
        self.assertGreater(len(beside), 3 * SECONDS, 'nobody could play')
        bound = 0.25 * strangers.SLOW
        said = f'p50 {1000 * alone.p(0.5):.0f} and {1000 * beside.p(0.5):.0f} ms, p99 {1000 * alone.p(0.99):.0f} and {1000 * beside.p(0.99):.0f} ms'
        print(f'{len(alone)} actions alone, {len(beside)} beside the abuser: {said}', flush=True)
        self.it_was_abuse()
        self.assertLess(beside.p(0.99), bound, said)
        waited = [strangers.visit(self.server, source) for source in itertools.islice(strangers.addresses(9), 5)]
        self.assertNotIn(None, waited)


if __name__ == '__main__':
    fixture.main()
