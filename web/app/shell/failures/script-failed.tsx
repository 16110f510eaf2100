import { useEffect, useLayoutEffect, useRef } from 'react'
import { InlineScript, scriptOf } from '../../ui/browser/inline-script.tsx'
import { CAME_EVENT, RELOAD_EVENT, RELOAD_SCRIPT, restoreTyped } from '../../ui/browser/reload.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { CHUNK_TIMEOUT_MS } from '../../ui/lazy-part.tsx'

const ID = 'script-failed'

/** The name of an event after React has hydrated the page: from then on it handles clicks itself. */
const HYDRATED_EVENT = 'hydrated'

const WATCH_SCRIPT = import.meta.env.SSR
  ? scriptOf(watchScripts, ID, CHUNK_TIMEOUT_MS, HYDRATED_EVENT, CAME_EVENT, RELOAD_EVENT)
  : ''

/**
 * Shows the note when one of the page's own scripts fails or takes too long. Before the scripts load, the browser must not
 * send a form that needs them, which would reload the page and lose the typed text: the form is sent once they load. So is
 * the last click on a button.
 */
function watchScripts(
  noteId: string,
  timeoutMs: number,
  hydratedEvent: string,
  cameEvent: string,
  reloadEvent: string,
) {
  let form: HTMLFormElement | undefined
  let button: HTMLButtonElement | undefined
  const show = () => {
    const note = document.getElementById(noteId)
    if (note) note.hidden = false
  }
  const fail = ({ target }: Event) => {
    if (!(target instanceof Element) || target.tagName === 'SCRIPT') show()
  }
  const hold = (event: SubmitEvent) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.hasAttribute('action')) return
    event.preventDefault()
    form = event.target
  }
  const pressed = ({ target }: Event, selector: string) =>
    target instanceof Element ? target.closest<HTMLButtonElement>(selector) : null
  const press = (event: Event) => {
    button = pressed(event, 'button[type=button]') ?? button
  }
  const timer = setTimeout(show, timeoutMs)
  addEventListener('error', fail, true)
  addEventListener('unhandledrejection', show)
  addEventListener('submit', hold, true)
  addEventListener('click', press)
  addEventListener('click', (event) => {
    if (pressed(event, `#${noteId} button`)) dispatchEvent(new Event(reloadEvent))
  })
  addEventListener(hydratedEvent, () => removeEventListener('click', press), { once: true })
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('error', fail, true)
    removeEventListener('unhandledrejection', show)
    removeEventListener('submit', hold, true)
    if (form?.isConnected) form.requestSubmit()
    if (button?.isConnected) button.click()
  }
  addEventListener(cameEvent, stop, { once: true })
}

/** Reports when the scripts of the first page do not load; `NavigationProgress` does so for later pages. */
export function ScriptFailed() {
  const note = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => void window.dispatchEvent(new Event(HYDRATED_EVENT)), [])
  useEffect(() => {
    if (note.current) note.current.hidden = true
    restoreTyped().then(() => window.dispatchEvent(new Event(CAME_EVENT)))
  }, [])
  return (
    <>
      <div
        ref={note}
        id={ID}
        hidden
        suppressHydrationWarning
        className="fixed inset-x-4 bottom-6 z-50 mx-auto max-w-125 rounded-2 bg-raised shadow-pop print:hidden"
      >
        <Note kind="bad" action={<Button size="small">Reload</Button>}>
          A part of this page did not load. What you typed comes back when you reload.
        </Note>
      </div>
      <InlineScript code={RELOAD_SCRIPT + WATCH_SCRIPT} />
    </>
  )
}
