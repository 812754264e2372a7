"""Web Push: encrypts a message for one browser (RFC 8291) and signs the request to its push service (RFC 8292)."""

import base64
import json
import os
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
AUTH_LENGTH = SALT_LENGTH = 16
KEY_LENGTH, NONCE_LENGTH, SECRET_LENGTH = 16, 12, 32
RECORD_SIZE = 4096
LAST_RECORD = b"\x02"
MOST_BYTES = 3000  # of a message; push services accept 4096 bytes with headers and padding
SIGNED_FOR = 12 * 3600  # seconds; at most a day
KEPT_FOR = 24 * 3600  # seconds that a push service keeps a message for a browser that is not running


@dataclass(frozen=True)
class PushKeys:
    """A browser's keys for messages to it: the point `p256dh` and the secret `auth`, as the browser gives them."""

    p256dh: bytes
    auth: bytes

    @classmethod
    def from_text(cls, p256dh: str, auth: str) -> "PushKeys":
        """Read the keys of a subscription. Raises `ValueError` if a browser can't have made them."""
        keys = cls(from_base64(p256dh), from_base64(auth))
        if len(keys.auth) != AUTH_LENGTH:
            raise ValueError("the secret of a push subscription has 16 bytes")
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.p256dh)
        return keys


def encrypt(
    message: bytes, keys: PushKeys, sender: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """The body of a push request. Each message has a key pair and a salt of its own; only tests give them."""
    if len(message) > MOST_BYTES:
        raise ValueError(f"a push message has at most {MOST_BYTES} bytes")
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(SALT_LENGTH)
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.p256dh)
    public = _point(sender.public_key())
    key, nonce = _key_and_nonce(sender.exchange(ec.ECDH(), receiver), keys, public, salt)
    header = salt + RECORD_SIZE.to_bytes(4) + bytes([len(public)]) + public
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _key_and_nonce(shared: bytes, keys: PushKeys, sender: bytes, salt: bytes) -> tuple[bytes, bytes]:
    info = b"WebPush: info\x00" + keys.p256dh + sender
    secret = _derive(shared, keys.auth, info, SECRET_LENGTH)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\x00", KEY_LENGTH)
    return key, _derive(secret, salt, b"Content-Encoding: nonce\x00", NONCE_LENGTH)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


# --- The server's own key (VAPID) ---------------------------------------------------------------------


def new_server_key() -> str:
    """A new private key of a server, as text."""
    key = ec.generate_private_key(CURVE)
    numbers = key.private_numbers()
    return to_base64(numbers.private_value.to_bytes(32))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Read a private key of a server."""
    return ec.derive_private_key(int.from_bytes(from_base64(text)), CURVE)


def public_key(text: str) -> str:
    """The public key to a private one. A page gives it to the browser when it subscribes."""
    return to_base64(_point(private_key(text).public_key()))


def request_headers(endpoint: str, server_key: str, contact: str, topic: str) -> dict[str, str]:
    """The headers of a push request, signed. A later message with the same topic replaces one that still waits."""
    address = urlsplit(endpoint)
    claims = {"aud": f"{address.scheme}://{address.netloc}", "exp": int(time.time()) + SIGNED_FOR, "sub": contact}
    signed = f"{_json_base64({'typ': 'JWT', 'alg': 'ES256'})}.{_json_base64(claims)}"
    r, s = decode_dss_signature(private_key(server_key).sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{to_base64(r.to_bytes(32) + s.to_bytes(32))}"
    return {
        "Authorization": f"vapid t={token}, k={public_key(server_key)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_FOR),
        "Urgency": "normal",
        "Topic": topic,
    }


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _json_base64(value: dict[str, object]) -> str:
    return to_base64(json.dumps(value, separators=(",", ":")).encode())


def to_base64(data: bytes) -> str:
    """Bytes as base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_base64(text: str) -> bytes:
    """Bytes from base64 for URLs. Raises `ValueError`."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
