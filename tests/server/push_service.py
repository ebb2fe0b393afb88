"""A push service of the tests' own, on https: it keeps what it is sent, or misbehaves as its address says.

/ok/NAME takes the message, /busy takes it the second time, /gone says 410, /missing 404, /elsewhere redirects, /hang says nothing, /flood never ends. A Browser is who the
messages are for: it has the keys, and decrypts what came (RFC 8291) the other way round than the server, by another library.
"""
import base64
import datetime
import http.server
import ipaddress
import json
import os
import pathlib
import ssl
import threading
import time

from cryptography import x509
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID

HOST = 'push.localhost'  # which leads to this machine, whatever its resolver says (RFC 6761)


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def mac(key, data):
    code = hmac.HMAC(key, hashes.SHA256())
    code.update(data)
    return code.finalize()


def point_of(key):
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class Browser:
    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = point_of(self.key)
        self.auth = os.urandom(16)

    def wish(self, endpoint, key):
        return {'endpoint': endpoint, 'key': key, 'p256dh': encoded(self.point), 'auth': encoded(self.auth)}

    def open(self, body):
        """The text of a message, and how long it was with its padding."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], 'big'), body[20]
        sender, record = body[21:21 + length], body[21 + length:]
        assert length == 65 and len(record) <= size, 'one record, and the key of the sender'
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        common = self.key.exchange(ec.ECDH(), other)
        secret = mac(mac(self.auth, common), b'WebPush: info\0' + self.point + sender + b'\1')
        middle = mac(salt, secret)
        key = mac(middle, b'Content-Encoding: aes128gcm\0\1')[:16]
        nonce = mac(middle, b'Content-Encoding: nonce\0\1')[:12]
        padded = AESGCM(key).decrypt(nonce, record, None)
        text = padded.rstrip(b'\0')
        assert text[-1:] == b'\2', 'the last record ends with a 2'
        return text[:-1].decode(), len(padded)


def claims_of(authorization):
    """What the server says of itself, after its signature was checked; and its key."""
    scheme, _, rest = authorization.partition(' ')
    parts = dict(part.strip().split('=', 1) for part in rest.split(','))
    assert scheme == 'vapid' and set(parts) == {'t', 'k'}, authorization
    head, claims, signature = parts['t'].split('.')
    assert json.loads(decoded(head)) == {'typ': 'JWT', 'alg': 'ES256'}, head
    raw = decoded(signature)
    assert len(raw) == 64
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], 'big'), int.from_bytes(raw[32:], 'big'))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts['k']))
    key.verify(pair, f'{head}.{claims}'.encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(decoded(claims)), parts['k']


def make_certificate(folder):
    """A certificate that signs itself, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    made = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=2))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST), x509.IPAddress(ipaddress.ip_address('127.0.0.1'))]), False)
            .add_extension(x509.BasicConstraints(True, None), True).sign(key, hashes.SHA256()))
    file = pathlib.Path(folder) / 'push.pem'
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM) +
                     key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return file


class Service:
    def __init__(self, certificate):
        service = self
        self.came = []  # (path, headers, body), in the order of coming
        self.calls = 0  # connections, whatever became of them
        self.over = threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def do_POST(self):
                body = self.rfile.read(int(self.headers['Content-Length']))
                service.came.append((self.path, self.headers, body))
                getattr(self, self.path.split('/')[1])()

            do_GET = do_POST

            def say(self, status, *headers):
                self.send_response(status)
                for name, value in (*headers, ('Content-Length', '0')):
                    self.send_header(name, value)
                self.end_headers()

            def ok(self):
                self.say(201, ('Location', f'https://{HOST}/message'))

            def gone(self):
                self.say(410)

            def missing(self):
                self.say(404)

            def busy(self):
                """The first time it has no time."""
                first = len(service.to(self.path)) == 1
                self.say(503 if first else 201, *[('Retry-After', '1')] * first)

            def elsewhere(self):
                self.say(307, ('Location', service.address('/ok/redirected')))

            def hang(self):
                service.over.wait(60)
                self.close_connection = True

            def flood(self):
                self.send_response(200)
                self.end_headers()
                for _ in range(1000):
                    self.wfile.write(b'x' * 65536)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def get_request(self):
                plug, address = super().get_request()
                service.calls += 1
                return context.wrap_socket(plug, server_side=True, do_handshake_on_connect=False), address

            def handle_error(self, *_):  # who is called hangs up when it has heard enough
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.server = Server(('127.0.0.1', 0), Handler)
        threading.Thread(target=self.server.serve_forever, kwargs={'poll_interval': 0.05}, daemon=True).start()

    def address(self, path):
        return f'https://{HOST}:{self.server.server_port}{path}'

    def to(self, path):
        return [(headers, body) for at, headers, body in self.came if at == path]

    def close(self):
        self.over.set()
        self.server.shutdown()
        self.server.server_close()


def wait(condition, seconds=30):
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return found
