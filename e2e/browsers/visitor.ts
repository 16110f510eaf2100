/** Who uses the store in any browser: finds what is on the page by its role, label or text, and waits for it. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../server/testing/store.ts'
import type { Key, Tab } from './browser.ts'

type Words = string | RegExp
/** What somebody looks for. Of several the first one on the page is meant. */
export type Target = (
  | { role: string; name?: Words }
  | { label: Words }
  | { text: Words }
  | { css: string }
) & { inside?: Target }

export type Visitor = ReturnType<typeof inTab> & {
  /** The visitor in the tab that the page has opened. */
  opened(): Promise<Visitor>
}

/** For the store, its jobs and a busy machine. */
const TIMEOUT_MS = 60_000

/** All that a visitor does waits, but for `count` and `attribute`. */
export const visitorIn = (tab: Tab, origin: string): Visitor => ({
  ...inTab(tab, origin),
  opened: async () => visitorIn(await tab.opened(), origin),
})

function inTab(tab: Tab, origin: string) {
  const count = async (target: Target) => {
    await bringLibrary(tab)
    return tab.evaluate<number>(`${all(target)}.length`)
  }
  const ask = async <Value>(target: Target, read: (element: HTMLElement) => Value) => {
    await bringLibrary(tab)
    return tab.evaluate<Value>(`(${read})(${first(target)})`)
  }
  const sees = (target: Target) => waitUntil(tab, `sees ${show(target)}`, () => count(target))

  return {
    tab,
    count,
    sees,
    seesNo: (target: Target) =>
      waitUntil(tab, `misses ${show(target)}`, async () => (await count(target)) === 0),
    isAt: (path: RegExp) =>
      waitUntil(tab, `is at ${path}`, async () =>
        path.test(await tab.evaluate('location.pathname + location.search')),
      ),
    text: async (target: Target) => {
      await sees(target)
      return ask(target, (element) => element.innerText)
    },
    attribute: (target: Target, name: string) =>
      tab.evaluate<string | null>(`${first(target)}.getAttribute('${name}')`),
    open: (path: string) => tab.goTo(new URL(path, origin).href),
    goBack: tab.goBack,
    reload: tab.reload,
    close: tab.close,
    click: (target: Target) =>
      waitUntil(tab, `can click ${show(target)}`, async () => {
        if (!(await ask(target, isReady))) return false
        await tab.click(first(target))
        return true
      }),
    /** Types a text in the place of the present one. */
    fill: async (target: Target, text: string) => {
      await sees(target)
      await ask(target, selectContent)
      await tab.type(text)
    },
    select: async (target: Target, option: string) => {
      await sees({ role: 'option', name: option, inside: target })
      await tab.evaluate(`(${chooseOption})(${first(target)}, ${JSON.stringify(option)})`)
    },
    chooseFiles: async (target: Target, ...paths: string[]) => {
      await sees(target)
      await tab.chooseFiles(first(target), paths)
    },
    focus: async (target: Target) => {
      await sees(target)
      await ask(target, (element) => element.focus())
    },
    hasFocus: (target: Target) =>
      waitUntil(tab, `has the focus on ${show(target)}`, () =>
        ask(target, (element) => element !== undefined && element === document.activeElement),
      ),
    press: async (...keys: Key[]) => {
      for (const key of keys) await tab.press(key)
    },
  }
}

/** Asks until the answer is true. A question that the page fails, because it changes meanwhile, is asked again. */
async function waitUntil<Value>(tab: Tab, what: string, ask: () => Promise<Value>): Promise<Value> {
  let problem: unknown
  const answer = () =>
    ask().catch((error) => {
      problem = error
      return null
    })
  try {
    return (await eventually(answer, TIMEOUT_MS)) as Value // an answer that is true
  } catch {
    const page = await tab
      .evaluate<string>('[location.href, innerWidth, innerHeight, document.body.innerText].join()')
      .catch(String)
    throw new Error(`Nobody ${what} on this page: ${page}`, { cause: problem })
  }
}

const LIBRARY = await readFile(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
)

/** Every loaded page needs it again. */
async function bringLibrary(tab: Tab): Promise<void> {
  if (await tab.evaluate('"findAll" in window')) return
  await tab.evaluate(`void (() => {${LIBRARY};\nwindow.findAll = ${findAll}})()`)
}

const all = (target: Target) => `findAll(${show(target)})`
const first = (target: Target) => `${all(target)}[0]`

const show = (target: Target): string =>
  JSON.stringify(target, (_, value) =>
    value instanceof RegExp ? { pattern: value.source, flags: value.flags } : value,
  )

/** A target as it comes to the page, as JSON. */
type Sent = {
  role?: string
  name?: SentWords
  label?: SentWords
  text?: SentWords
  css?: string
  inside?: Sent
}
type SentWords = string | { pattern: string; flags: string }

declare global {
  interface Window {
    TestingLibraryDom: typeof import('@testing-library/dom')
  }
}

/** The elements that are meant. This and what follows runs in the page, so nothing outside of a function is there. */
function findAll(target: Sent): HTMLElement[] {
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = window.TestingLibraryDom
  const scope = target.inside ? findAll(target.inside)[0] : document.documentElement
  const words = (sent: SentWords) => (typeof sent === 'string' ? sent : new RegExp(sent.pattern, sent.flags))
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  if (!scope) return []
  if (target.role)
    return queryAllByRole(scope, target.role, target.name === undefined ? {} : { name: words(target.name) })
  if (target.label) return queryAllByLabelText(scope, words(target.label))
  if (target.text) return queryAllByText(scope, words(target.text)).filter(isShown)
  return target.css ? [...(target.inside ? scope : document).querySelectorAll<HTMLElement>(target.css)] : []
}

/** Also scrolls it away from the window's edges, which bars cover. */
function isReady(element: HTMLElement | undefined): boolean {
  element?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return element?.checkVisibility() === true && !element.closest(':disabled, [aria-disabled=true], [inert]')
}

function selectContent(element: HTMLElement): void {
  element.focus()
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select()
  else getSelection()?.selectAllChildren(element)
}

function chooseOption(element: HTMLSelectElement, name: string): void {
  const option = [...element.options].find(({ text }) => text === name)
  element.value = option?.value ?? ''
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
}
