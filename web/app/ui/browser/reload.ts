import { scriptOf } from './inline-script.tsx'

/** What was typed on a page, by the place of each field in it, `true` or `false` for a box to tick; null for what is not saved, such as a password. */
type SavedFields = { path: string; values: (string | null)[] }

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const KEY = 'typed'
const FIELDS = 'main :is(input, textarea, select)'

/** The name of an event at which the page is loaded again with all that was typed; passwords and files excepted. */
export const RELOAD_EVENT = 'reload-page'

/** The name of an event that says that React has taken up the page. */
export const CAME_EVENT = 'scripts-came'

/** Loads the page again; what was typed comes back, passwords and files excepted. */
export const reload = (): void => void window.dispatchEvent(new Event(RELOAD_EVENT))

/** Runs from the moment the page is read: it is needed where no other script of the page came. */
export const RELOAD_SCRIPT = import.meta.env.SSR
  ? scriptOf(watchTyping, RELOAD_EVENT, CAME_EVENT, FIELDS, KEY)
  : ''

/**
 * Loads the page again at `reloadEvent`, with what was typed in the storage of the tab. What is typed before React comes it
 * notes at each field, because React writes its own empty text over it.
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
      // no storage is allowed: what was typed is lost
    }
    location.reload()
  }
  addEventListener('input', note, true)
  addEventListener(cameEvent, () => removeEventListener('input', note, true), { once: true })
  addEventListener(reloadEvent, save)
}

/** Types again, as if somebody did, what `reload` saved of this page and what was typed before its scripts came. */
export async function restoreTyped(): Promise<void> {
  const fields = [...document.querySelectorAll<Field>(FIELDS)]
  const saved = takeSaved()
  // The same path with other fields is another page than the one that was left.
  const isThisPage = saved?.path === location.pathname && saved.values.length === fields.length
  for (const [at, field] of fields.entries()) {
    const typed = field.dataset.typed ?? (isThisPage ? saved.values[at] : null)
    delete field.dataset.typed
    if (typeof typed !== 'string') continue
    type(field, typed)
    await new Promise((resume) => setTimeout(resume)) // a form takes up one change at a time
  }
}

function takeSaved(): SavedFields | null {
  try {
    const text = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return JSON.parse(text ?? 'null') as SavedFields | null // written by the script above alone
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
  // React watches the setter of the element, to tell its own changes from others'; the prototype's it does not.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
