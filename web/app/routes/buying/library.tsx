import { MyLibrary } from '../../features/library/my-library.tsx'
import { LibrarySuggestions } from '../../features/suggestions/library-suggestions.tsx'
import type { Meeting } from '../../session/guard.tsx'
import { useLoginAddress } from '../../session/login-address.ts'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconUser } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Page } from '../../ui/page.tsx'

export const meta = titled('Library')

export const handle: Meeting = { signedOut: <SignedOut /> }

/** The games that the user owns with their downloads, and what is suggested to them. */
export default function Library() {
  return (
    <MyLibrary>
      <LibrarySuggestions />
    </MyLibrary>
  )
}

function SignedOut() {
  const login = useLoginAddress('/login')
  return (
    <Page title="Library">
      <Empty
        title="Please log in to view your library."
        icon={<IconUser />}
        action={
          <ButtonLink kind="primary" to={login}>
            Log in
          </ButtonLink>
        }
      />
    </Page>
  )
}
