import { ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Panel } from '../../ui/page.tsx'
import { showLongDay } from '../../ui/when.ts'

/** For players: links to the request to sell, or says how long it has been waiting. `askedAt` is an ISO time. */
export const BecomeDeveloper = ({ askedAt }: { askedAt: string | null }) => (
  <Panel className="grid justify-items-start gap-3">
    <h2 className="text-md/5 font-650">Become a developer</h2>
    <p className="text-muted">Developers upload their own games and sell them here.</p>
    {askedAt === null ? (
      <ButtonLink to="/sell">Become a developer</ButtonLink>
    ) : (
      <Note
        kind="go"
        role="none"
        action={
          <ButtonLink to="/sell#ask" size="small">
            Your request
          </ButtonLink>
        }
      >
        You asked to sell on {showLongDay(askedAt)}. A person reads every request.
      </Note>
    )}
  </Panel>
)
