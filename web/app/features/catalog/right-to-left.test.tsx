// @vitest-environment jsdom
/** Right-to-left texts of people. */
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aGame } from '../../testing/games.ts'
import { openPage, startFakeStore } from '../../testing/screens.tsx'
import { Textarea, TextInput } from '../../ui/form/field.tsx'
import { PageTitle } from '../../ui/page.tsx'
import { DeveloperRail } from '../profiles/developer-rail.tsx'
import { Description } from './game/description.tsx'
import { GameCard } from './game-card.tsx'

startFakeStore()

const TITLE = 'مدينة الملح'
const TEXT = 'لعبة قصيرة عن البحر!'

it('Texts of users have their own direction wherever they are shown or typed', async () => {
  const game = aGame({ title: TITLE, devName: 'ורד', description: `<p>${TEXT}</p>` })
  const user = {
    _id: 'ada',
    username: 'ada',
    displayName: null,
    bio: TEXT,
    website: null,
    twitter: null,
    patreon: null,
    avatarUrl: null,
  }
  const Page = () => (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <GameCard game={game} />
      <Description game={game} />
      <DeveloperRail user={user} gameCount={1} followers={null} />
      <TextInput aria-label="Title" defaultValue={TITLE} />
      <Textarea aria-label="Text" defaultValue={TEXT} />
    </>
  )
  openPage('/faq', { '/faq': { default: Page } })
  const shown = [
    ...(await screen.findAllByText(TITLE)),
    ...screen.getAllByText(TEXT),
    ...screen.getAllByText('ורד'),
    ...screen.getAllByRole('textbox'),
  ]
  expect(shown.length).toBeGreaterThanOrEqual(7)
  for (const element of shown)
    expect(element.closest('[dir]')?.outerHTML ?? element.outerHTML).toMatch(/dir="auto"/)
})
