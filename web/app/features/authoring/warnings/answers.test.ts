import { THEMES } from '@nofiller/contract/content-limits/content-warnings'
import { expect, it } from 'vitest'
import {
  type Answers,
  answersOf,
  NONE,
  previewedWarnings,
  sentResponses,
  themesAsked,
  withoutOpen,
} from './answers.ts'

const answers: Answers = {
  gore: { level: 'implied', avoidable: true, spoiler: false, note: ' One scene. ' },
  violence: { level: 'shown', avoidable: false, spoiler: true, note: ' ' },
  hate: { level: 'none', avoidable: true, spoiler: true, note: 'Changed my mind.' },
}

it('Each answer is sent, and a theme that is not in the game sends nothing else', () => {
  expect(sentResponses(answers)).toEqual({
    gore: { level: 'implied', avoidable: true, spoiler: false, note: 'One scene.' },
    violence: { level: 'shown', avoidable: false, spoiler: true, note: null },
    hate: { level: 'none' },
  })
})

it('The form shows the stored answers and leaves the others open', () => {
  const stored = previewedWarnings(answers)
  expect(stored.contains.map(({ label, level }) => `${label} ${level}`)).toEqual([
    'Strong violence shown',
    'Gore and torture implied',
  ])
  expect(stored.unknown).toHaveLength(THEMES.length - 3)
  expect(sentResponses(answersOf(stored))).toEqual(sentResponses(answers))
})

it('A forbidden theme is only asked about when the game already has it', () => {
  expect(themesAsked(['gore', 'hate', 'bdsm'], answers).map(({ id }) => id)).toEqual(
    THEMES.map(({ id }) => id).filter((id) => id !== 'hate' && id !== 'bdsm'),
  )
})

it('One press answers all open questions and changes no others', () => {
  expect(withoutOpen([{ id: 'gore' }, { id: 'bdsm' }], answers)).toEqual({ ...answers, bdsm: NONE })
})
