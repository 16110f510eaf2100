// @vitest-environment jsdom
import { THEMES } from '@nofiller/contract/content-limits/content-warnings'
import { expect, it } from 'vitest'
import { aGame, aRow } from '../../../testing/games.ts'
import { NONE, withoutOpen } from '../warnings/answers.ts'
import { type Draft, draftOf, emptyDraft, problemsOf } from './game-draft.ts'
import { contentsOf, missingFields, sectionOf } from './section-contents.ts'
import type { SectionId } from './section-ids.ts'

const picture = { url: '/a.png', width: 1_000, height: 700, veil: null, blur: '', alt: '' } as never
const full = (more: Partial<Draft> = {}): Draft => ({
  ...draftOf(aGame({ description: '<p>A walk home</p><p>in the <b>rain</b>.</p>', tags: ['cozy', 'rain'] })),
  files: [
    aRow({ from: 'game', fileId: 'a', build: null }, { sizeBytes: 5 * 1_048_576 }),
    aRow({ from: 'game', fileId: 'b', build: null }, { device: 'Linux' }),
  ],
  pictures: {
    ...emptyDraft().pictures,
    cardImage: { from: 'store', picture },
    coverImage: { from: 'store', picture },
  },
  ...more,
})
const contents = (section: SectionId, draft: Draft) => contentsOf(section, draft, problemsOf(draft), [])

it('A section that is filled in says what it holds, and one with something missing says nothing', () => {
  expect(contents('basics', full())).toBe('The Long Dusk · Game · Released · SFW · cozy, rain')
  expect(contents('description', full())).toBe('A walk home in the rain.')
  expect(contents('images', full())).toBe('Card and cover')
  expect(contents('price', full())).toBe('$9.99')
  expect(contents('price', full({ payWhatYouWant: true }))).toBe('$9.99 · buyers can pay more')
  expect(contents('price', full({ isFree: true, payWhatYouWant: true }))).toBe('Free · players can tip')
  expect(contents('files', full())).toBe('2 files · 5.0 MB · Windows, Linux')
  expect(contents('theme', full())).toBe('Default colors')
  expect(contents('review', full())).toBeNull()
  expect(contents('review', full({ statesAdults: true, strongestScene: 'Chapter 3' }))).not.toBeNull()
  for (const section of ['basics', 'description', 'images', 'price', 'files'] as const)
    expect(contents(section, emptyDraft())).toBeNull()
})

it('Warnings are complete when every question has an answer', () => {
  expect(contents('content-warnings', full())).toBeNull()
  const none = withoutOpen(THEMES, {})
  expect(contents('content-warnings', full({ contentWarnings: none }))).toBe(
    'None of the themes we ask about',
  )
  const gore = { ...none, gore: { ...NONE, level: 'shown' as const } }
  expect(contents('content-warnings', full({ contentWarnings: gore }))).toBe('Gore and torture shown')
})

it('What is missing is named in the order of the form, each field once', () => {
  const names = (draft: Draft) => missingFields(problemsOf(draft)).map(({ name }) => name)
  expect(names(emptyDraft())).toEqual([
    'Title',
    'Project type',
    'Stage',
    'Category',
    'Tags',
    'Description',
    'Card image',
    'Cover image',
    'Price',
    'Game files',
  ])
  const noDevice = aRow({ from: 'game', fileId: 'a', build: null }, { device: '' })
  expect(missingFields(problemsOf(full({ files: [noDevice, noDevice] })))).toEqual([
    { name: 'Game files', problem: 'files.0.device' },
  ])
})

it('Every problem belongs to a section', () => {
  const sections = Object.fromEntries(
    Object.keys(problemsOf(emptyDraft())).map((problem) => [problem, sectionOf(problem)]),
  )
  expect(sections).toMatchObject({ title: 'basics', coverImage: 'images', files: 'files' })
  expect(['files.3.device', 'contentWarnings.gore', 'pageBg', 'strongestScene'].map(sectionOf)).toEqual([
    'files',
    'content-warnings',
    'theme',
    'review',
  ])
})
