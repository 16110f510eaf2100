import { AccountDeletion } from '../../features/accounts/data/account-deletion.tsx'
import { DataExport } from '../../features/accounts/data/data-export.tsx'
import { SettingsPage } from '../../features/accounts/settings/settings-page.tsx'
import { titled } from '../../shell/store-info.ts'

export const meta = titled('Your data')

/** What the store knows of the user, to take along. */
export default function SettingsData() {
  return (
    <SettingsPage title="Your data">
      <DataExport />
      <AccountDeletion />
    </SettingsPage>
  )
}
