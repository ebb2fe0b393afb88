"""What a stranger can send to a port: HTTP and WebSocket, good, odd and bad, each with how it must be taken. See rawfuzz.py.

`catalogue(code)` has every shot once; `CODE` is a table that may be watched. `wild(chance, code)` makes one up.
"""
import base64
import json
import random
import struct

import wire
from rawfuzz import (Shot, anything, either, ended, ended_or_told, hears, quiet, refused, served, tolerated)

HOST = b'Host: 127.0.0.1\r\n'
KEY = base64.b64encode(bytes(16)).decode()
HEALTH, CATALOGUE, PREVIEW = (200, b'"ok"'), (200, b'"games"'), (200, b'"map"')


def get(path='/api/health', *lines, method='GET', version='HTTP/1.1', body=b''):
    head = f'{method} {path} {version}\r\n'.encode() + HOST + b''.join(line.encode('latin-1') + b'\r\n' for line in lines)
    return head + b'\r\n' + body


def post(body=b'{"rules":{"game":"base"}}', *lines, path='/api/preview', length=None):
    size = len(body) if length is None else length
    return get(path, 'Content-Type: application/json', f'Content-Length: {size}', *lines, method='POST', body=body)


def chunked(*chunks, end=b'0\r\n\r\n', lines=()):
    body = b''.join(b'%x\r\n' % len(chunk) + chunk + b'\r\n' for chunk in chunks) + end
    return get('/api/preview', 'Content-Type: application/json', 'Transfer-Encoding: chunked', *lines, method='POST', body=body)


def http_shots():
    def shot(name, data, judge, **options):
        return Shot(name, data if isinstance(data, list) else [data], judge, **options)
    yield shot('a GET', get(), served(HEALTH))
    yield shot('GET + GET', get() + get('/api/catalogue'), served(HEALTH, CATALOGUE))
    yield shot('ten GETs', get() * 9 + get('/api/catalogue'), served(*[HEALTH] * 9, CATALOGUE))
    yield shot('GET, and the next after a while', [get(), get('/api/catalogue')], served(HEALTH, CATALOGUE), pause=0.1)
    yield shot('POST + POST', post() + post(), served(PREVIEW, PREVIEW))
    yield shot('POST + GET', post() + get(), served(PREVIEW, HEALTH))
    yield shot('GET + POST', get() + post(), served(HEALTH, PREVIEW))
    yield shot('GET + half a POST', get() + post()[:-9], served(HEALTH), linger=0.1)
    yield shot('GET + half a POST, and the rest', [get() + post()[:-9], post()[-9:]], served(HEALTH, PREVIEW), pause=0.05)
    yield shot('GET + half a POST, and a reset', get() + post()[:-9], anything, end='reset')
    yield shot('GET + the head of a POST, and gone', get() + post()[:60], anything, end='drop')
    yield shot('GET with a body', get('/api/health', 'Content-Length: 5', body=b'hello'), tolerated())
    yield shot('GET with a body + GET', get('/api/health', 'Content-Length: 5', body=b'hello') + get('/api/catalogue'),
               either(served((range(200, 500), b''), CATALOGUE), refused))
    yield shot('GET + GET with a Content-Length', get() + get('/api/catalogue', 'Content-Length: 0'), served(HEALTH, CATALOGUE))
    yield shot('GET + GET with a Content-Length and no body', get() + get('/api/catalogue', 'Content-Length: 9'), tolerated(2))
    yield shot('POST without a length', get('/api/preview', method='POST'), refused)
    yield shot('POST of nothing + GET', post(b'') + get(), served((range(400, 500), b''), HEALTH))
    yield shot('a body that is never sent', post(length=500), quiet, linger=0.2)
    yield shot('a body longer than it says', post() + b'{"more":1}', tolerated(2))
    yield shot('HTTP/1.0', get(version='HTTP/1.0'), served(HEALTH))
    yield shot('close', get('/api/health', 'Connection: close') + get(), served(HEALTH))
    yield shot('empty lines before a request', b'\r\n\r\n' + get(), tolerated())
    yield shot('names in capitals', get('/api/health', 'CONNECTION: keep-alive', 'ACCEPT:*/*') + get(), served(HEALTH, HEALTH))
    yield shot('fifty headers', get('/api/health', *(f'X-{i}: {i}' for i in range(50))), served(HEALTH))
    yield shot('a query', get('/api/health?x=1&x=2&&=%20%41'), tolerated())
    yield shot('the page', get('/'), served(200))
    yield shot('HEAD', get(method='HEAD') + get(), tolerated(2, methods=('HEAD', 'GET')))
    yield shot('expect 100', [post(b'', 'Expect: 100-continue', length=25), b'{"rules":{"game":"base"}}'],
               served(((200, 400, 417), b'')), pause=0.1)
    yield shot('expect something else', post(b'{"rules":{"game":"base"}}', 'Expect: miracles'), tolerated())
    yield shot('half-closed after a request', get(), either(served(HEALTH), refused), end='half')
    yield shot('half-closed in a request', get()[:-3], quiet, end='half')
    yield from (shot(f'{method}', get('/api/health', method=method), refused)
                for method in ('PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'get', 'X' * 300, 'G\x7fT'))
    yield shot('CONNECT', b'CONNECT 127.0.0.1:22 HTTP/1.1\r\n' + HOST + b'\r\n', refused)
    yield shot('OPTIONS', get('/api/health', method='OPTIONS'), tolerated())
    yield shot('OPTIONS *', get('*', method='OPTIONS'), tolerated())
    yield shot('an absolute URI', get('http://127.0.0.1/api/health'), tolerated())
    yield shot('another host\'s URI', get('http://elsewhere.example/metrics'), tolerated())
    yield from (shot(f'version {version!r}', get(version=version), tolerated())
                for version in ('HTTP/1.9', 'HTTP/9.9', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.', 'HTTQ/1.1', 'http/1.1', 'HTTP/11', 'HTTP/1.1 x'))
    yield shot('no version', b'GET /api/health\r\n\r\n', tolerated(), end='half')
    yield shot('no host', b'GET /api/health HTTP/1.1\r\n\r\n', tolerated())
    yield shot('two hosts', get('/api/health', 'Host: elsewhere.example'), tolerated())
    yield shot('two lengths that differ', post(b'{}', 'Content-Length: 5'), refused)
    yield shot('two lengths that hide a request', post(b'{}', 'Content-Length: 500') + get('/metrics'), refused)
    yield shot('two lengths alike', post(b'{"rules":{"game":"base"}}', 'Content-Length: 25'), tolerated())
    yield from (shot(f'length {value!r}', post(b'{}', length=value), refused)
                for value in ('-5', '99999999999999999999', '18446744073709551617', '5x', '0x2', '2,2', '1 1', 'two', '9223372036854775807'))
    yield shot('length of +2', post(b'{}', length='+2'), tolerated())
    yield shot('length and chunked', chunked(b'{}', lines=('Content-Length: 4',)) + get('/metrics'), tolerated(2))
    yield shot('chunked, then hidden by a length', get('/api/preview', 'Content-Length: 6', 'Transfer-Encoding: chunked', method='POST',
               body=b'0\r\n\r\nX'), tolerated(2))
    yield shot('another coding', get('/api/preview', 'Transfer-Encoding: gzip, chunked', method='POST', body=b'0\r\n\r\n'), tolerated())
    yield shot('chunked twice', get('/api/preview', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked', method='POST', body=b'0\r\n\r\n'), tolerated())
    yield shot('chunked', chunked(b'{"rules":', b'{"game":"base"}}') + get(), either(served(PREVIEW, HEALTH), served((range(400, 502), b''), HEALTH), refused))
    yield shot('chunked with a trailer', chunked(b'{"rules":{"game":"base"}}', end=b'0\r\nX-After: 1\r\n\r\n'), tolerated())
    yield shot('chunked with an extension', get('/api/preview', 'Transfer-Encoding: chunked', method='POST',
               body=b'19;a=b\r\n{"rules":{"game":"base"}}\r\n0\r\n\r\n'), tolerated())
    yield from (shot(f'chunk size {size!r}', get('/api/preview', 'Transfer-Encoding: chunked', method='POST', body=size + b'\r\n{}\r\n0\r\n\r\n'), refused)
                for size in (b'ZZ', b'-2', b'g', b'1' * 40, b'2' + b' ' * 5000, b'\x00'))
    yield from (shot(f'a chunk of {size!r}', get('/api/preview', 'Transfer-Encoding: chunked', method='POST', body=size + b'\r\n{}'), quiet, linger=0.1)
                for size in (b'FFFFFFFFFFFFFFFF', b'7FFFFFFFFFFFFFFF', b'FFFFFFFF'))
    yield shot('chunks without an end', get('/api/preview', 'Transfer-Encoding: chunked', method='POST')
               + (b'400\r\n' + b' ' * 1024 + b'\r\n') * 400, quiet, linger=0.2)
    yield shot('a thousand empty chunks', get('/api/preview', 'Transfer-Encoding: chunked', method='POST') + b'1\r\n \r\n' * 1000 + b'0\r\n\r\n', tolerated())
    yield shot('trailers without an end', chunked(b'{}', end=b'0\r\n') + b'X: y\r\n' * 20000, quiet, linger=0.2)
    yield shot('a header of 100 KB', get('/api/health', 'X: ' + 'y' * 100000), refused)
    yield shot('a path of 100 KB', get('/' + 'a' * 100000), refused)
    yield shot('a thousand headers', get('/api/health', *(f'X-{i}: {i}' for i in range(1000))), tolerated())
    yield shot('a thousand times the same header', get('/api/health', *['Cookie: a=b'] * 1000), tolerated())
    yield shot('a header that never ends', b'GET / HTTP/1.1\r\n' + b'X: y\r\n' * 40000, quiet, linger=0.2)
    yield shot('a folded header', get('/api/health', 'X: one', ' two', '\tthree'), tolerated())
    yield shot('a folded first header', b'GET /api/health HTTP/1.1\r\n Folded: yes\r\n' + HOST + b'\r\n', tolerated())
    yield shot('a header without a colon', get('/api/health', 'nonsense'), tolerated())
    yield shot('a space before the colon', get('/api/preview', 'Content-Length : 5', method='POST', body=b'hello'), tolerated())
    yield shot('a header without a name', get('/api/health', ': x'), tolerated())
    yield shot('NUL in a header', get('/api/health', 'X: a\x00b'), tolerated())
    yield shot('NUL in the path', get('/api/\x00health'), refused)
    yield shot('control bytes', get('/api/health', 'X: \x01\x02\x1b[2J\x7f'), tolerated())
    yield shot('control bytes in the path', get('/api/\x01\x1bhealth'), refused)
    yield shot('only line feeds', get().replace(b'\r\n', b'\n'), tolerated())
    yield shot('only carriage returns', get().replace(b'\r\n', b'\r'), quiet, linger=0.1)
    yield shot('high bytes', get('/api/\xff\xfehealth', 'X: \xff\xfe'), refused)
    yield shot('TLS', b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' + bytes(500), quiet, linger=0.1)
    yield shot('zeros', bytes(5000), quiet, linger=0.1)
    yield shot('nothing', b'', quiet, linger=0.1)
    yield shot('a GET byte by byte', get() + get('/api/catalogue'), served(HEALTH, CATALOGUE)).cut(range(200))
    yield shot('a POST byte by byte', post() + post(), served(PREVIEW, PREVIEW)).cut(range(400))
    yield shot('a chunked POST byte by byte', chunked(b'{"rules":{"game":"base"}}'), tolerated()).cut(range(400))
    yield shot('a GET drop by drop', get(), served(HEALTH), pause=0.01).cut(range(200))


# ---- HTTP/2, which nobody here speaks

PREFACE = b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'


def h2(kind, stream, payload=b'', flags=0, length=None):
    return struct.pack('>I', len(payload) if length is None else length)[1:] + bytes([kind, flags]) + struct.pack('>I', stream) + payload


H2_FRAMES = {'DATA': h2(0, 1, b'hello'), 'DATA, last': h2(0, 1, b'x', 1), 'HEADERS': h2(1, 1, b'\x82\x86\x84\x41\x01a', 5), 'PRIORITY': h2(2, 3, bytes(5)),
             'RST_STREAM': h2(3, 1, bytes(4)), 'SETTINGS': h2(4, 0), 'SETTINGS with values': h2(4, 0, b'\x00\x03\x7f\xff\xff\xff' * 20),
             'SETTINGS ack': h2(4, 0, b'', 1), 'PUSH_PROMISE': h2(5, 1, bytes(4)), 'PING': h2(6, 0, bytes(8)), 'GOAWAY': h2(7, 0, bytes(8)),
             'WINDOW_UPDATE': h2(8, 0, b'\x7f\xff\xff\xff'), 'CONTINUATION': h2(9, 1, b'\x82'), 'unknown': h2(99, 7, b'x' * 30),
             'a lying length': h2(0, 1, b'x', length=0xFFFFFF), 'DATA on stream 0': h2(0, 0, b'x')}


def upgrade_h2c(path='/api/health'):
    return get(path, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__')


def h2_shots():
    yield Shot('h2c', [upgrade_h2c()], tolerated())
    for name, data in H2_FRAMES.items():
        yield Shot(f'h2c, preface, {name}', [upgrade_h2c(), PREFACE + h2(4, 0), data], tolerated(3), pause=0.03, linger=0.05)
        yield Shot(f'h2c, preface with {name}', [upgrade_h2c(), PREFACE + h2(4, 0) + data], tolerated(3), pause=0.03, linger=0.05)
        yield Shot(f'h2c, {name}, all at once', [upgrade_h2c('/ws') + PREFACE + h2(4, 0) + data], tolerated(3), linger=0.05)
        yield Shot(f'prior knowledge, {name}', [PREFACE + h2(4, 0) + data], refused)
    yield Shot('h2c, all frames', [upgrade_h2c(), PREFACE + b''.join(H2_FRAMES.values())], tolerated(3), pause=0.03)
    yield Shot('h2c and websocket', [get('/ws', 'Connection: Upgrade', 'Upgrade: h2c, websocket', f'Sec-WebSocket-Key: {KEY}', 'Sec-WebSocket-Version: 13',
                                         'Sec-WebSocket-Protocol: holm.1')], either(tolerated(), hears()), linger=0.05)


# ---- WebSocket: the handshake

def handshake(path='/ws', method='GET', version='HTTP/1.1', **changes):
    """A good handshake; changes by the names of headers with _ for -, None: left out, a list: several."""
    lines = {'Upgrade': 'websocket', 'Connection': 'Upgrade', 'Sec-WebSocket-Key': KEY, 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Protocol': 'holm.1'}
    lines.update({name.replace('_', '-'): value for name, value in changes.items()})
    flat = [f'{name}: {one}' for name, value in lines.items() if value is not None for one in (value if isinstance(value, list) else [value])]
    return get(path, *flat, method=method, version=version)


def handshake_shots():
    def shot(name, judge=refused, **changes):
        return Shot('handshake: ' + name, [handshake(**changes)], judge)
    open_or_not = either(tolerated(), hears())
    yield shot('good', hears())
    yield shot('among other words', hears(), Connection='keep-alive, Upgrade', Upgrade='WebSocket')
    yield shot('version 12', Sec_WebSocket_Version='12')
    yield shot('version 99999999999', Sec_WebSocket_Version='99999999999')
    yield shot('no version', Sec_WebSocket_Version=None)
    yield shot('version 13x', Sec_WebSocket_Version='13x')
    yield shot('no key', Sec_WebSocket_Key=None)
    yield shot('a short key', Sec_WebSocket_Key='AAAA')
    yield shot('a long key', Sec_WebSocket_Key='A' * 5000)
    yield shot('a key that is no base64', Sec_WebSocket_Key='!' * 22 + '==')
    yield shot('an empty key', Sec_WebSocket_Key='')
    yield shot('two keys', open_or_not, Sec_WebSocket_Key=[KEY, KEY])
    yield shot('two versions', open_or_not, Sec_WebSocket_Version=['13', '8'])
    yield shot('upgrade to something else', tolerated(), Upgrade='chess')
    yield shot('upgrade to nothing', tolerated(), Upgrade='')
    yield shot('no upgrade', tolerated(), Upgrade=None)
    yield shot('connection without upgrade', tolerated(), Connection='keep-alive')
    yield shot('no connection header', tolerated(), Connection=None)
    yield shot('another protocol', open_or_not, Sec_WebSocket_Protocol='chess.1')
    yield shot('many protocols', open_or_not, Sec_WebSocket_Protocol=', '.join(f'chess.{i}' for i in range(500)) + ', holm.1')
    yield shot('an empty protocol', open_or_not, Sec_WebSocket_Protocol='')
    yield shot('extensions', hears(), Sec_WebSocket_Extensions='permessage-deflate; client_max_window_bits')
    yield shot('nonsense for extensions', open_or_not, Sec_WebSocket_Extensions=';;,="\x01')
    yield shot('the wrong path', tolerated(), path='/api/health')
    yield shot('the front page', tolerated(), path='/')
    yield shot('below /ws', tolerated(), path='/ws/x')
    yield shot('a foreign page', Origin='http://evil.example')
    yield shot('a foreign page that looks alike', Origin='http://127.0.0.1.evil.example')
    yield shot('page null', Origin='null')
    yield shot('POST', method='POST')
    yield shot('HEAD', method='HEAD')
    yield shot('HTTP/1.0', tolerated(), version='HTTP/1.0')
    yield shot('with a body that does not come', either(quiet, hears()), Content_Length='5')
    yield shot('with chunks that do not come', either(quiet, hears()), Transfer_Encoding='chunked')
    yield Shot('handshake behind a GET', [get() + handshake()], either(served(HEALTH), served(HEALTH, 101)), linger=0.1)
    yield Shot('handshake, then a GET', [handshake() + get()], ended)
    yield Shot('handshake + handshake', [handshake() * 2], ended)
    yield Shot('half a handshake', [handshake()[:-20]], quiet, linger=0.1)
    yield Shot('half a handshake, and a reset', [handshake()[:-20]], anything, end='reset')


# ---- WebSocket: frames

PING_TEXT = wire.frame(wire.TEXT, b'{"type":"ping"}')


def text_frames(payload, sizes, between=b''):
    """A message in fragments, with something between them."""
    pieces, at = [], 0
    for i, size in enumerate(sizes):
        last = i == len(sizes) - 1
        pieces.append(wire.frame(0 if i else wire.TEXT, payload[at:] if last else payload[at:at + size], fin=last))
        at += size
    return between.join(pieces)


def raw_length(opcode, form, length, payload=b''):
    """A masked frame (key 0) whose length has the form 126 (16 bits) or 127 (64 bits), whatever it is."""
    return bytes([0x80 | opcode, 0x80 | form]) + struct.pack('>H' if form == 126 else '>Q', length) + bytes(4) + payload


def frame_shots(code):
    hello = wire.frame(wire.TEXT, json.dumps({'type': 'hello', 'protocol': 1, 'table': code, 'token': None, 'seq': None}).encode())
    begin = handshake() + hello
    talk = hears(b'"welcome"', b'"pong"')

    def good(name, data, judge=talk, **options):
        return Shot('frames: ' + name, [begin + data] if isinstance(data, bytes) else [begin + data[0], *data[1:]], judge, **options)

    def bad(name, data, judge=ended, **options):
        return good(name, data, judge, **options)
    one = b'{"type":"ping"}'
    yield good('right behind the handshake', PING_TEXT)
    yield Shot('frames: after a while', [handshake(), hello, PING_TEXT], talk, pause=0.05)
    yield good('byte by byte', PING_TEXT).cut(range(600))
    yield good('drop by drop', PING_TEXT, pause=0.001).cut(range(600))
    yield good('in fragments of a byte', text_frames(one, [1] * len(one)))
    yield good('in fragments with pings between', text_frames(one, [1] * len(one), wire.frame(wire.PING, b'between')),
               hears(b'"welcome"', b'"pong"', pongs=[b'between']))
    yield good('in fragments with pongs between', text_frames(one, [3, 3, 3], wire.frame(wire.PONG, b'')))
    yield good('empty fragments', text_frames(one, [0, 5, 0, 0, 20, 0]))
    yield good('empty fragments by the thousand', text_frames(one, [0] * 5000 + [15]), either(talk, ended))
    yield good('empty fragments without an end', wire.frame(wire.TEXT, b'', fin=False) + wire.frame(0, b'', fin=False) * 5000, anything, linger=0.2)
    yield good('pings', wire.frame(wire.PING, b'') + wire.frame(wire.PING, b'x' * 125), hears(b'"welcome"', pongs=[b'x' * 125]))  # RFC 6455: the latest ping is the one to answer
    yield good('a pong nobody asked for', wire.frame(wire.PONG, b'x') + PING_TEXT)
    yield good('a key of zeros', b'\x81\x8f' + bytes(4) + one)
    yield good('a hundred messages', PING_TEXT * 100, either(hears(b'"welcome"', *[b'"pong"'] * 100), ended_or_told))
    yield good('a ping flood', wire.frame(wire.PING, b'x' * 125) * 10000, anything, linger=0.3)
    yield good('a ping flood nobody reads', wire.frame(wire.PING, b'x' * 125) * 10000, anything, linger=0.3, reads=False)
    yield good('a pong flood', wire.frame(wire.PONG, b'x' * 125) * 10000, anything, linger=0.2)
    yield good('UTF-8 across fragments', text_frames('{"type":"æøå€😀"}'.encode(), [10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), hears(b'"welcome"', b'"error"'))
    yield bad('unmasked', wire.frame(wire.TEXT, one, masked=False))
    yield bad('an unmasked ping', wire.frame(wire.PING, b'x', masked=False))
    yield bad('an unmasked fragment', wire.frame(wire.TEXT, one[:5], fin=False) + wire.frame(0, one[5:], masked=False))
    for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
        yield bad(f'opcode {opcode}', wire.frame(opcode, b'x'))
    for bits in (0x40, 0x20, 0x10, 0x70):
        yield bad(f'reserved bits {bits:#x}', wire.frame(wire.TEXT, one, reserved=bits))
        yield bad(f'reserved bits {bits:#x} in a ping', wire.frame(wire.PING, b'', reserved=bits))
    for opcode in (wire.CLOSE, wire.PING, wire.PONG):
        yield bad(f'control frame {opcode} in fragments', wire.frame(opcode, b'', fin=False))
        yield bad(f'control frame {opcode} of 126 bytes', wire.frame(opcode, b'x' * 126))
        yield bad(f'control frame {opcode} of 70,000 bytes', wire.frame(opcode, b'x' * 70000))
    yield bad('continuation without a start', wire.frame(0, b'x'))
    yield bad('continuation after an end', PING_TEXT + wire.frame(0, b'x'))
    yield bad('text within a text', wire.frame(wire.TEXT, b'{', fin=False) + wire.frame(wire.TEXT, b'}'))
    yield bad('binary within a text', wire.frame(wire.TEXT, b'{', fin=False) + wire.frame(wire.BINARY, b'}'))
    yield bad('binary', wire.frame(wire.BINARY, one), ended_or_told)
    yield bad('binary in fragments', wire.frame(wire.BINARY, b'\x00', fin=False) + wire.frame(0, b'\xff'), ended_or_told)
    for length in (1 << 63, (1 << 64) - 1, (1 << 63) - 1, 1 << 32, 1 << 31, 5000000):
        yield bad(f'length {length}', raw_length(wire.TEXT, 127, length, one))
    yield bad('length 65,535', raw_length(wire.TEXT, 126, 65535, bytes(65535)), ended_or_told)
    yield bad('a ping of length 2^63', raw_length(wire.PING, 127, 1 << 63))
    yield good('a length longer than needed, 16 bits', raw_length(wire.TEXT, 126, 15, one), either(talk, ended))
    yield good('a length longer than needed, 64 bits', raw_length(wire.TEXT, 127, 15, one), either(talk, ended))
    yield good('a frame that says more than it sends', wire.frame(wire.TEXT, one, length=100), anything, end='drop')
    yield good('a frame that says more, half-closed', wire.frame(wire.TEXT, one, length=100), ended, end='half')
    yield bad('a megabyte in fragments', wire.frame(wire.TEXT, b'"', fin=False) + wire.frame(0, b' ' * 4000, fin=False) * 260, ended_or_told)
    for name, payload in {'ff': b'"\xff"', 'overlong': b'"\xc0\xaf"', 'surrogate': b'"\xed\xa0\x80"', 'too high': b'"\xf4\x90\x80\x80"', 'cut': b'"\xe2\x82'}.items():
        yield bad(f'UTF-8: {name}', wire.frame(wire.TEXT, payload), ended_or_told)
        yield bad(f'UTF-8 across fragments: {name}', text_frames(payload, [2, 1, 1, 1][:len(payload) - 1]), ended_or_told)
    for name, payload in {'nothing': b'', 'one byte': b'\x03', '1000': b'\x03\xe8', 'text': b'\x03\xe8bye', 'bad text': b'\x03\xe8\xff\xfe', '999': b'\x03\xe7',
                          '1005': b'\x03\xed', '1006': b'\x03\xee', '1015': b'\x03\xf7', '0': b'\x00\x00', '65535': b'\xff\xff'}.items():
        yield bad(f'close with {name}', wire.frame(wire.CLOSE, payload))
    yield bad('data after close', wire.frame(wire.CLOSE, b'\x03\xe8') + PING_TEXT * 50)
    yield bad('close within a message', wire.frame(wire.TEXT, b'{', fin=False) + wire.frame(wire.CLOSE, b'\x03\xe8'))
    yield bad('close twice', wire.frame(wire.CLOSE, b'\x03\xe8') * 2)
    yield bad('half-closed', PING_TEXT, ended, end='half')
    yield bad('half-closed in a frame', PING_TEXT[:-4], ended, end='half')
    yield bad('reset in a frame', PING_TEXT[:-4], anything, end='reset')
    yield bad('reset in a flood', PING_TEXT * 200 + PING_TEXT[:5], anything, end='reset')
    yield bad('gone in a message', wire.frame(wire.TEXT, b'{', fin=False), anything, end='drop')
    yield bad('nonsense', random.Random(7).randbytes(3000), anything, linger=0.1)
    yield Shot('frames: a ping before the hello', [handshake() + PING_TEXT], either(ended_or_told, hears(b'"pong"')))
    yield Shot('frames: a chat before the hello', [handshake() + wire.frame(wire.TEXT, b'{"type":"chat","text":"x"}')], ended_or_told)
    yield Shot('frames: two hellos', [begin + hello], anything, linger=0.1)


def catalogue(code):
    return [*http_shots(), *h2_shots(), *handshake_shots(), *frame_shots(code)]


# ---- made up

def spoiled(chance, data):
    """Some bytes changed, lost, doubled or put in."""
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(data) + 1)
        change = chance.randrange(5)
        if change == 0 and at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        elif change == 1:
            del data[at:at + chance.randrange(1, 9)]
        elif change == 2:
            data[at:at] = data[max(0, at - chance.randrange(1, 60)):at]
        elif change == 3:
            data[at:at] = chance.randbytes(chance.randrange(1, 9))
        else:
            data[at:at] = chance.choice((b'\r\n', b'\r\n\r\n', b'\0', b' ', b':', b'\xff', b'0', b'Content-Length: 3\r\n', b'Upgrade: h2c\r\n', PREFACE))
    return bytes(data)


def wild(chance, code, known):
    """Good ones in other segments (judged as before), spoiled ones, and two that follow each other (which only must not hurt)."""
    one = chance.choice(known)
    size = sum(map(len, one.pieces))
    kind = chance.randrange(4)
    if kind == 0 and size and one.end == 'wait' and one.reads:
        return one.cut(chance.randrange(size) for _ in range(chance.choice((1, 2, 5, 40))))
    end = chance.choice(('wait', 'wait', 'drop', 'reset', 'half'))
    pause = chance.choice((0, 0, 0.001, 0.01))
    if kind == 1:
        data = b''.join(one.pieces) + b''.join(chance.choice(known).pieces)
        return Shot(f'{one.name}, and another', [data], anything, end, linger=0.05)
    if kind == 2 and size:
        shot = Shot(f'{one.name}, spoiled', [spoiled(chance, b''.join(one.pieces)[:20000])], anything, end, pause, linger=0.05)
        return shot.cut(chance.randrange(size) for _ in range(chance.choice((0, 0, 1, 3, 10))))
    if kind == 3:
        frames = [wire.frame(chance.randrange(16), chance.randbytes(chance.choice((0, 1, 5, 125, 126, 4000))), fin=chance.random() < 0.7,
                             masked=chance.random() < 0.9, reserved=chance.choice((0, 0, 0, 0x40, 0x20, 0x10))) for _ in range(chance.randrange(1, 20))]
        return Shot('random frames', [handshake(), b''.join(frames)], anything, end, pause, linger=0.05)
    return one
