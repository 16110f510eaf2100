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

it('sends each answer, and of what is not in the game no more than that', () => {
  expect(sentResponses(answers)).toEqual({
    gore: { level: 'implied', avoidable: true, spoiler: false, note: 'One scene.' },
    violence: { level: 'shown', avoidable: false, spoiler: true, note: null },
    hate: { level: 'none' },
  })
})

it('fills the form with what the store has, and leaves the rest open', () => {
  const stored = previewedWarnings(answers)
  expect(stored.contains.map(({ label, level }) => `${label} ${level}`)).toEqual([
    'Strong violence shown',
    'Gore and torture implied',
  ])
  expect(stored.unknown).toHaveLength(THEMES.length - 3)
  expect(sentResponses(answersOf(stored))).toEqual(sentResponses(answers))
})

it('asks about a forbidden theme only where the game already has it', () => {
  expect(themesAsked(['gore', 'hate', 'bdsm'], answers).map(({ id }) => id)).toEqual(
    THEMES.map(({ id }) => id).filter((id) => id !== 'hate' && id !== 'bdsm'),
  )
})

it('answers all that is open at once, and nothing else', () => {
  expect(withoutOpen([{ id: 'gore' }, { id: 'bdsm' }], answers)).toEqual({ ...answers, bdsm: NONE })
})
