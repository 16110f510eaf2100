import { PasskeySettings } from '../../features/account/passkeys/passkey-settings.tsx'
import { ChangePassword } from '../../features/account/password/change-password.tsx'
import { SecondFactorSettings } from '../../features/account/second-factor/second-factor-settings.tsx'
import { OpenSessions } from '../../features/account/settings/open-sessions.tsx'
import { SecurityEvents } from '../../features/account/settings/security-events.tsx'
import { SettingsPage } from '../../features/account/settings/settings-page.tsx'
import { useSession } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'

export const meta = titled('Security')

/** The keys to an account, and where it is logged in. */
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
