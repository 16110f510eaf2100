import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { useGame } from '../testing/fixtures/games.ts'
import { usePerson } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { countAll } from './count-nightly.ts'
import { spanOf } from './count-period.ts'
import { decisionsCsv } from './decisions-csv.ts'
import { transparency } from './transparency.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const test = useTestStore({ clock: () => NOW })
const admin = usePerson(test, 'admin')
const developer = usePerson(test, 'developer')
const game = useGame(test, developer)

type CaseValues = {
  category: string
  openedAt: string
  closedAfterHours?: number
  outcome?: 'acted' | 'left'
}

async function addCase({ category, openedAt, closedAfterHours, outcome }: CaseValues): Promise<string> {
  const id = uuid()
  await test.sql`
    insert into report_cases (id, subject_kind, subject_id, part, category, is_safety, content_hash, snapshot,
      opened_at, look_due_at, due_at, closed_at, closed_by, outcome, answer)
    values (${id}, 'game', ${uuid()}, 'page', ${category}, ${category === 'minor'}, '', '{}',
      ${openedAt}::timestamptz, now(), now(),
      ${openedAt}::timestamptz + make_interval(hours => ${closedAfterHours ?? null}),
      ${outcome ? admin.id : null}, ${outcome ?? null}, ${outcome ? 'An answer of enough characters to be one.' : null})`
  return id
}

const addDecision = (rule: string, decidedAt: string, caseId: string | null = null) =>
  test.sql`insert into moderation_decisions
      (id, case_id, game_id, title, developer_id, kind, rule, rule_version, assets, text, revision, statement, decided_by, decided_at)
    values (${uuid()}, ${caseId}, ${game.id}, 'A game', ${developer.id}, 'reject', ${rule}, 1, array['cover', 'File Secret-name.zip'],
      'What is wrong, and what would put it right, in enough words.', 1, 'Statement', ${admin.id}, ${decidedAt}::timestamptz)`

const csv = async () =>
  (await test.nobody.get('/api/transparency.csv')).text.replace('\uFEFF', '').trim().split('\r\n')

it('T19 counts the reports and decisions of each month, and shows small numbers about minors as "fewer than 5"', async () => {
  await addCase({
    category: 'mislabel',
    openedAt: '2026-11-02T00:00:00Z',
    closedAfterHours: 10,
    outcome: 'acted',
  })
  await addCase({
    category: 'fraud',
    openedAt: '2026-11-03T00:00:00Z',
    closedAfterHours: 20,
    outcome: 'left',
  })
  await addCase({ category: 'other', openedAt: '2026-11-04T00:00:00Z' })
  const aboutMinor = await addCase({
    category: 'minor',
    openedAt: '2026-11-05T00:00:00Z',
    closedAfterHours: 1,
    outcome: 'acted',
  })
  await addCase({ category: 'fraud', openedAt: '2026-09-30T23:59:59Z', closedAfterHours: 3, outcome: 'left' })
  for (const day of ['10', '11']) await addDecision('age-1', `2026-11-${day}T00:00:00Z`)
  await addDecision('label-2', '2026-11-12T00:00:00Z')
  await addDecision('label-2', '2026-11-13T00:00:00Z', aboutMinor) // reported nowhere
  await addDecision('label-2', '2026-09-12T00:00:00Z')
  await addDecision('label-2', '2026-07-12T00:00:00Z')
  await countAll(test.store)

  const { months, rules, year } = await transparency(test.store)
  expect(months.map(({ month }) => month)).toEqual(['2026-11', '2026-10', '2026-09', '2026-08', '2026-07'])
  expect(months[0]).toEqual({
    month: '2026-11',
    isOver: false,
    reports: 0,
    cases: 3,
    acted: 1,
    left: 1,
    open: 1,
    medianHours: 15,
    reviews: { reported: 0, removed: 0, restored: 0 },
  })
  expect(months[2]).toMatchObject({ isOver: true, cases: 1, left: 1, medianHours: 3 })
  const few = { decisions: null, appeals: null, reversed: null }
  expect(rules.map(({ id, counts }) => [id, counts[3], counts[6].decisions])).toEqual([
    ['age-1', few, null],
    ['label-2', { decisions: 2, appeals: 0, reversed: 0 }, 3],
  ])
  expect(year).toMatchObject({ year: '2026', safetyCases: null })
  expect(await csv()).toEqual([
    'Month,Rule,Reports,Cases,Acted on,Left as it was,Open,Median hours,Decisions,Appeals,Reversed,Reviews reported,Reviews removed,Reviews restored',
    '2026-11,,0,3,1,1,1,15,,,,0,0,0',
    '2026-11,age-1,,,,,,,fewer than 5,fewer than 5,fewer than 5,,,',
    '2026-11,label-2,,,,,,,1,0,0,,,',
    '2026-10,,0,0,0,0,0,,,,,0,0,0',
    '2026-09,,0,1,0,1,0,3,,,,0,0,0',
    '2026-09,label-2,,,,,,,1,0,0,,,',
    '2026-08,,0,0,0,0,0,,,,,0,0,0',
    '2026-07,,0,0,0,0,0,,,,,0,0,0',
    '2026-07,label-2,,,,,,,1,0,0,,,',
  ])
})

it('T19 keeps the counts of a month whose cases were deleted', async () => {
  const figures = {
    ...(
      await test.row<{ figures: object }>`select figures from transparency_periods where period = '2026-09'`
    ).figures,
    cases: 17,
  }
  const old = { period: '2024-03', figures: JSON.stringify(figures), counted_at: NOW }
  await test.db.insertInto('transparency_periods').values(old).execute()
  await countAll(test.store)
  expect((await csv()).find((line) => line.startsWith('2024-03,,'))).toBe('2024-03,,0,17,0,1,0,3,,,,0,0,0')
})

it.each([
  ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2026', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('the period %s is from %s to %s', (period, from, to) => {
  expect(spanOf(period)).toEqual({ from, to })
})

it('T18 exports every decision of a span without names, for those who have to submit it', async () => {
  let text = ''
  for await (const lines of decisionsCsv(test.db, { from: '2026-11-11', to: '2026-11-12' })) text += lines
  expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Time,Decision,Rule,Ground,What it is about,Came from,Found by a program,Decided by a program,Where,Appeal',
    '2026-11-11T00:00:00Z,reject,age-1,terms,cover file,report,no,no,everywhere,none',
    '2026-11-12T00:00:00Z,reject,label-2,terms,cover file,report,no,no,everywhere,none',
  ])
})
