/** A store whose payouts a person pays from a wallet of their own, and another confirms. It is a store of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Person } from '../../server/testing/fixtures/people.ts'
import { plantedStore, port } from '../plant.ts'
import {
  account,
  callerOf,
  DEMO_PASSWORD,
  expect,
  expectAccessible,
  giveRole,
  openAs,
  otherPage,
  PASSWORD,
  test,
} from '../shop.ts'

const ADMIN = 'admin@example.test'
const DEVELOPER = 'midnight.parcel@studio.example.test'
/** Dollars for a coin, as an admin finds it elsewhere. */
const RATE = '0.9998'

const AT = port + 3_000
const url = `http://localhost:${AT}`
const dataDir = join(tmpdir(), `nofiller-e2e-${AT}`)
let running: ChildProcess[] = []

test.use({ baseURL: url })

test.beforeAll(async ({ request }) => {
  rmSync(dataDir, { recursive: true, force: true })
  spawnSync('cp', ['-a', await plantedStore(), dataDir])
  running = [start('main')]
  await expect(async () => expect((await request.get(`${url}/api/ready`)).ok()).toBe(true)).toPass()
  running.push(start('payout-process'))
  const admin = await callerOf(url, ADMIN, DEMO_PASSWORD)
  const summary = async () => (await admin.get('/api/admin/payouts/summary')).body
  await expect.poll(async () => (await summary()).processSeenAt).not.toBeNull()
})

test.afterAll(async () => {
  for (const one of running.reverse()) {
    one.kill('SIGTERM')
    await once(one, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

const start = (name: string): ChildProcess =>
  spawn(process.execPath, [`server/${name}.ts`], {
    env: {
      ...process.env,
      PORT: String(AT),
      DATA_DIR: dataDir,
      PAYOUT_PROVIDER: 'manual',
      RATE_LIMIT_SCALE: '1000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr')

/** Another person of this store in a browser of their own, on a page. */
async function personAt(browser: Browser, email: string, password: string, path: string): Promise<Page> {
  const page = await otherPage(browser, email, password)
  await page.goto(path)
  return page
}

const enterPayment = async (page: Page, row: Locator, transaction: string) => {
  await row.getByRole('button', { name: /^Pay / }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /^QR code of the address/ })).toBeVisible()
  await dialog.getByLabel('Transaction', { exact: true }).fill(transaction)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Kept. Another admin has to confirm it.').first()).toBeVisible()
  await expect(dialog).toBeHidden()
}

const changeProof = async (page: Page, row: Locator, transaction: string) => {
  await row.getByRole('button', { name: /^Change proof/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Transaction', { exact: true }).fill(transaction)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

const refund = async (admin: Person, orderId: string) => {
  const { body } = await admin.get(`/api/admin/orders/${orderId}`)
  const items = body.items.map((_: unknown, position: number) => ({ position }))
  const refunded = await admin.post(`/api/admin/orders/${orderId}/refunds`, {
    items,
    transactionId: `back-${orderId}`,
    reason: 'As agreed with the buyer',
  })
  expect(refunded.status, refunded.text).toBe(200)
}

test('A payout is paid by hand, confirmed by another admin, and offset by later sales', async ({
  page,
  browser,
}) => {
  const second = await account(page)
  await giveRole(page, second.email, 'admin')
  await openAs(page, ADMIN, '/admin/payouts')
  await page.getByRole('checkbox', { name: 'Select all ready to approve' }).check()
  for (const later of ['Low Battery Club', 'Rook & Daughter'])
    await page.getByRole('checkbox', { name: `Select ${later}` }).uncheck()
  const due = 2
  await page.getByRole('button', { name: `Approve ${due}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Someone then pays by hand, and another admin confirms them.')
  await dialog.getByRole('button', { name: /^Approve \$/ }).click()
  await expect(dialog.getByText('Enter a number such as 0.9998.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Dollars for 1 USDC (Solana)').fill(RATE)
  await dialog.getByRole('button', { name: /^Approve \$/ }).click()
  await expect(page.getByText(`${due} approved.`).first()).toBeVisible()

  const toPay = rowsOf(page, 'To pay by hand')
  await expect(async () => {
    await page.reload()
    await expect(toPay).toHaveCount(due, { timeout: 5_000 })
  }).toPass()
  const saving = page.waitForEvent('download')
  await section(page, 'To pay by hand').getByRole('button', { name: 'CSV' }).click()
  const csv = await readFile(await (await saving).path(), 'utf8')
  expect(csv.match(/,[1-9A-HJ-NP-Za-km-z]{40,44},/g)).toHaveLength(due)

  await toPay.first().getByRole('button', { name: /^Pay / }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter the transaction.')).toBeVisible()
  await expectAccessible(page) // the rows to pay and the dialog
  await page.keyboard.press('Escape')
  for (let left = due; left > 0; left -= 1) {
    await enterPayment(page, toPay.first(), `by-hand-${left}`)
    await expect(toPay).toHaveCount(left - 1)
  }
  const unconfirmed = rowsOf(page, 'Needs a person')
  await expect(unconfirmed).toHaveCount(due)
  await expect(unconfirmed.getByRole('checkbox')).toHaveCount(0) // who paid does not confirm

  const adminPage = await personAt(browser, second.email, PASSWORD, '/admin/payouts')
  await adminPage.getByRole('checkbox', { name: 'Select all that you can confirm' }).check()
  await adminPage.getByRole('button', { name: `Confirm ${due}` }).click()
  const theirs = adminPage.getByRole('dialog', { name: `Confirm ${due} payouts` })
  await expect(theirs.getByRole('listitem')).toHaveCount(due)
  await expect(theirs).toContainText('shopkeeper: paid, by-hand-1')
  await expectAccessible(adminPage)
  await changeProof(page, unconfirmed.first(), 'by-hand-after-all')
  await theirs.getByRole('button', { name: `Confirm ${due}` }).press('Enter')
  await expect(adminPage.getByText(`${due - 1} confirmed.`).first()).toBeVisible()
  await expect(theirs).toBeHidden()
  await expect(
    adminPage.getByText('Someone recorded a different outcome in the meantime. Check again.'),
  ).toBeVisible()
  await changeProof(adminPage, rowsOf(adminPage, 'Needs a person').first(), 'by-hand-after-all')
  await adminPage.close()

  await page.reload()
  await unconfirmed.getByRole('button', { name: /^Confirm for/ }).click()
  await expect(dialog).toContainText('by-hand-after-all')
  await expect(dialog.getByRole('img')).toHaveCount(0) // nothing invites to pay it again
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('The payout is closed.').first()).toBeVisible()

  const seller = await personAt(browser, DEVELOPER, DEMO_PASSWORD, '/dev/earnings')
  const newest = rowsOf(seller, 'Payouts').first()
  await expect(newest).toContainText('Paid')
  await expect(newest).toContainText('by-hand')
  await seller.close()

  const admin = await callerOf(url, ADMIN, DEMO_PASSWORD)
  const developer = await callerOf(url, DEVELOPER, DEMO_PASSWORD)
  const available = async () => (await developer.get('/api/dev/payouts/summary')).body.available
  const { body: sales } = await developer.get('/api/dev/earnings?limit=100')
  for (const { orderId } of sales.filter(
    ({ pendingUntil }: { pendingUntil: string | null }) => !pendingUntil,
  )) {
    if ((await available()) < 0) break
    await refund(admin, orderId)
  }
  await openAs(page, DEVELOPER, '/dev/earnings')
  const owed = page.getByRole('definition').filter({ hasText: 'Your next sales make up for it' })
  await expect(owed).toHaveText(/^−\$\d+\.\d\d carried over/)
  await expect(page.getByText('Below the minimum', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for a payout now' })).toBeDisabled()
})
