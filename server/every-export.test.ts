import { calls } from '@nofiller/contract/calls'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { buy, buyAndPay, simulate } from './testing/buying.ts'
import { addGame } from './testing/fixtures/games.ts'
import { signedIn, usePerson } from './testing/fixtures/people.ts'
import { addPayoutAddress, addSale } from './testing/fixtures/sales.ts'
import { eventually, useTestStore } from './testing/store.ts'

const FORMULA = '=HYPERLINK("http://evil.example","x")'
const EXPORTS = Object.entries(calls)
  .filter(([, call]) => 'responseType' in call && call.responseType === 'text/csv')
  .map(([name]) => name)

const test = useTestStore()
const admin = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')
let payoutId: string

/** A store in which every text that people type, and that an export shows, would be a formula. */
beforeAll(async () => {
  const [june, kim] = [await signedIn(test), await signedIn(test)]
  const game = await addGame(test, {
    developerId: developer.id,
    title: FORMULA,
    files: [{ name: '+base.zip' }, { name: '@extra.zip', customPriceCents: 300 }],
  })
  await buyAndPay(test, june, game)
  const sold = { developerId: developer.id, cents: 9_000, title: FORMULA }
  await addSale(test, kim, game, { ...sold, soldAt: new Date(Date.now() - 10 * 86_400_000) })
  await addPayoutAddress(test, developer.id, FORMULA)
  payoutId = (await developer.post('/api/dev/payouts', {})).body._id
  await june.post(`/api/library/${game.id}/download`, { fileId: game.files[0]?.id })
  await simulate(test, await buy(kim, game), 'overpay')
  await eventually(async () => (await admin.get('/api/admin/payment-cases')).body.length > 0)
  await admin.post(`/api/admin/games/${game.id}/take-down`, { reason: FORMULA, illegal: false })
  await test.nobody.post('/api/contact', {
    email: '-kim@example.test',
    subject: FORMULA,
    message: `${FORMULA} and some more words`,
  })
  for (const column of ['display_name', 'username'])
    await test.sql`update accounts set ${sql.ref(column)} = ${'@'} || ${sql.ref(column)}`
  await test.sql`update accounts set email = '+' || email`
  await test.sql`update payment_cases set note = ${FORMULA}, coin = '-SOL', transaction_ids = array['=tx']`
})

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const FIGURES = ['/api/admin/analytics.csv', '/api/transparency.csv']

it.each(EXPORTS)('C8 the export %s has no cell that a spreadsheet would run as a formula', async (name) => {
  const path = name.replace('GET ', '').replace(':id', payoutId)
  const who = path.startsWith('/api/dev/') ? developer : admin
  const answer = await who.get(`${path}?from=${dayAgo(1)}&to=${dayAgo(0)}`)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const cells = cellsOf(answer.text)
  // Each contains planted data, except the store's figures, which hold no texts.
  expect(cells.some((cell) => cell.startsWith("'"))).toBe(!FIGURES.includes(path))
  const isNumber = (cell: string) => /^-?\d+(\.\d+)?$/.test(cell)
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !isNumber(cell))).toEqual([])
})

it('C8 exports amounts as numbers', async () => {
  const [head = '', ...rows] = (await admin.get('/api/admin/orders.csv')).text.trim().split('\r\n')
  expect(rows).toHaveLength(3)
  const at = cellsOf(head).findIndex((name) => name.startsWith('Price'))
  for (const row of rows) expect(cellsOf(row)[at]).toBe('9.99')
})

/** All cells of RFC 4180, without their quotes. */
const cellsOf = (text: string): string[] =>
  [...text.replace(/^\uFEFF/, '').matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
