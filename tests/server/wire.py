"""A WebSocket client (RFC 6455) and a few lines of HTTP, made for tests: it can also misbehave.

Everything here is blocking with time limits; several sockets are served with select (see
players.pump). Nothing is hidden: `frames` has every text frame as the bytes that came.
"""
import base64
import collections
import hashlib
import json
import os
import select
import socket
import ssl
import struct
import time

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
GUID = b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11'


class Refused(Exception):
    """The server answered the handshake with something else than 101."""

    def __init__(self, status, head, body):
        super().__init__(f'handshake answered with {status}')
        self.status, self.head, self.body = status, head, body


class Gone(Exception):
    """The connection is closed."""


def frame(opcode, payload, fin=True, masked=True, length=None, reserved=0):
    """The bytes of one frame. `length` may lie about the payload."""
    size = len(payload) if length is None else length
    head = bytearray([(0x80 if fin else 0) | reserved | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head.append(bit | size)
    elif size < 1 << 16:
        head += bytes([bit | 126]) + struct.pack('>H', size)
    else:
        head += bytes([bit | 127]) + struct.pack('>Q', size)
    if masked:
        key = os.urandom(4)
        head += key
        mask = (key * (len(payload) // 4 + 1))[:len(payload)]
        payload = (int.from_bytes(payload, 'big') ^ int.from_bytes(mask, 'big')).to_bytes(len(payload), 'big')
    return bytes(head) + payload


def named(host):
    """As it stands in a URL."""
    return f'[{host}]' if ':' in host else host


class Wire:
    """One WebSocket. `read()` takes what has come, `texts` are the text messages not yet taken."""

    def __init__(self, port, path='/ws', protocol='holm.2', headers=(), timeout=20, receive_buffer=None,
                 host='127.0.0.1', source=None, tls=None):
        self.socket = socket.socket(socket.AF_INET6 if ':' in host else socket.AF_INET, socket.SOCK_STREAM)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if source:
            self.socket.bind((source, 0))
        self.socket.settimeout(timeout)
        self.texts = collections.deque()
        self.inbox = b''
        self.partial = None
        self.closed = False
        self.close_code = None
        self.binary = 0
        try:
            self.socket.connect((host, port))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if tls:
                self.socket = tls.wrap_socket(self.socket)
            self._shake_hands(host, port, path, protocol, headers)
        except BaseException:
            self.socket.close()
            raise
        self.socket.setblocking(False)

    def _shake_hands(self, host, port, path, protocol, headers):
        key = base64.b64encode(os.urandom(16))
        lines = [f'GET {path} HTTP/1.1', f'Host: {named(host)}:{port}', 'Upgrade: websocket', 'Connection: Upgrade',
                 f'Sec-WebSocket-Key: {key.decode()}', 'Sec-WebSocket-Version: 13']
        if protocol:
            lines.append(f'Sec-WebSocket-Protocol: {protocol}')
        lines += [f'{name}: {value}' for name, value in headers]
        self.socket.sendall(('\r\n'.join(lines) + '\r\n\r\n').encode())
        answer = b''
        while b'\r\n\r\n' not in answer:
            piece = self.socket.recv(65536)
            if not piece:
                raise Refused(0, answer, b'')
            answer += piece
        head, _, rest = answer.partition(b'\r\n\r\n')
        status = int(head.split(b' ', 2)[1])
        if status != 101:
            raise Refused(status, head, rest)
        fields = {name.strip().lower(): value.strip()
                  for name, _, value in (line.partition(b':') for line in head.split(b'\r\n')[1:])}
        want = base64.b64encode(hashlib.sha1(key + GUID).digest())
        assert fields.get(b'sec-websocket-accept') == want, 'the handshake has the wrong key'
        self.chosen = fields.get(b'sec-websocket-protocol', b'').decode()
        self.extensions = fields.get(b'sec-websocket-extensions', b'').decode()
        self.inbox = rest

    def fileno(self):
        return self.socket.fileno()

    def send(self, message):
        self.send_text(json.dumps(message, ensure_ascii=False, separators=(',', ':')).encode())

    def send_text(self, payload):
        self.send_bytes(frame(TEXT, payload))

    def send_bytes(self, data):
        if self.closed:
            raise Gone()
        self.socket.settimeout(20)
        try:
            self.socket.sendall(data)
        except OSError:
            self.drop()
            raise Gone() from None
        if not self.closed:
            self.socket.setblocking(False)

    def read(self):
        """Takes what has come without waiting. False when the connection has ended."""
        while not self.closed:
            try:
                piece = self.socket.recv(1 << 18)
            except (BlockingIOError, ssl.SSLWantReadError):
                break
            except OSError:
                piece = b''
            if not piece:
                self._parse()
                self.drop()
                return False
            self.inbox += piece
        self._parse()
        return not self.closed

    def _parse(self):
        data, at = self.inbox, 0
        while len(data) - at >= 2:
            first, second = data[at], data[at + 1]
            size, head = second & 0x7F, 2
            assert not second & 0x80, 'a server never masks'
            if size >= 126:
                head = 4 if size == 126 else 10
                if len(data) - at < head:
                    break
                size = int.from_bytes(data[at + 2:at + head], 'big')
            if len(data) - at < head + size:
                break
            payload = data[at + head:at + head + size]
            at += head + size
            self._take(first, payload)
        self.inbox = data[at:]

    def _take(self, first, payload):
        opcode, fin = first & 0x0F, first & 0x80
        assert not first & 0x70, 'no extensions were agreed on'
        if opcode == TEXT or (opcode == 0 and self.partial is not None):
            whole = (self.partial or b'') + payload
            self.partial = None if fin else whole
            if fin:
                self.texts.append(whole)
        elif opcode == PING:
            try:
                self.send_bytes(frame(PONG, payload))
            except Gone:
                pass
        elif opcode == CLOSE:
            self.close_code = int.from_bytes(payload[:2], 'big') if len(payload) > 1 else 1005
            self.closed = True
            self.socket.close()
        elif opcode == BINARY:
            self.binary += 1

    def next_text(self, timeout=20):
        """The next text message as bytes; Gone when there is none and the connection has ended."""
        end = time.monotonic() + timeout
        while not self.texts:
            if self.closed:
                raise Gone()
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError('no message came')
            wait_readable(self, min(left, 0.5))
            self.read()
        return self.texts.popleft()

    def next(self, timeout=20):
        return json.loads(self.next_text(timeout))

    def until(self, kind, timeout=20):
        """The next message of a type; others before it are skipped."""
        end = time.monotonic() + timeout
        while True:
            message = self.next(max(0.01, end - time.monotonic()))
            if message['type'] == kind:
                return message

    def drain(self, seconds=0.2):
        """All messages that come until it has been quiet for a while."""
        found = []
        while True:
            try:
                found.append(self.next(seconds))
            except (TimeoutError, Gone):
                return found

    def wait_closed(self, timeout=20):
        end = time.monotonic() + timeout
        while not self.closed and time.monotonic() < end:
            wait_readable(self, 0.2)
            self.read()
        return self.closed

    def drop(self):
        """Ends the connection without a word, as a lost network does."""
        self.closed = True
        self.socket.close()

    def close(self):
        if not self.closed:
            try:
                self.send_bytes(frame(CLOSE, struct.pack('>H', 1000)))
            except Gone:
                pass
        self.drop()


def wait_readable(wire, timeout):
    if not wire.closed:
        select.select([wire], [], [], timeout)


class Answer:
    def __init__(self, status, head, body):
        self.status, self.head, self.body = status, head, body

    @property
    def json(self):
        return json.loads(self.body)

    def field(self, name):
        for line in self.head.split('\r\n')[1:]:
            key, _, value = line.partition(':')
            if key.strip().lower() == name.lower():
                return value.strip()
        return None


def raw_http(port, data, timeout=20, source=None, tls=None, host='127.0.0.1'):
    """Sends bytes and reads to the end; None when the server just hangs up."""
    plain = socket.create_connection((host, port), timeout, (source, 0) if source else None)
    with tls.wrap_socket(plain) if tls else plain as plug:
        answer = b''
        try:
            plug.sendall(data)
            while piece := plug.recv(1 << 18):
                answer += piece
                if complete(answer):
                    break
        except (ConnectionError, TimeoutError):
            pass
    if not answer.startswith(b'HTTP/'):
        return None
    head, _, body = answer.partition(b'\r\n\r\n')
    head = head.decode('latin-1')
    if 'transfer-encoding: chunked' in head.lower():
        body = unchunk(body)
    return Answer(int(head.split(' ', 2)[1]), head, body)


def complete(answer):
    head, blank, body = answer.partition(b'\r\n\r\n')
    if not blank:
        return False
    for line in head.lower().split(b'\r\n')[1:]:
        name, _, value = line.partition(b':')
        if name == b'content-length':
            return len(body) >= int(value)
        if name == b'transfer-encoding' and b'chunked' in value:
            return body.endswith(b'0\r\n\r\n')
    return False


def unchunk(body):
    whole = b''
    while body:
        size, _, body = body.partition(b'\r\n')
        n = int(size.split(b';')[0], 16)
        if n == 0:
            break
        whole += body[:n]
        body = body[n + 2:]
    return whole


def http(port, method, path, body=None, headers=(), timeout=20, source=None, tls=None, host='127.0.0.1'):
    called = [] if any(name == 'Host' for name, _ in headers) else [f'Host: {named(host)}:{port}']
    lines = [f'{method} {path} HTTP/1.1', *called, 'Connection: close']
    data = b''
    if body is not None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        lines += ['Content-Type: application/json', f'Content-Length: {len(data)}']
    lines += [f'{name}: {value}' for name, value in headers]
    return raw_http(port, ('\r\n'.join(lines) + '\r\n\r\n').encode() + data, timeout, source, tls, host)
