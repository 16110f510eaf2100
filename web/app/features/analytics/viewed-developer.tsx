import { TextLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'

/** Tells an admin whose figures these are. */
export const ViewedDeveloperNote = ({ developerId }: { developerId: string | undefined }) =>
  developerId !== undefined && (
    <Note>
      These are the figures of <TextLink to={`/admin/users/${developerId}`}>another developer</TextLink>.
    </Note>
  )
