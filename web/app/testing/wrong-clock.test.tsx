// @vitest-environment jsdom
/** What screens say about times in a browser with a wrong clock: the same as in any other. */
import type { PagePath } from '@nofiller/contract/access'
import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import type { AdminAppeal, Approval } from '@nofiller/contract/moderation/moderation'
import type { Payment } from '@nofiller/contract/payments/payments'
import type { PayoutAddress } from '@nofiller/contract/payouts/payout-addresses'
import type { AdminPayout, AdminPayoutSummary } from '@nofiller/contract/payouts/payouts'
import type { AdminCase, OwnReport } from '@nofiller/contract/reports/reports'
import type { Sale } from '@nofiller/contract/sales/sales'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RecentActivity } from '../features/analytics/store-analytics.tsx'
import { SaleLine } from '../features/catalog/sale.tsx'
import { AppealList } from '../features/moderation/appeals/appeal-list.tsx'
import { PayoutStrip } from '../features/payouts/admin/payout-strip.tsx'
import { dueColumns } from '../features/payouts/admin/payout-tables.tsx'
import { NewCodeDialog } from '../features/sales/new-code-dialog.tsx'
import { newSale } from '../features/sales/sale-draft.ts'
import { SaleForm } from '../features/sales/sale-form.tsx'
import { SaleTable } from '../features/sales/sale-table.tsx'
import * as adminApprovals from '../routes/admin/approvals.tsx'
import * as adminReports from '../routes/admin/reports.tsx'
import * as pay from '../routes/buying/pay.tsx'
import * as payoutAddress from '../routes/developer/payout-address.tsx'
import * as decision from '../routes/reports/decision.tsx'
import * as reports from '../routes/reports/reports.tsx'
import { currentTime } from '../ui/clock.ts'
import { Table } from '../ui/list/table.tsx'
import { fill, openPage, type Screen, startFakeStore } from './screens.tsx'

const store = startFakeStore()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const OFF = { minutes: 5 * MINUTE_MS, 'half an hour': 25 * MINUTE_MS, hours: 3 * HOUR_MS, 'a day': DAY_MS }

/** Each view of a screen starts here, or its moments would pass on a busy machine. */
const now = Date.parse('2026-11-26T12:10:00Z')
const at = (ms: number): string => new Date(now + ms).toISOString()

/** The viewer of a screen, the store's response, and the expected and unexpected texts. */
type Place = {
  role?: SessionUser['role']
  address: string
  pages: Partial<Record<PagePath, Screen>>
  answers?: Partial<Record<Parameters<typeof store.answer>[0], unknown>>
  says: (RegExp | string)[]
  saysNot?: (RegExp | string)[]
  fill?: [label: RegExp, value: string]
  press?: string
}

/** A part of a page, on a page of its own. */
const alone = (Part: () => React.ReactNode): Pick<Place, 'address' | 'pages'> => ({
  address: '/faq',
  pages: { '/faq': { default: Part } },
})

const payment: Payment = {
  state: 'waiting',
  status: 'WAITING',
  price: 9.99,
  received: 0,
  missing: 9.99,
  isLate: false,
  isOver: false,
  createdAt: at(-10 * MINUTE_MS),
  expiresAt: at(HOUR_MS),
  seenAt: null,
  paidAt: null,
  chosen: {
    coin: 'SOL',
    amount: '0.0665',
    address: 'So1',
    memo: null,
    walletUri: null,
    validUntil: at(14.9 * MINUTE_MS),
    chosenAt: at(-5 * MINUTE_MS),
  },
  confirmations: null,
  providerUrl: null,
}

const sale: Sale = {
  _id: 'sale',
  name: 'Autumn',
  isStoreWide: false,
  percent: 20,
  price: null,
  beginsAt: at(-HOUR_MS),
  endsAt: at(2.5 * HOUR_MS),
  state: 'running',
  games: [],
  sold: 0,
  revenue: 0,
}

const summary: AdminPayoutSummary = {
  stopped: null,
  provider: 'sandbox',
  isManual: false,
  nextRunAt: at(DAY_MS),
  due: { amount: 10, count: 1, oldestAt: at(-2.5 * HOUR_MS) },
  counts: { due: 1, person: 0, to_pay: 0, running: 0, done: 0 },
  secondAbove: 1_000,
  screening: 'on',
  medianHours: null,
  coins: [],
  releasesUntil: null,
  elsewhere: 0,
  processSeenAt: at(-MINUTE_MS),
}
const payout = (addressUsableAt: string, name: string) =>
  ({
    _id: name,
    number: name,
    state: 'DRAFT',
    amount: 10,
    coin: 'USDC-SOL',
    address: 'abc',
    developer: { _id: name, username: name, name },
    isFirst: false,
    needsSecond: false,
    firstApproval: null,
    addressUsableAt,
  }) as AdminPayout

const address = (usableAt: string): PayoutAddress => ({
  current: { coin: 'USDC-SOL', short: 'abc…xyz', since: at(-DAY_MS), usableAt, until: null },
  history: [],
  coins: ['USDC-SOL'],
  suggestion: null,
  usableFrom: at(DAY_MS),
  isFrozen: false,
})

const report = (number: string, appealUntil: string): OwnReport => ({
  number,
  category: 'stolen',
  subject: 'game',
  title: number,
  part: 'page',
  text: 'text',
  createdAt: at(-DAY_MS),
  state: 'left',
  answer: 'We left it.',
  unfounded: null,
  appealUntil,
  appeal: null,
})
const aDecision = (appealUntil: string) => ({
  _id: 'd',
  kind: 'changes_needed',
  title: 'Dusk',
  statement: 'Change it.',
  decidedAt: at(-DAY_MS),
  rule: null,
  gameId: 'dusk',
  appeal: null,
  appealUntil,
  answerHours: null,
  strikes: [],
})

const aCase = (title: string, dueAt: string): AdminCase => ({
  _id: title,
  subject: 'game',
  subjectId: 'g',
  title,
  part: 'page',
  category: 'stolen',
  reports: 1,
  isHeld: false,
  isAlarm: false,
  openedAt: at(-DAY_MS),
  dueAt,
  isLookedAt: false,
  closedAt: null,
  outcome: null,
})

const approval: Approval = {
  _id: 'r',
  gameId: 'g',
  title: 'Dusk',
  slug: 'dusk',
  developer: { _id: 'ada', name: 'Ada' },
  picture: null,
  reason: 'first_game' as Approval['reason'],
  round: 1,
  state: 'waiting',
  sentAt: at(-2.5 * HOUR_MS),
  dueAt: at(3.5 * HOUR_MS),
  isPublic: false,
  visibility: 'public',
  publishedAt: null,
  claim: null,
}

const appeal = {
  _id: 'a',
  title: 'Dusk',
  from: 'developer',
  developer: { _id: 'ada', name: 'Ada' },
  decision: { _id: 'd', kind: 'changes_needed', rule: null, by: 'boss', statement: '' },
  text: 'No.',
  sentAt: at(-HOUR_MS),
  dueAt: at(3.5 * HOUR_MS),
  outcome: null,
} as unknown as AdminAppeal

const places: Record<string, Place> = {
  'a payment that can still be made': {
    address: '/pay/token',
    pages: { '/pay/:payToken': pay as unknown as Screen },
    answers: { 'GET /api/payments/:payToken': payment },
    says: [/^14:\d\d$/, '0.0665'],
    saysNot: [/^0:00$/],
  },
  'the end of a sale below a card': {
    role: 'player',
    ...alone(() => (
      <SaleLine
        sale={{ endsAt: at(2.5 * HOUR_MS), listPrice: 9.99, lowestPrice: null, percent: 20 } as never}
      />
    )),
    says: ['Ends in 2 hours'],
  },
  'sales of a developer': {
    role: 'developer',
    ...alone(() => (
      <SaleTable
        sales={[
          sale,
          { ...sale, _id: 'next', state: 'planned', beginsAt: at(2.5 * DAY_MS), endsAt: at(9 * DAY_MS) },
        ]}
        {...{ onEdit() {}, onRunAgain() {}, onTakePart() {} }}
      />
    )),
    says: ['Ends in 2 hours', 'Begins in 2 days'],
  },
  'a sale that is planned': {
    role: 'developer',
    ...alone(() => (
      <SaleForm
        games={[]}
        initial={{
          ...newSale(currentTime()),
          beginsAt: at(-2 * MINUTE_MS).slice(0, 16),
          endsAt: at(3 * MINUTE_MS).slice(0, 16),
        }}
        saleId={null}
        onDone={() => {}}
      />
    )),
    press: 'Plan sale',
    says: ['Give the sale a name.'],
    saysNot: ['This is in the past.', /A sale lasts at most/],
  },
  'a code that ends soon': {
    role: 'developer',
    ...alone(() => <NewCodeDialog games={[]} onClose={() => {}} />),
    fill: [/^Ends/, at(3 * MINUTE_MS).slice(0, 16)],
    press: 'Create code',
    says: ['Enter how much the code takes off.'],
    saysNot: ['Enter a time in the future.'],
  },
  'a payout address that is used': {
    role: 'developer',
    address: '/dev/payout-address',
    pages: { '/dev/payout-address': payoutAddress },
    answers: { 'GET /api/payout-address': address(at(-2 * MINUTE_MS)) },
    says: [/In use since/],
  },
  'a payout address that cools down': {
    role: 'developer',
    address: '/dev/payout-address',
    pages: { '/dev/payout-address': payoutAddress },
    answers: { 'GET /api/payout-address': address(at(2 * MINUTE_MS)) },
    says: [/Can be used from/],
  },
  'payouts that are due': {
    role: 'admin',
    ...alone(() => (
      <>
        <PayoutStrip summary={summary} />
        <Table
          label="Due"
          columns={dueColumns({ has: () => false, toggle() {}, rows: [] } as never, summary)}
          rows={[payout(at(-2 * MINUTE_MS), 'Ready Games'), payout(at(2 * MINUTE_MS), 'Cooling Games')]}
          keyOf={({ _id }) => _id}
        />
      </>
    )),
    says: ['1 statement, oldest 2 hr. ago', 'Ready', /Address usable from/],
    saysNot: [/payout process isn/],
  },
  'one’s own reports': {
    role: 'player',
    address: '/reports',
    pages: { '/reports': reports },
    answers: {
      'GET /api/reports/mine': [report('R-1', at(2 * MINUTE_MS)), report('R-2', at(-2 * MINUTE_MS))],
    },
    says: ['Appeal the decision'],
  },
  'a decision that can be appealed': {
    role: 'developer',
    address: '/decision/d',
    pages: { '/decision/:id': decision },
    answers: { 'GET /api/decisions/:id': aDecision(at(2 * MINUTE_MS)) },
    says: ['Change it.', /appeal/i],
  },
  'a decision that can be appealed no more': {
    role: 'developer',
    address: '/decision/d',
    pages: { '/decision/:id': decision },
    answers: { 'GET /api/decisions/:id': aDecision(at(-2 * MINUTE_MS)) },
    says: ['Change it.'],
    saysNot: [/appeal/i],
  },
  'reports that wait': {
    role: 'admin',
    address: '/admin/reports',
    pages: { '/admin/reports': adminReports },
    answers: {
      'GET /api/admin/reports': [aCase('Later', at(2.5 * HOUR_MS)), aCase('Late', at(-2.5 * HOUR_MS))],
    },
    says: [/due in 2 h/, /overdue by 2 h/],
  },
  'games that wait for a look': {
    role: 'admin',
    address: '/admin/approvals',
    pages: { '/admin/approvals': adminApprovals },
    answers: { 'GET /api/admin/approvals': [approval] },
    says: [/3 h/],
  },
  appeals: {
    role: 'admin',
    ...alone(() => <AppealList state="open" />),
    answers: { 'GET /api/admin/appeals': [appeal] },
    says: [/3 h/],
  },
  'what happened lately': {
    role: 'admin',
    ...alone(() => (
      <RecentActivity
        recentActivity={{
          orders: [
            {
              orderId: 'o',
              gameId: { _id: 'g', slug: 'g', title: 'Dusk' },
              email: 'kim@example.test',
              price: 1,
              createdAt: at(-2.5 * MINUTE_MS),
            },
          ],
          downloads: [],
        }}
      />
    )),
    says: ['2 min. ago'],
  },
}

const OFFSETS = Object.entries(OFF).flatMap(([name, ms]) => [
  [`${name} behind`, -ms] as const,
  [`${name} ahead`, ms] as const,
])

it.each(Object.entries(places))('A wrong browser clock changes nothing in %s', async (_, place) => {
  for (const [off, ms] of [['right', 0] as const, ...OFFSETS]) {
    store.setBrowserClockAhead(ms, now)
    if (place.role) await store.signIn({ role: place.role })
    for (const [name, body] of Object.entries(place.answers ?? {}))
      store.answer(name as Parameters<typeof store.answer>[0], { status: 200, body })
    openPage(place.address, place.pages)
    if (place.fill) fill(...place.fill)
    if (place.press) fireEvent.click(await screen.findByRole('button', { name: place.press }))
    for (const text of place.says) {
      const found = await screen.findAllByText((_, element) => isIn(element, text))
      expect(found.length, `${text}, ${off}`).toBeGreaterThan(0)
    }
    for (const text of place.saysNot ?? [])
      expect(
        screen.queryAllByText((_, element) => isIn(element, text)).map((element) => element.textContent),
        `${text}, ${off}`,
      ).toEqual([])
  }
})

/** Whether an element itself contains the text, and not one of its children. */
function isIn(element: Element | null, text: RegExp | string): boolean {
  const says = (of: Element) =>
    typeof text === 'string' ? (of.textContent ?? '').includes(text) : text.test(of.textContent ?? '')
  return element !== null && says(element) && ![...element.children].some(says)
}
