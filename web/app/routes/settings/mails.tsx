import { MailBounce } from '../../features/account/settings/mail-bounce.tsx'
import { NotificationSettings } from '../../features/account/settings/notification-settings.tsx'
import { SettingsPage } from '../../features/account/settings/settings-page.tsx'
import { useSession } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { Panel } from '../../ui/page.tsx'

export const meta = titled('Emails')

/** Which mails come, and where to. */
export default function SettingsMails() {
  const { user } = useSession()
  if (user === null) return null
  return (
    <SettingsPage title="Emails">
      <MailBounce email={user.email} />
      <NotificationSettings user={user} page="/settings/mails" />
      <Panel className="grid gap-1">
        <h2 className="text-md/5 font-650">Emails that always come</h2>
        <p className="text-sm text-faint">
          Codes, notices that keep your account safe, and emails about orders and payouts that need you. They
          go to {user.email}.
        </p>
      </Panel>
    </SettingsPage>
  )
}
