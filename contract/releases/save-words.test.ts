import { expect, it } from 'vitest'
import { savePathWords, savesWords } from './save-words.ts'

const steps = [{ label: '0.4' }, { label: '0.5' }]

it.each([
  ['works', [], 'Your saves work.'],
  ['steps', steps, 'Open your save in 0.4, save there, then in 0.5.'],
  [
    'steps',
    [...steps, { label: '0.6' }],
    'Open your save in 0.4, save there, then in 0.5, save there, then in 0.6.',
  ],
  ['none', [], 'Old saves don’t work.'],
  ['unknown', [], 'The developer hasn’t said which saves it loads.'],
] as const)('VE6 says in a sentence what becomes of saves: %s', (path, labels, sentence) => {
  expect(savePathWords(path, labels)).toBe(sentence)
})

it.each([
  ['all', null, '', 'Loads all older saves.'],
  ['from', '0.4', '', 'Loads saves from 0.4.'],
  ['none', null, 'The chapter was written anew.', 'Older saves don’t work. The chapter was written anew.'],
  ['unknown', null, '', 'The developer hasn’t said which saves it loads.'],
] as const)('VE5 says which saves a release loads: %s', (saves, savesFrom, savesNote, sentence) => {
  expect(savesWords({ saves, savesFrom, savesNote })).toBe(sentence)
})
