"""What a client does for the dice and for the log, without any of Holm's code: hashlib, and libsodium for Ed25519.

Every formula of docs/logs.md stands here once, as `label || parts`.
"""
import ctypes
import ctypes.util
import hashlib
import json
import os

sodium = ctypes.CDLL(ctypes.util.find_library('sodium') or 'libsodium.so.23')
assert sodium.sodium_init() >= 0


def compact(value):
    """JSON as it is hashed and signed."""
    return json.dumps(value, separators=(',', ':'), ensure_ascii=False)


def digest(label, *parts):
    return hashlib.sha256(b'holm/2 ' + label.encode() + b'\n' + b''.join(parts)).digest()


def message(label, *parts):
    return b'holm/2 ' + label.encode() + b'\n' + b''.join(parts)


def signed(key, signature, text):
    return len(key) == 32 and len(signature) == 64 and not sodium.crypto_sign_verify_detached(
        signature, text, ctypes.c_ulonglong(len(text)), key)


def commit(secret):
    return digest('secret', secret)


def pledge(entropy, key):
    return digest('entropy', entropy, key)


def round_head(terms):
    return digest('round', terms.encode())


def seed(secret, round_, entropies):
    return digest('seed', secret, round_, *entropies)


class Chain:
    """The heads of a log, one after the other."""

    def __init__(self, secret, round_, seed_):
        self.secret = secret
        self.heads = [digest('start', round_, seed_)]

    def add(self, line):
        number = len(self.heads)
        salt = digest('salt', self.secret, number.to_bytes(8, 'big'))
        self.heads.append(digest('line', self.heads[-1], salt, line.encode()))
        return self.heads[-1]


class Share:
    """One person's bytes and key, for one game."""

    def __init__(self):
        self.entropy = os.urandom(32)
        public, secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(64)
        sodium.crypto_sign_keypair(public, secret)
        self.key, self.secret_key = public.raw, secret.raw

    def kept(self):
        """As text, for another run; `again` makes the same of it."""
        return [part.hex() for part in (self.entropy, self.key, self.secret_key)]

    @classmethod
    def again(cls, kept):
        share = cls()
        share.entropy, share.key, share.secret_key = (bytes.fromhex(part) for part in kept)
        return share

    @property
    def pledge(self):
        return pledge(self.entropy, self.key)

    def sign(self, text):
        signature = ctypes.create_string_buffer(64)
        sodium.crypto_sign_detached(signature, None, text, ctypes.c_ulonglong(len(text)), self.secret_key)
        return signature.raw

    def sign_reveal(self, round_):
        return self.sign(message('reveal', round_, self.entropy))

    def sign_act(self, head, action):
        return self.sign(message('act', head, compact(action).encode()))

    def sign_word(self, word, head):
        """`resign` or `agree`."""
        return self.sign(message(word, head))

    def sign_end(self, head):
        return self.sign(message('end', head))

    def members(self):
        """For the body of a request."""
        return {'pledge': self.pledge.hex(), 'key': self.key.hex()}
