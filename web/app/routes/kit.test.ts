import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const UI = fileURLToPath(new URL('../ui/', import.meta.url))

/** What shows nothing by itself, or is a part of what is shown. */
const UNSEEN = [
  'browser/inline-script.tsx',
  'browser/leave-guard.tsx',
  'form/first-frame-note.tsx',
  'lazy-part.tsx',
  'list/filter-bar.tsx',
  'list/no-match.tsx',
  'needs-scripts.tsx',
]

it('The page of the kit shows every component of the kit', () => {
  const shown = readFileSync(new URL('kit.tsx', import.meta.url), 'utf8')
  const components = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'),
  )
  expect(components.filter((name) => !shown.includes(`'../ui/${name}'`)).toSorted()).toEqual(UNSEEN)
})
