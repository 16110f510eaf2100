import { BIO_MAX } from '@nofiller/contract/profiles/profile-rules'
import { REPORT_TEXT_MAX } from '@nofiller/contract/reports/report-rules'
import { MESSAGE_MAX } from '@nofiller/contract/support/contact-rules'
import { expect, it } from 'vitest'
import { sendForm } from '../../../testing/fixtures/game-form.ts'
import { addGame } from '../../../testing/fixtures/games.ts'
import { signedIn } from '../../../testing/fixtures/people.ts'
import { useTestStore } from '../../../testing/store.ts'

const test = useTestStore()

/** Three lines with that many characters in total, each line break counted as one. */
const threeLines = (characters: number) => `One\n\n${'x'.repeat(characters - 'One\n\n'.length)}`
const asSentByBrowsers = (text: string) => text.replaceAll('\n', '\r\n')

it('accepts lines up to the limit of a form field', async () => {
  const june = await signedIn(test)
  const game = await addGame(test, { developerId: (await signedIn(test, 'developer')).id })
  const report = (text: string) =>
    sendForm(june, '/api/reports', {
      ...{ subject: 'game', id: game.id, part: 'page', category: 'fraud' },
      text: asSentByBrowsers(text),
    })
  const text = threeLines(REPORT_TEXT_MAX)
  expect(await report(text)).toMatchObject({ status: 200 })
  expect((await june.get('/api/reports/mine')).body).toMatchObject([{ text }])
  expect(await report(`${text}x`)).toMatchObject({ status: 422 })
})

it('accepts lines up to the limit of a JSON text, old line endings included', async () => {
  const june = await signedIn(test, 'developer')
  const bio = threeLines(BIO_MAX)
  for (const sent of [asSentByBrowsers(bio), bio.replaceAll('\n', '\r')]) {
    const { status, body } = await june.patch(`/api/profile/${june.id}`, { bio: sent })
    expect({ status, body }).toMatchObject({ status: 200, body: { profile: { bio } } })
  }
  const message = asSentByBrowsers(threeLines(MESSAGE_MAX))
  const contact = { email: june.email, subject: 'Lines', message }
  expect(await test.nobody.post('/api/contact', contact)).toMatchObject({ status: 200 })
})
