import {
  AGE_GATE_PATH,
  CONTENT_COOKIE,
  CONTENT_COOKIE_SECONDS,
  contentChoiceIn,
  type GATE_CHOICES,
} from '@nofiller/contract/catalog/content-choice'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useContentView } from '../session/content-choice.ts'
import { chooseContent } from '../session/session.ts'
import { InlineScript, scriptOf } from '../ui/browser/inline-script.tsx'
import { buttonClass, TextLink } from '../ui/button.tsx'
import { AdvisoryMark } from './brand.tsx'
import { EARLIER, EARLIER_KEY } from './content-choice-notice.tsx'

/** Open to all: a buyer's limits, the store's status, the legal pages, the account pages and the demo's payment provider (requirements 4.7). */
const OPEN_PATHS =
  /^\/(?:limits|status|terms|privacy|login|signup|verify|forgot-password|reset-password)\/?$|^\/sandbox\//

/**
 * Until a visitor has confirmed that they are 18, and chosen how to see 18+ pictures, the gate covers the page, which is
 * rendered but can be neither read nor reached. The server renders it, so it needs no scripts (requirements 4.7).
 */
export function AgeGate({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const isAsked = useContentView() === 'none' && !OPEN_PATHS.test(pathname)
  useFocusBehind(isAsked)
  return (
    <>
      {isAsked && <Gate back={pathname + search} />}
      <div className="contents" inert={isAsked}>
        {children}
      </div>
    </>
  )
}

/** The clicked button disappears with the gate, so the focus must move. */
function useFocusBehind(isAsked: boolean) {
  const wasAsked = useRef(isAsked)
  useEffect(() => {
    if (wasAsked.current && !isAsked) document.getElementById('main')?.focus({ preventScroll: true })
    wasAsked.current = isAsked
  }, [isAsked])
}

function Gate({ back }: { back: string }) {
  return (
    <div
      id="age-gate"
      // The script below may have removed it before React loads.
      suppressHydrationWarning
      className="fixed inset-0 z-50 grid overflow-y-auto bg-[#110e10b3] px-4 py-6 backdrop-blur-md backdrop-saturate-70"
    >
      <InlineScript code={LET_EARLIER_VISITORS_IN} />
      <dialog
        open
        aria-modal="true"
        aria-labelledby="age-gate-title"
        className="static m-auto w-full max-w-118 rounded-3 border border-line bg-surface p-6 text-text shadow-pop phone:p-10"
      >
        <form
          method="post"
          action={AGE_GATE_PATH}
          onSubmit={enter}
          className="grid w-full justify-items-start gap-5"
        >
          <input type="hidden" name="back" value={back} />
          <AdvisoryMark size="large" />
          <div className="grid gap-2">
            <h2 id="age-gate-title" className="d2">
              This store is for adults
            </h2>
            <p className="text-muted">Games here contain adult content. You must be 18 or older to enter.</p>
          </div>
          <div className="grid w-full gap-2">
            <Way choice="show" hint="18+ pictures are shown">
              I am 18 or older
            </Way>
            <Way choice="blur" hint="You can switch at any time at the foot of every page">
              I am 18 or older, blur 18+ pictures
            </Way>
            <a href="about:blank" className={buttonClass({ kind: 'quiet', wide: true })}>
              Leave
            </a>
          </div>
          <p className="w-full border-t border-line pt-5 text-sm text-muted">
            Themes you’d rather not see? <TextLink to="/limits">Set your limits first</TextLink>.
          </p>
          <p className="text-sm text-muted">
            We keep your answer in a cookie on this device. By entering you accept the{' '}
            <TextLink to="/terms">Terms</TextLink> and <TextLink to="/privacy">Privacy Policy</TextLink>.
          </p>
        </form>
      </dialog>
    </div>
  )
}

type WayProps = { choice: (typeof GATE_CHOICES)[number]; hint: string; children: string }

/** An entry button. The first one has the focus. */
const Way = ({ choice, hint, children }: WayProps) => (
  <button
    type="submit"
    name={CONTENT_COOKIE}
    value={choice}
    // biome-ignore lint/a11y/noAutofocus: nothing else on the page can be reached
    autoFocus={choice === 'show'}
    aria-describedby={`age-gate-${choice}`}
    className={buttonClass({
      kind: choice === 'show' ? 'primary' : 'secondary',
      size: 'large',
      wide: true,
      className: 'py-2.25!',
    })}
  >
    <span className="grid text-balance whitespace-normal">
      {children}
      <span
        id={`age-gate-${choice}`}
        aria-hidden="true"
        className={`text-sm/[18px] font-medium ${choice === 'show' ? '' : 'text-muted'}`}
      >
        {hint}
      </span>
    </span>
  </button>
)

/** With scripts the page stays, and its data is refetched. */
function enter(event: FormEvent) {
  const { submitter } = event.nativeEvent as SubmitEvent // what browsers dispatch for a form
  const choice = submitter instanceof HTMLButtonElement ? contentChoiceIn(submitter.value) : null
  if (choice === null) return
  event.preventDefault()
  chooseContent(choice)
}

/** Runs before the first paint. */
const LET_EARLIER_VISITORS_IN = import.meta.env.SSR
  ? scriptOf(letEarlierVisitorsIn, EARLIER_KEY, EARLIER, CONTENT_COOKIE, CONTENT_COOKIE_SECONDS)
  : ''

/**
 * Visitors who passed an earlier gate, which only asked for the age, still get blurred pictures, and a bar asks them. The
 * rendered page is for a visitor without a choice; React refetches it.
 */
function letEarlierVisitorsIn(key: string, earlier: string, cookie: string, seconds: number) {
  const hasChosen = () => document.cookie.split('; ').some((each) => each.startsWith(`${cookie}=`))
  try {
    if (localStorage.getItem(key) !== '1' || hasChosen()) return
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: before the first paint nothing may be waited for
    document.cookie = `${cookie}=blur; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
    localStorage.setItem(key, earlier)
    const gate = document.getElementById('age-gate')
    if (gate) gate.hidden = true
  } catch {
    // without storage there was no earlier visit
  }
}
