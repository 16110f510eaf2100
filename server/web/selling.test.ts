import { expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { eventually, useTestStore } from '../testing/store.ts'
import { selling } from './selling.ts'

const test = useTestStore({
  pages: 'built',
  settings: {
    PLATFORM_SHARE_PERCENT: '12.5',
    MAX_UPLOAD_BYTES: String(2 * 1024 ** 3),
    PAYOUT_HOLD_DAYS: '9',
    PAYOUT_MINIMUM_CENTS: '7500',
    PAYOUT_WEEKDAY: 'tuesday',
  },
})

/** The content of `/sell`, as text. */
const shown = async (): Promise<string> =>
  (await test.nobody.get('/sell')).text.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, '')

it('explains selling with the configured figures, and leaves out those that are not known yet', async () => {
  const text = await shown()
  for (const said of ['You keep 87.5%', 'No Filler, 12.5%−$1.88', 'You$13.12', '25 files of 2 GB each'])
    expect(text).toContain(said)
  expect(text).toContain('everyone shown in it is an adult') // as the terms say it
  expect(text).not.toContain('Payment provider,')
  for (const said of [
    '9 days after each sale',
    'Every Tuesday, from $75.00, or when you ask',
    'USDC on Solana',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('From due to paid') // below ten payouts
  expect(text).toContain('A person reviews your first game before it is public, within 48 hours.')
})

it('does not mention a review of first games where there is none', async () => {
  const config = { ...test.store.config, REVIEW_FIRST_GAME: 'after' as const }
  expect(await selling(test.db, config, test.store.clock(), null)).toMatchObject({ firstReviewHours: null })
})

it('the FAQ says when and how sellers are paid, with the same figures', async () => {
  const { text } = await test.nobody.get('/faq')
  expect(text).toContain(
    'Every Tuesday, in cryptocurrency, to a wallet of their own. A sale can be paid out 9 days after it was made, and the minimum payout is $75.00;',
  )
})

it('shows what the payment provider charged for ten sales, in the page’s own colors', async () => {
  const developer = await signedIn(test, 'developer')
  const game = await addGame(test, { developerId: developer.id })
  const plain = await addGame(test, { developerId: developer.id })
  const cover = {
    url: '/uploads/a/b/cover/c.webp',
    width: 1280,
    height: 720,
    blur: 'data:,',
    widths: [],
    alt: '',
  }
  await test.sql`update games set cover = ${JSON.stringify(cover)}, theme = theme || '{"pageBg":"#061f22"}'
    where id = ${game.id}`
  await test.sql`insert into store_days (day, part, orders, revenue_cents, fee_cents)
    values ((now() at time zone 'UTC')::date, 0, 10, 20000, 400)`
  const before = await shown()
  await test.db.transaction().execute((tx) => test.store.catalogChanged.announce(tx))
  const text = await eventually(async () => (await shown()) !== before && (await shown()))
  expect(text).toContain('Payment provider, 2%−$0.30')
  expect(text).toContain('You$12.82')
  const { title } = await test.row<{ title: string }>`select title from games where id = ${game.id}`
  expect(text).toContain(`Open ${title}`)
  expect((await test.nobody.get('/sell')).text).not.toContain(`/game/${plain.slug}`)
})
