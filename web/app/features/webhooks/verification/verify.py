import hmac, time
from base64 import b64decode, b64encode

NAMES = ("id", "timestamp", "signature")

# Headers by their names in lower case; the body in bytes, before it is parsed.
def is_from_store(headers, body, secret):
    id, at, signatures = (headers.get(f"webhook-{name}", "") for name in NAMES)
    key = b64decode(secret.removeprefix("whsec_"))
    expected = b"v1," + b64encode(hmac.digest(key, f"{id}.{at}.".encode() + body, "sha256"))
    given = [each.encode() for each in signatures.split()]
    return any(hmac.compare_digest(each, expected) for each in given) and is_recent(at)

def is_recent(at):
    return abs(time.time() - int(at)) < 300
