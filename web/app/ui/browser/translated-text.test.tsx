// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { createElement, Fragment, type ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { propertyRuns } from '../../../../server/testing/properties.ts'
import { translatePage } from '../../testing/translator.ts'
import { surviveTranslation } from './translated-text.ts'

beforeAll(() => {
  surviveTranslation()
  return translatePage()
})
afterEach(cleanup)

/** Observers run when the current task is over, and one of them may trigger the other. */
const translated = () => new Promise((resume) => setTimeout(resume))

/** Renders one after the other into a page that is translated meanwhile, and returns its text after each. */
async function textsOf(...contents: ReactNode[]): Promise<(string | null)[]> {
  const { container, rerender } = render(null)
  const texts: (string | null)[] = []
  for (const content of contents) {
    rerender(content)
    await translated()
    texts.push(container.textContent)
  }
  return texts
}

it('A text that changes on a translated page is shown and translated again', async () => {
  const Count = ({ count }: { count: number }) => (
    <p>
      {count} games in <b>one</b> list
    </p>
  )
  expect(await textsOf(<Count count={5} />, <Count count={6} />)).toEqual([
    '5 GAMES IN ONE LIST',
    '6 GAMES IN ONE LIST',
  ])
})

it('An icon appears and disappears before a text on a translated page, and vice versa', async () => {
  const Label = ({ busy }: { busy: boolean }) => (
    <p>
      {busy && <i>…</i>}
      Add to basket
      {!busy && ' now'}
      <i>.</i>
    </p>
  )
  expect(await textsOf(<Label busy={false} />, <Label busy />, <Label busy={false} />)).toEqual([
    'ADD TO BASKET NOW.',
    '…ADD TO BASKET.',
    'ADD TO BASKET NOW.',
  ])
})

it('A text and an element replace each other on a translated page', async () => {
  const Amount = ({ sent }: { sent: boolean }) => (
    <p>
      To go: {sent ? <b>nothing</b> : '$6.00'}
      {sent ? '!' : <i>?</i>}
    </p>
  )
  expect(await textsOf(<Amount sent={false} />, <Amount sent />, <Amount sent={false} />)).toEqual([
    'TO GO: $6.00?',
    'TO GO: NOTHING!',
    'TO GO: $6.00?',
  ])
})

it('A page survives a translator that wraps the text inside its own element', async () => {
  const Label = ({ busy, label }: { busy: boolean; label: string }) => (
    <p translate="no">
      {busy && <i>…</i>}
      {label}
      {label === 'Buy' && ' now'}
    </p>
  )
  const { container, rerender } = render(<Label busy={false} label="Buy" />)
  for (const text of [...(container.firstChild?.childNodes ?? [])]) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.appendChild(document.createElement('font')).appendChild(text)
  }
  rerender(<Label busy label="Bought" />)
  expect(container.textContent).toBe('…Bought')
  rerender(<Label busy={false} label="Buy" />)
  expect(container.textContent).toBe('Buy now')
})

type Tree = string | null | { key: string; tag: string; children: Tree[] }

const { trees } = fc.letrec<{ tree: Tree; trees: Tree[] }>((tie) => ({
  trees: fc.uniqueArray(tie('tree'), {
    maxLength: 5,
    comparator: (one, other) => keyOf(one) !== null && keyOf(one) === keyOf(other),
  }),
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('one', 'two ', ' three', ''),
    fc.constant(null),
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      tag: fc.constantFrom('span', 'b', ''),
      children: tie('trees'),
    }),
  ),
}))

const keyOf = (tree: Tree) => (tree === null || typeof tree === 'string' ? null : tree.key)

/** An empty tag is a fragment, whose texts move with it. As one array, children with keys move. */
const nodeOf = (tree: Tree): ReactNode =>
  tree === null || typeof tree === 'string'
    ? tree
    : createElement(tree.tag || Fragment, { key: tree.key }, ...tree.children.map(nodeOf))

const Page = ({ of }: { of: Tree[] }) => (
  <div>
    {of.filter((tree) => keyOf(tree) !== null).map(nodeOf)}
    {of.map(nodeOf)}
  </div>
)

it('A translated page shows the last of any rendered contents', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trees, { minLength: 2, maxLength: 4 }), async (each) => {
      const contents = each.map((of) => createElement(Page, { of }))
      const fresh = contents.map((content) => render(content).container.textContent?.toUpperCase())
      expect(await textsOf(...contents)).toEqual(fresh)
      cleanup()
    }),
    { numRuns: propertyRuns(50) },
  )
})
