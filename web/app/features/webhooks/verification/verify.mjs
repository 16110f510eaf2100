import { createHmac, timingSafeEqual } from 'node:crypto'

/** `headers` by their names in lower case, `body` as it came in, before anything parses it. */
export function isFromStore(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures = '' } = headers
  const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
  const expected = hmac.update(`${id}.${sentAt}.`).update(body).digest()
  const given = signatures.split(' ').map((each) => Buffer.from(each.replace('v1,', ''), 'base64'))
  return given.some((each) => each.length === 32 && timingSafeEqual(each, expected)) && isRecent(sentAt)
}

const isRecent = (sentAt) => Math.abs(Date.now() / 1000 - sentAt) < 300
