/** The code that `/developers` shows to developers who use JavaScript. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exampleFile, type WebhookRequest, webhookRequests } from '../testing/fixtures/webhook-requests.ts'

type Verify = (headers: WebhookRequest['headers'], body: string | Buffer, secret: string) => boolean

it('HO7 The example in JavaScript accepts what the store signed lately, and nothing else', async () => {
  const { isFromStore }: { isFromStore: Verify } = await import(exampleFile('verify.mjs'))
  const requests = webhookRequests(new Date())
  const said = Object.entries(requests).map(([name, [{ headers, body, secret }]]) => [
    name,
    [isFromStore(headers, body, secret), isFromStore(headers, Buffer.from(body), secret)],
  ])
  const genuine = Object.entries(requests).map(([name, [, isGenuine]]) => [name, [isGenuine, isGenuine]])
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(genuine))
})

it.each(['verify.mjs', 'verify.py', 'verify.php'])('HO7 The example %s is five lines long', (name) => {
  const lines = readFileSync(exampleFile(name), 'utf8').split('\n')
  const first = lines.findIndex((line) => /(?:function|def) is_?from_?store/i.test(line))
  const length = lines.slice(first + 1).findIndex((line) => !/^\s/.test(line))
  expect(length).toBe(5)
})
