import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button, buttonClass, TextLink } from '../ui/button.tsx'
import { preference } from '../ui/preference.ts'
import { AdvisoryMark } from './brand.tsx'
import { InlineScript } from './inline-script.tsx'

const ageOk = preference('ageOk')

/** Open to all: the legal pages, the account pages and the look-alike of a payment provider (decisions §4). */
const OPEN_PATHS = /^\/(?:terms|privacy|login|signup|verify|forgot-password|reset-password)\/?$|^\/sandbox\//

/** Opens the gate while the page is still being read, before the first paint: it stands first in the body. */
const OPEN_SCRIPT = `(()=>{const gate=document.getElementById('age-gate');let ok=null;try{ok=localStorage.ageOk}catch{}if(ok!=='1'&&!${OPEN_PATHS}.test(location.pathname))gate.showModal()})()`

/**
 * Asks once per browser whether the visitor is 18. A modal dialog, so that the page below, which is rendered all the
 * same, can be neither read nor reached. Without scripts it never opens.
 */
export function AgeGate() {
  const { pathname } = useLocation()
  const isAsked = ageOk.use() !== '1' && !OPEN_PATHS.test(pathname)
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const gate = ref.current
    // Read anew: right after hydration `isAsked` still holds the server's answer.
    const mustAsk = isAsked && ageOk.read() !== '1'
    if (mustAsk && !gate?.open) gate?.showModal()
    if (!mustAsk && gate?.open) gate.close()
  }, [isAsked])

  const stayOpen = () => {
    // Some browsers close a dialog at the second Escape whatever the page says.
    if (isAsked) ref.current?.showModal()
  }

  return (
    <>
      <dialog
        ref={ref}
        id="age-gate"
        // The script below has opened it before React comes.
        suppressHydrationWarning
        closedby="none"
        aria-labelledby="age-gate-title"
        onCancel={(event) => event.preventDefault()}
        onClose={stayOpen}
        className="m-auto w-[calc(100%-32px)] max-w-110 rounded-3 border border-line bg-surface p-6 text-text shadow-pop backdrop:bg-[#110e10b3] backdrop:backdrop-blur-md backdrop:backdrop-saturate-70 phone:p-10"
      >
        <div className="grid justify-items-start gap-5">
          <AdvisoryMark size="large" />
          <div className="grid gap-2">
            <h2 id="age-gate-title" className="d2">
              This store is for adults
            </h2>
            <p className="text-muted">
              Some games here contain mature content. You must be 18 or older to enter.
            </p>
          </div>
          <div className="grid w-full gap-2">
            <Button kind="primary" size="large" wide autoFocus onClick={() => ageOk.write('1')}>
              I am 18 or older
            </Button>
            <a href="about:blank" className={buttonClass({ size: 'large', wide: true })}>
              Leave
            </a>
          </div>
          <p className="text-sm text-faint">
            We remember your answer on this device. By entering you accept the{' '}
            <TextLink to="/terms">Terms</TextLink> and <TextLink to="/privacy">Privacy Policy</TextLink>.
          </p>
        </div>
      </dialog>
      <InlineScript code={OPEN_SCRIPT} />
    </>
  )
}
