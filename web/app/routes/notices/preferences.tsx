import { SettingsPage } from '../../features/accounts/settings/settings-page.tsx'
import { OwnDevices } from '../../features/follows/own-devices.tsx'
import { NoticePreferences } from '../../features/notices/notice-preferences.tsx'
import { titled } from '../../shell/store-info.ts'

export const meta = titled('Notices')

/** How the user is told about what. */
export default function Preferences() {
  return (
    <SettingsPage title="Notices">
      <NoticePreferences />
      <OwnDevices />
    </SettingsPage>
  )
}
