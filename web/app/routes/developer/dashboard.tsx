import { DeveloperDesk } from '../../features/authoring/own-games/developer-desk.tsx'
import { titled } from '../../shell/store-info.ts'

export const meta = titled('Dashboard')

/** The developer's dashboard. */
export default function DevDashboard() {
  return <DeveloperDesk />
}
