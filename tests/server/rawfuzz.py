"""A gun for raw TCP: many connections at once, each sending its bytes in its own segments, each judged by what came back.

A shot is bytes and a judge. The judge reads the outcome so far and says what is missing, or '' when all is well;
a shot that is not satisfied when its time is up, or when the connection has ended, is a failure.
Nothing here asks for the words of a particular library: a status counts as a class, and hanging up is an answer
wherever the request was bad.
"""
import dataclasses
import selectors
import socket
import struct
import time
from typing import Callable

import fixture
import wire

PATIENCE = 5.0 * fixture.SLOWER  # seconds until an answer counts as missing: it is the visitor who must be quick


@dataclasses.dataclass
class Shot:
    name: str
    pieces: list               # each is sent as a segment of its own
    judge: Callable            # outcome -> '' or what is missing
    end: str = 'wait'          # wait: for the verdict; drop, reset: hang up after the last byte; half: send no more, but read
    pause: float = 0           # between two pieces
    linger: float = 0.02       # read at least so long after the last byte
    patience: float = PATIENCE  # after the last byte; four times as long in all
    reads: bool = True         # False: never reads

    def cut(self, places):
        """The same bytes in other segments."""
        whole, cuts = b''.join(self.pieces), sorted({0, *places})
        pieces = [whole[a:b] for a, b in zip(cuts, [*cuts[1:], len(whole)])]
        return dataclasses.replace(self, name=f'{self.name}, in {len(pieces)} pieces', pieces=[p for p in pieces if p])


class Outcome:
    """What came back so far."""

    def __init__(self):
        self.data = bytearray()
        self.closed = False  # by the server


@dataclasses.dataclass
class HttpAnswer:
    status: int
    fields: dict
    body: bytes
    whole: bool


class Garbage(Exception):
    """The server said something that is no HTTP, or no WebSocket frame."""


def answers(data, closed=True, methods=()):
    """The HTTP answers in some bytes, in order. After a 101 come frames: they are its body."""
    data, found = bytes(data), []
    while data:
        head, blank, rest = data.partition(b'\r\n\r\n')
        if not b'HTTP/1.'.startswith(data[:7]):
            raise Garbage(f'no answer in HTTP: {data[:80]!r}')
        if not blank:
            break
        first, *lines = head.split(b'\r\n')
        status = int(first.split(b' ')[1])
        fields = {name.strip().lower().decode('latin-1'): value.strip().decode('latin-1')
                  for name, _, value in (line.partition(b':') for line in lines)}
        if status == 100:
            data = rest
            continue
        method = methods[len(found)] if len(found) < len(methods) else 'GET'
        answer, data = with_body(status, fields, rest, closed, method)
        found.append(answer)
        # Nothing behind the answer that ends a connection counts (RFC 9112, 9.6). libmicrohttpd 0.9.75 says the head of its
        # own refusals twice.
        if status == 101 or fields.get('connection', '').lower() == 'close':
            break
    return found


def with_body(status, fields, rest, closed, method):
    if status == 101:
        return HttpAnswer(status, fields, rest, True), b''
    if method == 'HEAD' or status in (204, 304):
        return HttpAnswer(status, fields, b'', True), rest
    if 'chunked' in fields.get('transfer-encoding', ''):
        end = rest.find(b'0\r\n\r\n')
        return HttpAnswer(status, fields, wire.unchunk(rest), end >= 0), rest[end + 5:] if end >= 0 else b''
    if 'content-length' in fields:
        size = int(fields['content-length'])
        return HttpAnswer(status, fields, rest[:size], len(rest) >= size), rest[size:]
    return HttpAnswer(status, fields, rest, closed), b''


def frames(data):
    """The whole frames a server sent, as (opcode, payload)."""
    found, at = [], 0
    while len(data) - at >= 2:
        first, second = data[at], data[at + 1]
        if first & 0x70 or second & 0x80:
            raise Garbage(f'the server sent a bad frame: {data[at:at + 20]!r}')
        size, head = second & 0x7F, 2
        if size >= 126:
            head = 4 if size == 126 else 10
            size = int.from_bytes(data[at + 2:at + head], 'big')
        if len(data) - at < head + size:
            break
        found.append((first & 0x0F, data[at + head:at + head + size]))
        at += head + size
    return found


# ---- judges

def anything(_):
    return ''


def served(*wants, methods=()):
    """Good requests: as many answers, in order; or fewer, if the last one says that it is the last.
    A want is a status or several, and perhaps what the body must have."""
    def judge(outcome):
        found = answers(outcome.data, outcome.closed, methods)
        for i, (answer, want) in enumerate(zip(found, wants)):
            statuses, part = want if isinstance(want, tuple) else (want, b'')
            if answer.status not in ({statuses} if isinstance(statuses, int) else set(statuses)):
                return f'answer {i + 1} of {len(wants)} is {answer.status} instead of {statuses}: {answer.body[:100]!r}'
            if answer.whole and answer.status == 200 and part not in answer.body:
                return f'answer {i + 1} of {len(wants)} is another one\'s: {answer.body[:100]!r}'
        if len(found) > len(wants):
            return f'{len(found)} answers to {len(wants)} requests'
        if len(found) == len(wants):
            return '' if found[-1].whole else 'an answer was cut off'
        if outcome.closed and found and found[-1].whole and found[-1].fields.get('connection', '').lower() == 'close':
            return ''
        return f'{len(found)} answers to {len(wants)} requests' + (', then closed without a word' if outcome.closed else '')
    return judge


def refused(outcome):
    """A bad request: 4xx or 5xx, or the connection just ends. Only one answer: what follows bad bytes is no request."""
    found = answers(outcome.data, outcome.closed)
    if not found:
        return '' if outcome.closed else 'neither answered nor hung up'
    if not 400 <= found[0].status < 600 or found[0].status == 500:
        return f'answered with {found[0].status}'
    return '' if len(found) == 1 else f'{len(found)} answers to one bad request'


def tolerated(most=1, methods=()):
    """Odd, and up to the server: served, refused or hung up on; but never upgraded, and never more answers than requests."""
    def judge(outcome):
        found = answers(outcome.data, outcome.closed, methods)
        if len(found) > most:
            return f'{len(found)} answers to {most} requests'
        for answer in found:
            if answer.status in (101, 500):
                return f'answered with {answer.status}'
        return '' if found or outcome.closed else 'neither answered nor hung up'
    return judge


def quiet(outcome):
    """Unfinished: whatever the server says to it, it must not be an answer to a request it has not seen the end of."""
    found = answers(outcome.data, outcome.closed)
    return 'half a request was served' if found and found[0].status < 400 else ''


def shaken(outcome):
    """The frames after a good handshake, or None as long as there is none."""
    found = answers(outcome.data, outcome.closed)
    if found and found[0].status != 101:
        raise Garbage(f'a good handshake was answered with {found[0].status}')
    return frames(found[0].body) if found else None


def hears(*parts, pongs=()):
    """A good WebSocket: messages with these parts come in this order, and all pongs."""
    def judge(outcome):
        heard = shaken(outcome)
        if heard is None:
            return 'the handshake was not answered'
        texts = [payload for opcode, payload in heard if opcode == wire.TEXT]
        for part in parts:
            while texts and part not in texts[0]:
                texts.pop(0)
            if not texts:
                return f'no message with {part!r}' + (', and closed' if outcome.closed else '')
            texts.pop(0)
        missing = [pong for pong in pongs if (wire.PONG, pong) not in heard]
        return f'a ping was not answered: {missing[0]!r}' if missing else ''
    return judge


def ended(outcome):
    """Frames that must fail: the server ends the connection, with a close frame or without."""
    heard = shaken(outcome)
    if heard is None:
        return '' if outcome.closed else 'the handshake was not answered'
    return '' if outcome.closed or any(opcode == wire.CLOSE for opcode, _ in heard) else 'the connection is still open'


def ended_or_told(outcome):
    """A message nobody understands: an error, or the end of the connection."""
    return either(ended, hears(b'"error"'))(outcome)


def either(*judges):
    def ask(one, outcome):
        try:
            return one(outcome)
        except Garbage as broken:
            return str(broken)

    def judge(outcome):
        said = [ask(one, outcome) for one in judges]
        return '' if '' in said else ', and '.join(said)
    return judge


# ---- firing

class Flight:
    """One shot under way."""

    def __init__(self, shot, port, source):
        self.shot, self.outcome, self.verdict = shot, Outcome(), None
        self.socket = socket.socket()
        self.socket.bind((source, 0))
        self.socket.settimeout(PATIENCE)
        self.socket.connect(('127.0.0.1', port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.pending = list(shot.pieces)
        self.begin = self.due = time.monotonic()
        self.last = None

    def fileno(self):
        return self.socket.fileno()

    @property
    def wants_to_send(self):
        return bool(self.pending) and time.monotonic() >= self.due

    def send(self):
        try:
            while self.wants_to_send:
                n = self.socket.send(self.pending[0])
                if n < len(self.pending[0]):
                    self.pending[0] = self.pending[0][n:]
                    return
                self.pending.pop(0)
                self.due = time.monotonic() + self.shot.pause
        except BlockingIOError:
            pass
        except OSError:
            self.pending = []
            self.read()  # what it said before it hung up counts
            self.outcome.closed = True

    def read(self):
        try:
            while piece := self.socket.recv(1 << 16):
                self.outcome.data += piece
            self.outcome.closed = True
        except BlockingIOError:
            pass
        except OSError:
            self.outcome.closed = True

    def finish_sending(self):
        self.last = time.monotonic()
        if self.shot.end == 'half':
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                self.outcome.closed = True
        if self.shot.end == 'reset':
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        if self.shot.end in ('reset', 'drop'):
            self.verdict = ''

    def judge(self):
        """Sets the verdict when it is clear."""
        if not self.pending and self.last is None and self.verdict is None:
            self.finish_sending()
        if self.verdict is not None:
            return
        now = time.monotonic()
        try:
            said = self.shot.judge(self.outcome)
        except (Garbage, ValueError, IndexError) as broken:
            self.verdict = str(broken)
            return
        rested = self.outcome.closed or (self.last is not None and now - self.last >= self.shot.linger)
        late = now - (self.last or now) > self.shot.patience or now - self.begin > 4 * self.shot.patience
        if self.outcome.closed or late or (said == '' and rested):
            self.verdict = said


def fire(port, shots, sources):
    """Fires all at once; the failures as (shot, what was wrong). `sources` gives an address for each."""
    flights = [Flight(shot, port, next(sources)) for shot in shots]
    flying = set(flights)
    with selectors.DefaultSelector() as selector:
        for flight in flights:
            selector.register(flight, selectors.EVENT_READ)
        while flying:
            for flight in list(flying):
                if flight.wants_to_send:
                    flight.send()
                flight.judge()
                if flight.verdict is not None:
                    flying.discard(flight)
                    selector.unregister(flight)
                    flight.socket.close()
            for key, _ in selector.select(0.002):
                if key.fileobj.shot.reads:
                    key.fileobj.read()
    return [(flight.shot, flight.verdict) for flight in flights if flight.verdict]
