import {
  THEMES,
  unknownCode,
  WARNING_LEVELS,
  warningCode,
} from '@nofiller/contract/content-limits/content-warnings'
import { beforeAll, expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore()
let developerId: string
beforeAll(async () => {
  developerId = (await signedIn(test, 'developer')).id
})

const codesOf = async (gameId: string) =>
  (await test.row<{ warning_codes: number[] }>`select warning_codes from games where id = ${gameId}`)
    .warning_codes

it('W2 treats all themes of a new game as unknown', async () => {
  const game = await addGame(test, { developerId })
  expect(await codesOf(game.id)).toEqual(THEMES.map(({ number }) => unknownCode(number)))
})

it('W2 keeps a game’s codes in step with its developer’s answers', async () => {
  const game = await addGame(test, { developerId })
  const other = await addGame(test, { developerId })
  await test.db
    .insertInto('content_warnings')
    .values(
      THEMES.map(({ number }) => ({
        game_id: game.id,
        theme: number,
        level: number % 4,
        avoidable: number === 5,
        note: null,
      })),
    )
    .execute()
  const expected = THEMES.flatMap(({ number }) => {
    const level = WARNING_LEVELS[(number % 4) - 1]
    return level ? [warningCode(number, level, number === 5)] : []
  })
  expect(await codesOf(game.id)).toEqual(expected)
  expect(await codesOf(other.id)).toHaveLength(THEMES.length)

  await test.sql`update content_warnings set level = 3 where game_id = ${game.id} and theme = 1`
  expect(await codesOf(game.id)).toContain(warningCode(1, 'shown', false))
  await test.db.deleteFrom('content_warnings').where('game_id', '=', game.id).where('theme', '=', 1).execute()
  expect(await codesOf(game.id)).toContain(unknownCode(1))
})
