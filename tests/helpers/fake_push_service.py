"""A browser's push subscription, and the reading of what arrives for it, written from RFC 8291 and RFC 8292."""

import base64
import hashlib
import hmac
import json
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class FakePushSubscription:
    """The keys of a browser that has subscribed."""

    def __init__(self, private: int | None = None, auth: bytes = b"sixteen bytes ok") -> None:
        curve = ec.SECP256R1()
        self._key = ec.generate_private_key(curve) if private is None else ec.derive_private_key(private, curve)
        self._auth = auth
        self._public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        """The keys as a browser gives them to the page."""
        return {"p256dh": encode(self._public), "auth": encode(self._auth)}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message step by step, as the RFC does."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = _mac(_mac(self._auth, shared), b"WebPush: info\0" + self._public + sender + b"\x01")
        seed = _mac(salt, secret)
        key = _mac(seed, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = _mac(seed, b"Content-Encoding: nonce\0\x01")[:12]
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded[-1:] == b"\x02"
        return padded[:-1]


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def read_authorization(header: str) -> tuple[dict[str, Any], str]:
    """The claims of a signed request and the server's public key. Fails if the signature is wrong."""
    kind, _, rest = header.partition(" ")
    assert kind == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    raw = decode(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    key.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(decode(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return claims, parts["k"]
