import { useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/page.tsx'
import { showLongDay } from '../../ui/when.ts'
import { useDeveloperRequest } from './use-own-profile.ts'

/** For players: asks to become a developer, or says since when that is asked. `askedAt` is an ISO time. */
export function BecomeDeveloper({ askedAt }: { askedAt: string | null }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const ask = useDeveloperRequest()
  const press = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await ask()
      heading.current?.focus() // the button is gone
    } catch (error) {
      setFailure(messageOf(error, 'Something went wrong. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <Panel className="grid justify-items-start gap-3">
      <h2 ref={heading} tabIndex={-1} className="text-md/5 font-650 outline-none">
        Become a developer
      </h2>
      <p className="text-muted">Developers upload their own games and sell them here.</p>
      {failure && <Note kind="bad">{failure}</Note>}
      {askedAt === null ? (
        <Button busy={busy} onClick={press}>
          Become a developer
        </Button>
      ) : (
        <Note kind="go">
          You asked to become a developer on {showLongDay(askedAt)}. An admin looks at every request.
        </Note>
      )}
    </Panel>
  )
}
