import { PasskeySettings } from '../../features/accounts/passkeys/passkey-settings.tsx'
import { ChangePassword } from '../../features/accounts/password/change-password.tsx'
import { SecondFactorSettings } from '../../features/accounts/second-factor/second-factor-settings.tsx'
import { OpenSessions } from '../../features/accounts/settings/open-sessions.tsx'
import { SecurityEvents } from '../../features/accounts/settings/security-events.tsx'
import { SettingsPage } from '../../features/accounts/settings/settings-page.tsx'
import { useSession } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'

export const meta = titled('Security')

/** The keys of an account, and its open sessions. */
export default function SettingsSecurity() {
  const { user } = useSession()
  if (user === null) return null
  return (
    <SettingsPage title="Security">
      <PasskeySettings />
      <SecondFactorSettings />
      <OpenSessions />
      <ChangePassword user={user} />
      <SecurityEvents />
    </SettingsPage>
  )
}
