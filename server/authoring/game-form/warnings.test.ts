import { THEMES, unknownCode, warningCode } from '@nofiller/contract/content-limits/content-warnings'
import { expect, it } from 'vitest'
import { createGame, editGame, type FormFields } from '../../testing/fixtures/game-form.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore({ settings: { THEME_POLICY: '{"hate":"forbidden"}' } })
const june = usePerson(test, 'developer')
const admin = usePerson(test, 'admin')

const ASKED = THEMES.map(({ id }) => id).filter((id) => id !== 'hate')
const NAMED = THEMES.filter(({ id }) => id !== 'hate').map(({ id, label }) => ({ theme: id, label }))
const answers = (given: object): FormFields => ({ contentWarningsJson: JSON.stringify(given) })
const create = (given: object) => createGame(june, answers(given))
const warningsOf = async (gameId: string) =>
  (await test.nobody.get(`/api/games/${gameId}`)).body.contentWarnings
const codesOf = async (gameId: string) =>
  (await test.row<{ warning_codes: number[] }>`select warning_codes from games where id = ${gameId}`)
    .warning_codes

const shown = { level: 'shown', avoidable: false, spoiler: false, note: null }

it('W1 a game can be published without answers about its content, which are then unknown', async () => {
  const { status, body } = await createGame(june)
  expect([status, body.status]).toEqual([200, 'published'])
  expect(body.contentWarnings).toEqual({ contains: [], absent: [], unknown: NAMED, isReviewed: false })
  expect(await codesOf(body._id)).toEqual(THEMES.map(({ number }) => unknownCode(number)))
})

it('W11 tells everybody what a game contains, the strongest content first', async () => {
  const { status, body } = await create({
    infidelity: { level: 'implied', avoidable: true },
    violence: { level: 'none' },
    'power-gap': { level: 'mentioned', note: '  A teacher\nis remembered. ' },
    substances: { level: 'shown', spoiler: true, note: 'Two of the crew drink on watch.' },
  })
  expect(status).toBe(200)
  const game = await warningsOf(body._id)
  expect(game).toEqual(body.contentWarnings)
  expect(game.contains).toEqual([
    {
      ...shown,
      theme: 'substances',
      label: 'Drugs and alcohol',
      spoiler: true,
      note: 'Two of the crew drink on watch.',
    },
    { ...shown, theme: 'infidelity', label: 'Cheating', level: 'implied', avoidable: true },
    {
      ...shown,
      theme: 'power-gap',
      label: 'Power or age gap',
      level: 'mentioned',
      note: 'A teacher is remembered.',
    },
  ])
  expect(game.absent).toEqual(['violence'])
  expect(game.unknown).toHaveLength(ASKED.length - 4)
  expect(game.isReviewed).toBe(false)
  expect(await codesOf(body._id)).toEqual(
    expect.arrayContaining([
      warningCode(18, 'shown', false),
      warningCode(9, 'implied', true),
      unknownCode(1),
    ]),
  )
})

it('W11 says whether a game has a theme that is allowed only after review', async () => {
  const { body: has } = await create({ gore: { level: 'mentioned' } })
  expect(has.contentWarnings.isReviewed).toBe(true)
  expect((await test.nobody.get(`/api/games/${has._id}`)).status).toBe(404) // nobody has reviewed it yet
  const hasNot = await create({ gore: { level: 'none' }, violence: { level: 'shown' } })
  expect((await warningsOf(hasNot.body._id)).isReviewed).toBe(false)
})

it('W1 an edit keeps the answers it leaves out and applies the ones it includes', async () => {
  const { body: game } = await create({
    gore: { level: 'shown', note: 'One scene.' },
    bdsm: { level: 'none' },
  })
  const files = { gameFilesTempJson: JSON.stringify([{ _id: game.gameFiles[0]._id, device: 'Windows' }]) }

  const untouched = await editGame(june, game._id, files)
  expect(untouched.body.contentWarnings).toEqual(game.contentWarnings)

  const changed = await editGame(june, game._id, {
    ...files,
    ...answers({ gore: { level: 'implied' }, noncon: { level: 'none' } }),
  })
  expect(changed.body.contentWarnings.contains).toEqual([
    { ...shown, theme: 'gore', label: 'Gore and torture', level: 'implied' },
  ])
  expect(changed.body.contentWarnings.absent).toEqual(['noncon', 'bdsm'])
})

it('W1 an answer’s date is when the answer changed, not when the form was sent', async () => {
  const { body: game } = await create({ gore: { level: 'shown' }, bdsm: { level: 'none' } })
  await test.sql`update content_warnings set answered_at = ${new Date(0)} where game_id = ${game._id}`
  await editGame(june, game._id, {
    gameFilesTempJson: JSON.stringify([{ _id: game.gameFiles[0]._id, device: 'Windows' }]),
    ...answers({ gore: { level: 'shown' }, bdsm: { level: 'mentioned' } }),
  })
  const rows = await test.sql<{ theme: number; answered_at: Date }>`
    select theme, answered_at from content_warnings where game_id = ${game._id} order by theme`
  expect(rows.map(({ theme, answered_at }) => [theme, answered_at.getTime() > 0])).toEqual([
    [6, true],
    [15, false],
  ])
})

it('W1 refuses invalid answers, and saves nothing of that form', async () => {
  const wrong: [unknown, number, string][] = [
    [{ gores: { level: 'none' } }, 400, 'contentWarningsJson'],
    [{ gore: { level: 'maybe' } }, 400, 'contentWarningsJson.gore.level'],
    [{ gore: {} }, 400, 'contentWarningsJson.gore.level'],
    [{ gore: { level: 'shown', avoidable: 'yes' } }, 400, 'contentWarningsJson.gore.avoidable'],
    [{ gore: { level: 'shown', note: 'x'.repeat(141) } }, 422, 'contentWarningsJson.gore.note'],
    [[], 400, 'contentWarningsJson'],
  ]
  for (const [given, code, field] of wrong) {
    const { status, body } = await createGame(june, { ...answers(Object(given)), title: 'Never saved' })
    expect([status, Object.keys(body.fields)]).toEqual([code, [field]])
  }
  const noJson = await createGame(june, { contentWarningsJson: '{gore', title: 'Never saved' })
  expect(noJson.body.fields).toEqual({ contentWarningsJson: 'This is not JSON.' })
  const hidden = await createGame(june, {
    ...answers({ gore: { level: 'shown', note: 'a\u200bb' } }),
    title: 'Never saved',
  })
  expect([hidden.status, hidden.body.fields]).toEqual([
    422,
    { 'contentWarnings.gore': 'Remove the invisible characters.' },
  ])
  const saved = await test.db.selectFrom('games').select('id').where('title', '=', 'Never saved').execute()
  expect(saved).toEqual([])
})

it('W1 refuses a game with a theme that the owner forbids', async () => {
  const { status, body } = await create({ hate: { level: 'mentioned' } })
  expect([status, body.fields]).toEqual([
    422,
    {
      'contentWarnings.hate': '“Hate and slurs” is not allowed in this store, so it cannot offer this game.',
    },
  ])
  expect((await create({ hate: { level: 'none' } })).status).toBe(200)
})

it('W1 tells developers how many themes of each game are unanswered', async () => {
  const kim = await signedIn(test, 'developer')
  await createGame(kim)
  await createGame(kim, answers({ gore: { level: 'shown' }, bdsm: { level: 'none' } }))
  await createGame(kim, answers(Object.fromEntries(ASKED.map((id) => [id, { level: 'none' }]))))
  const { body } = await kim.get('/api/my-games')
  expect(body.map(({ openThemes }: { openThemes: number }) => openThemes)).toEqual([
    0,
    ASKED.length - 2,
    ASKED.length,
  ])
})

it('records in the audit log which answers an admin changed', async () => {
  const { body: game } = await create({ gore: { level: 'shown', note: 'One scene.' } })
  await editGame(admin, game._id, {
    gameFilesTempJson: JSON.stringify([{ _id: game.gameFiles[0]._id, device: 'Windows' }]),
    ...answers({ gore: { level: 'implied', avoidable: true } }),
  })
  const entry = await test.row<{ before: object; after: object }>`
    select before, after from audit_log where subject_id = ${game._id}`
  expect(entry.before).toMatchObject({ contentWarnings: ['gore: shown · One scene.'] })
  expect(entry.after).toMatchObject({ contentWarnings: ['gore: implied, avoidable'] })
})
