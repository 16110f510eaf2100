import { scriptOf } from './inline-script.tsx'

/** The typed values of a page, by the position of each field, `true` or `false` for a checkbox; null for unsaved ones, such as a password. */
type SavedFields = { path: string; values: (string | null)[] }

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const KEY = 'typed'
const FIELDS = 'main :is(input, textarea, select)'

/** The name of an event that reloads the page with all typed text, except passwords and files. */
export const RELOAD_EVENT = 'reload-page'

/** The name of an event after React has hydrated the page. */
export const CAME_EVENT = 'scripts-came'

/** Reloads the page and restores the typed text, except passwords and files. */
export const reload = (): void => void window.dispatchEvent(new Event(RELOAD_EVENT))

/** Runs while the page is parsed: it is needed when no other script of the page loads. */
export const RELOAD_SCRIPT = import.meta.env.SSR
  ? scriptOf(watchTyping, RELOAD_EVENT, CAME_EVENT, FIELDS, KEY)
  : ''

/**
 * Reloads the page at `reloadEvent`, with the typed text in the tab's storage. It also records text typed before hydration
 * at each field, because React overwrites it with its own empty text.
 */
function watchTyping(reloadEvent: string, cameEvent: string, selector: string, key: string) {
  const textOf = (field: HTMLInputElement) =>
    field.type === 'checkbox' || field.type === 'radio' ? String(field.checked) : field.value
  const savedOf = (field: HTMLInputElement) =>
    field.type === 'password' || field.type === 'file' ? null : textOf(field)
  const note = ({ target }: Event) => {
    if (target instanceof HTMLElement) target.dataset.typed = textOf(target as HTMLInputElement)
  }
  const save = () => {
    const values = [...document.querySelectorAll<HTMLInputElement>(selector)].map(savedOf)
    try {
      sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, values }))
    } catch {
      // storage is forbidden: the typed text is lost
    }
    location.reload()
  }
  addEventListener('input', note, true)
  addEventListener(cameEvent, () => removeEventListener('input', note, true), { once: true })
  addEventListener(reloadEvent, save)
}

/** Restores, like a user typing, the text that `reload` saved of this page and that was typed before its scripts loaded. */
export async function restoreTyped(): Promise<void> {
  const fields = [...document.querySelectorAll<Field>(FIELDS)]
  const saved = takeSaved()
  // The same path with other fields is another page than the saved one.
  const isThisPage = saved?.path === location.pathname && saved.values.length === fields.length
  for (const [at, field] of fields.entries()) {
    const typed = field.dataset.typed ?? (isThisPage ? saved.values[at] : null)
    delete field.dataset.typed
    if (typeof typed !== 'string') continue
    type(field, typed)
    await new Promise((resume) => setTimeout(resume)) // a form handles one change at a time
  }
}

function takeSaved(): SavedFields | null {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return JSON.parse(text ?? 'null') as SavedFields | null // only written by the script above
  } catch {
    return null
  }
}

function type(field: Field, text: string) {
  if (field instanceof HTMLSelectElement) choose(field, text)
  else if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) tick(field, text)
  else if (text !== field.defaultValue) write(field, text)
}

function choose(field: HTMLSelectElement, value: string) {
  const rendered = [...field.options].find((option) => option.defaultSelected) ?? field.options[0]
  if (value === rendered?.value) return
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

function tick(field: HTMLInputElement, isTicked: string) {
  field.checked = field.defaultChecked // as React has it
  if (isTicked !== String(field.checked)) field.click()
}

function write(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  field.value = field.defaultValue
  // React replaces the element's own setter, to tell its own changes from others'; the prototype's setter bypasses that.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
