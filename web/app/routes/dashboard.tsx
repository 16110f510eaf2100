import { DeveloperDesk } from '../features/authoring/developer-desk.tsx'
import { MyLibrary } from '../features/library/my-library.tsx'
import { SignedIn } from '../session/guards.tsx'
import { useSession } from '../session/session.ts'
import { titled } from '../shell/store-info.ts'

export const meta = titled('Dashboard')

/** Where a user lands: those who may publish at their games, everyone else at their library (document 1 §2). */
export default function Dashboard() {
  return (
    <SignedIn>
      <Landing />
    </SignedIn>
  )
}

function Landing() {
  const { user } = useSession()
  return user?.role === 'developer' || user?.role === 'admin' ? <DeveloperDesk /> : <MyLibrary />
}
