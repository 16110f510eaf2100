import { expect, it } from 'vitest'
import { checkout } from '../../testing/buying.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn } from '../../testing/fixtures/people.ts'
import { eventually, providerOf, useTestStore } from '../../testing/store.ts'

const test = useTestStore()

it('answers a click while the provider hangs in time, and makes one invoice when it is back', async () => {
  const game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  const june = await signedIn(test)
  const provider = providerOf(test)
  const { createInvoice } = provider
  let asked = 0
  provider.createInvoice = (_wanted, signal) => {
    asked += 1
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const begun = Date.now()
  const answers = await Promise.all([checkout(june, game), checkout(june, game)])
  expect(answers.map((answer) => answer.status)).toEqual([503, 503])
  expect(Date.now() - begun).toBeLessThan(12_000)
  expect(asked).toBe(1)

  provider.createInvoice = createInvoice
  await eventually(async () => (await checkout(june, game)).status === 200, 20_000)
  expect(await test.db.selectFrom('sandbox_invoices').select('id').execute()).toHaveLength(1)
}, 60_000)
