import { AccountDeletion } from '../../features/accounts/data/account-deletion.tsx'
import { DataExport } from '../../features/accounts/data/data-export.tsx'
import { SettingsPage } from '../../features/accounts/settings/settings-page.tsx'
import { titled } from '../../shell/store-info.ts'

export const meta = titled('Your data')

/** A copy of the user's data. */
export default function SettingsData() {
  return (
    <SettingsPage title="Your data">
      <DataExport />
      <AccountDeletion />
    </SettingsPage>
  )
}
