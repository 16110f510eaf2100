import { THEMES, warningCode } from '@nofiller/contract/content-limits/content-warnings'
import { beforeAll, describe, expect, it } from 'vitest'
import { createGame, editGame, type FormFields, filesJson } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'
import { hasOtherTitle } from './approvals/look-again.ts'

const TEXT = 'The scene in the second chapter shows it, so the warning has to stay.'

const test = useTestStore()
let admin: Person
let developer: Person

beforeAll(async () => {
  admin = await signedIn(test, 'admin')
  developer = await signedIn(test, 'developer')
})

const answers = (given: object): FormFields => ({ contentWarningsJson: JSON.stringify(given) })

/** A public game that an admin has looked at. */
async function looked(fields: FormFields = {}) {
  const { body: game, status, text } = await createGame(developer, fields)
  expect(status, text).toBe(200)
  await decide((await lastReview(game._id))?.id ?? '', {})
  return game
}

async function save(game: { _id: string; gameFiles: { _id: string }[] }, fields: FormFields, by = developer) {
  const gameFilesTempJson = filesJson({ _id: game.gameFiles[0]?._id })
  const answer = await editGame(by, game._id, { gameFilesTempJson, ...fields })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const lastReview = (gameId: string) =>
  test.db
    .selectFrom('game_reviews')
    .select(['id', 'reason', 'state', 'is_before', 'revision'])
    .where('game_id', '=', gameId)
    .orderBy('sent_at', 'desc')
    .executeTakeFirst()

async function decide(reviewId: string, decision: object) {
  const answer = await admin.post(`/api/admin/approvals/${reviewId}/decision`, {
    kind: 'approve',
    rule: null,
    assets: [],
    text: '',
    note: '',
    revision: 1,
    ...decision,
  })
  expect(answer.status, answer.text).toBe(200)
}

async function codesOf(gameId: string): Promise<number[]> {
  const { warning_codes } = await test.db
    .selectFrom('games')
    .select('warning_codes')
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  return warning_codes
}
const numberOf = (id: string) => THEMES.find((theme) => theme.id === id)?.number ?? 0
const VIOLENCE = warningCode(numberOf('violence'), 'shown', false)
async function shownTo(who: Pick<Person, 'get'>, gameId: string) {
  await test.forgetCatalog()
  return (await who.get(`/api/games/${gameId}`)).body.contentWarnings
}

describe('W8 a warning of a public game', () => {
  it('a warning becomes stronger at once, and weaker once an admin has approved', async () => {
    const game = await looked(answers({ violence: { level: 'implied' }, bdsm: { level: 'none' } }))
    await save(game, answers({ violence: { level: 'shown' }, bdsm: { level: 'mentioned' } }))
    expect(await codesOf(game._id)).toContain(VIOLENCE)
    expect((await lastReview(game._id))?.state).toBe('decided')

    await save(game, answers({ violence: { level: 'mentioned' }, hate: { level: 'none' } }))
    expect(await codesOf(game._id)).toContain(VIOLENCE)
    expect((await shownTo(test.nobody, game._id)).absent).toEqual(['hate'])
    const review = await lastReview(game._id)
    expect(review).toMatchObject({ reason: 'warning', state: 'waiting', is_before: false })
    const { body: seen } = await admin.get(`/api/admin/approvals/${review?.id}`)
    expect(seen.warnings).toContain('Weaker warnings asked for: Strong violence mentioned')
    await decide(review?.id ?? '', {})
    expect(await codesOf(game._id)).not.toContain(VIOLENCE)
    expect((await shownTo(test.nobody, game._id)).contains).toMatchObject([
      { theme: 'bdsm', level: 'mentioned' },
      { theme: 'violence', level: 'mentioned' },
    ])
  })

  it('a withdrawn or avoidable warning waits too, and only its developer sees the request', async () => {
    const game = await looked(answers({ violence: { level: 'shown' }, abuse: { level: 'implied' } }))
    const saved = await save(
      game,
      answers({ violence: { level: 'shown', avoidable: true }, abuse: { level: 'none' } }),
    )
    expect(await codesOf(game._id)).toEqual(
      expect.arrayContaining([VIOLENCE, warningCode(numberOf('abuse'), 'implied', false)]),
    )
    expect(saved.contentWarnings.waiting).toMatchObject([
      { theme: 'violence', level: 'shown', avoidable: true },
      { theme: 'abuse', level: 'none' },
    ])
    expect(await shownTo(test.nobody, game._id)).not.toHaveProperty('waiting')
  })

  it('a warning stays when the developer answers as before, and when the admin wants changes', async () => {
    const game = await looked(answers({ violence: { level: 'shown' } }))
    await save(game, answers({ violence: { level: 'none' } }))
    const review = await lastReview(game._id)
    await decide(review?.id ?? '', {
      kind: 'changes_needed',
      rule: 'label-1',
      assets: ['Warnings'],
      text: TEXT,
    })
    expect(await codesOf(game._id)).toContain(VIOLENCE)
    await save(game, answers({ violence: { level: 'shown' } }))
    expect((await shownTo(developer, game._id)).waiting).toBeUndefined()
    await decide(review?.id ?? '', { revision: 2 })
    expect(await codesOf(game._id)).toContain(VIOLENCE)
  })

  it('a requested change of a warning survives a draft in between', async () => {
    const game = await looked(answers({ violence: { level: 'shown' } }))
    await save(game, { status: 'draft', ...answers({ violence: { level: 'none' } }) })
    expect((await lastReview(game._id))?.reason).toBe('new_game')
    await save(game, { status: 'published' })
    expect(await codesOf(game._id)).toContain(VIOLENCE)
    expect((await lastReview(game._id))?.reason).toBe('warning')
  })

  it('a warning can be changed freely before the first review, and by admins', async () => {
    const { body: game } = await createGame(developer, answers({ gore: { level: 'shown' } }))
    await save(game, answers({ gore: { level: 'none' } }))
    expect((await shownTo(developer, game._id)).waiting).toBeUndefined()
    const other = await looked(answers({ violence: { level: 'shown' } }))
    await save(other, answers({ violence: { level: 'none' } }), admin)
    expect(await codesOf(other._id)).not.toContain(VIOLENCE)
  })
})

describe('M1 a public game that was looked at', () => {
  it('an approved game re-enters the queue with another title or 18+ mark, stays public, and not for less', async () => {
    const changes: [FormFields, string | undefined][] = [
      [{ title: 'The Lantern Street Ferry' }, undefined],
      [{ price: '3.99' }, undefined],
      [{ title: 'Midnight Debts' }, 'changed'],
      [{ category: 'NSFW' }, 'changed'],
    ]
    for (const [change, reason] of changes) {
      const game = await looked({ title: 'Lantern Street Ferry' })
      const saved = await save(game, { title: 'Lantern Street Ferry', ...change })
      const review = await lastReview(game._id)
      expect([change, review?.state === 'waiting' ? review.reason : undefined]).toEqual([change, reason])
      await test.forgetCatalog()
      expect((await test.nobody.get(`/api/games/${saved.slug}`, { cookie: 'content=show' })).status).toBe(200)
    }
  })

  it('an approved game re-enters the queue at random, as often as the owner wants', async () => {
    const game = await looked()
    const { config } = test.store
    config.REVIEW_SAMPLE_PERCENT = 100
    try {
      await save(game, {})
    } finally {
      config.REVIEW_SAMPLE_PERCENT = 0 // the other tests switch random checks off
    }
    expect(await lastReview(game._id)).toMatchObject({ reason: 'sample', is_before: false })
  })

  it('a title counts as new when more than half of its words changed', () => {
    expect(hasOtherTitle('Lantern Street', 'Lantern Street: Director’s Cut')).toBe(true)
    expect(hasOtherTitle('Lantern Street', 'LANTERN, Street!')).toBe(false)
    expect(hasOtherTitle('The Long Lantern Street', 'The Lantern Street')).toBe(false)
    expect(hasOtherTitle('Ferry', 'Harbour')).toBe(true)
    expect(hasOtherTitle('***', '***')).toBe(false)
  })
})
