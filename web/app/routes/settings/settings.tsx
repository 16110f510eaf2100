import { ContentSettings } from '../../features/accounts/settings/content-settings.tsx'
import { EmailSetting } from '../../features/accounts/settings/email-setting.tsx'
import { MailBounce } from '../../features/accounts/settings/mail-bounce.tsx'
import { NotificationSettings } from '../../features/accounts/settings/notification-settings.tsx'
import { SettingsPage } from '../../features/accounts/settings/settings-page.tsx'
import { PenNameSetting } from '../../features/reviews/pen-name-setting.tsx'
import { SuggestionSettings } from '../../features/suggestions/suggestion-settings.tsx'
import { useSession } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'

export const meta = titled('Settings')

/** The settings of an account: its emails, its content and its suggestions. */
export default function Settings() {
  const { user } = useSession()
  if (user === null) return null
  return (
    <SettingsPage title="Settings">
      <MailBounce email={user.email} />
      <NotificationSettings user={user}>
        <Panel className="grid gap-5">
          <h2 className="text-md/5 font-650">Account</h2>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <EmailSetting email={user.email} />
            <ButtonLink to="/forgot-password">Reset Password</ButtonLink>
          </div>
          <PenNameSetting />
        </Panel>
      </NotificationSettings>
      <ContentSettings />
      <SuggestionSettings />
    </SettingsPage>
  )
}
