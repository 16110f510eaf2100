<?php
// $headers by their names in lower case, $body as it came in: file_get_contents('php://input').
function is_from_store(array $headers, string $body, string $secret): bool {
    $key = base64_decode(substr($secret, strlen('whsec_')));
    [$id, $sentAt] = [$headers['webhook-id'] ?? '', $headers['webhook-timestamp'] ?? ''];
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, true));
    $given = explode(' ', $headers['webhook-signature'] ?? '');
    return array_filter($given, fn ($each) => hash_equals($expected, $each)) && abs(time() - (int) $sentAt) < 300;
}
