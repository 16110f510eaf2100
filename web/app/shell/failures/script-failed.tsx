import { useEffect, useLayoutEffect, useRef } from 'react'
import { CAME_EVENT, RELOAD_SCRIPT, restoreTyped } from '../../ui/browser/reload.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { CHUNK_TIMEOUT_MS } from '../../ui/lazy-part.tsx'
import { InlineScript } from '../inline-script.tsx'

const ID = 'script-failed'

/** The name of an event at which React has just taken up the page: from here on it hears presses itself. */
const HYDRATED_EVENT = 'hydrated'

/**
 * Shows the note above when one of the page's own scripts fails or takes too long. Until they came, a form that needs
 * them is not sent by the browser, which would load the page again and lose what was typed: it is sent once they come.
 * So is the last press of a button.
 */
const WATCH_SCRIPT = import.meta.env.SSR
  ? `(()=>{let form=null,button=null;const say=()=>{const note=document.getElementById('${ID}');if(note)note.hidden=false},failed=({target})=>{if(!target||target===window||target.tagName==='SCRIPT')say()},hold=event=>{if(event.target.hasAttribute('action'))return;event.preventDefault();form=event.target},press=({target})=>{button=target.closest('button[type=button]')??button},timer=setTimeout(say,${CHUNK_TIMEOUT_MS});addEventListener('error',failed,true);addEventListener('unhandledrejection',say);addEventListener('submit',hold,true);addEventListener('click',press);addEventListener('${HYDRATED_EVENT}',()=>removeEventListener('click',press),{once:true});addEventListener('click',({target})=>{if(target.closest('#${ID} button'))dispatchEvent(new Event('reload-page'))});addEventListener('${CAME_EVENT}',()=>{clearTimeout(timer);removeEventListener('error',failed,true);removeEventListener('unhandledrejection',say);removeEventListener('submit',hold,true);if(form?.isConnected)form.requestSubmit();if(button?.isConnected)button.click()},{once:true})})()`
  : ''

/** Says when the scripts of the page that was opened do not come; scripts of later pages are `NavigationProgress`'s. */
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
