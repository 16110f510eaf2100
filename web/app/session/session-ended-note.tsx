import { TextLink } from '../ui/button.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Container } from '../ui/page.tsx'

/** Above a form that stays after its session has ended: after logging in again in another tab, it can be saved. */
export const SessionEndedNote = () => (
  <Container className="sticky top-0 z-20 pt-4">
    <Note kind="warn" role="alert" className="bg-bg">
      Your session has ended. Nothing you entered is lost:{' '}
      <TextLink to="/login" target="_blank">
        log in in a new tab
      </TextLink>
      , then save here.
    </Note>
  </Container>
)
