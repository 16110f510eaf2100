import { Navigate } from 'react-router'
import { DeveloperDashboard } from '../../features/authoring/own-games/developer-dashboard.tsx'
import { MyLibrary } from '../../features/library/my-library.tsx'
import { useSession } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'

export const meta = titled('Dashboard')

/** A user's start page: admins at theirs, developers at their games, everyone else at their library (requirements 8.5). */
export default function Dashboard() {
  const { user } = useSession()
  if (user?.role === 'admin') return <Navigate to="/admin-dashboard" replace />
  return user?.role === 'developer' ? <DeveloperDashboard /> : <MyLibrary />
}
