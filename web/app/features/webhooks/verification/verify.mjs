import { createHmac, timingSafeEqual } from 'node:crypto'

/** Headers by their names in lower case; the body as it came in, before it is parsed. */
export function isFromStore(headers, body, secret) {
  const [id, time, signatures] = NAMES.map((name) => headers[`webhook-${name}`] ?? '')
  const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
  const expected = hmac.update(`${id}.${time}.`).update(body).digest()
  const given = signatures.split(' ').map((each) => Buffer.from(each.slice(3), 'base64'))
  return given.some((each) => isSame(each, expected)) && isRecent(time)
}

const NAMES = ['id', 'timestamp', 'signature']
const isSame = (given, expected) => given.length === 32 && timingSafeEqual(given, expected)
const isRecent = (time) => Math.abs(Date.now() / 1000 - time) < 300
