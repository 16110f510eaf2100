import { expect, it } from 'vitest'
import { addGame } from '../testing/fixtures/games.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { addRelease } from '../testing/fixtures/releases.ts'
import { useTestStore } from '../testing/store.ts'
import { findReported } from './reported.ts'

const test = useTestStore()

it('a report of a page or its text holds what its live releases say, and the pictures in their notes', async () => {
  const game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  const reported = (part: string) => findReported(test.db, { subject: 'game', id: game.id, part })
  const before = await reported('page')
  const { id } = await addRelease(test, game, {
    label: '0.5',
    summary: 'Chapter two.',
    knownProblems: 'No sound.',
    savesNote: 'Begin anew.',
  })
  const picture = `uploads/ada/game/text/${'ab'.repeat(16)}.webp`
  await test.db
    .updateTable('releases')
    .set({ notes: `<p><img src="/${picture}" alt="" /></p>` })
    .where('id', '=', id)
    .execute()
  for (const part of ['page', 'text']) {
    const { snapshot } = await reported(part)
    expect(snapshot.pictures).toEqual([picture])
    for (const said of ['Chapter two.', picture, 'No sound.', 'Begin anew.'])
      expect(snapshot.text).toContain(said)
  }
  expect((await reported('page')).contentHash).not.toEqual(before.contentHash)
  await test.db.updateTable('releases').set({ withdrawn_at: new Date() }).where('id', '=', id).execute()
  expect((await reported('text')).snapshot).toMatchObject({ text: '<p>A game.</p>', pictures: [] })
})
