<?php
const NAMES = ['id', 'timestamp', 'signature'];

// Headers by their names in lower case; the body from file_get_contents('php://input').
function is_from_store(array $headers, string $body, string $secret): bool {
    [$id, $at, $given] = array_map(fn ($name) => $headers["webhook-$name"] ?? '', NAMES);
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
    $good = array_filter(explode(' ', $given), fn ($each) => hash_equals($expected, $each));
    return $good && abs(time() - (int) $at) < 300;
}
