import base64, hmac, time

# `headers` by their names in lower case, `body` the bytes as they came in, before anything parses them.
def is_from_store(headers, body, secret):
    id, sent_at, signatures = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = b"v1," + base64.b64encode(hmac.digest(key, f"{id}.{sent_at}.".encode() + body, "sha256"))
    is_signed = any(hmac.compare_digest(each.encode(), expected) for each in signatures.split(" "))
    return is_signed and abs(time.time() - int(sent_at)) < 300
