import { DeveloperDashboard } from '../../features/authoring/own-games/developer-dashboard.tsx'
import { titled } from '../../shell/store-info.ts'

export const meta = titled('Dashboard')

/** The developer's dashboard. */
export default function DevDashboard() {
  return <DeveloperDashboard />
}
