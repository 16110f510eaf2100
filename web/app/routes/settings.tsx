import { PasskeySettings } from '../features/account/passkeys/passkey-settings.tsx'
import { ChangePassword } from '../features/account/password/change-password.tsx'
import { SecondFactorSettings } from '../features/account/second-factor/second-factor-settings.tsx'
import { ContentSettings } from '../features/account/settings/content-settings.tsx'
import { NotificationSettings } from '../features/account/settings/notification-settings.tsx'
import { OpenSessions } from '../features/account/settings/open-sessions.tsx'
import { useSession } from '../session/session.ts'
import { titled } from '../shell/store-info.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Container, PageTitle, Panel } from '../ui/page.tsx'

export const meta = titled('Settings')

/** What an account may set: its mails, what it sees, its password, and where it is signed in. */
export default function Settings() {
  const { user } = useSession()
  if (user === null) return null
  return (
    <Container width="narrow" className="grid grid-cols-1 gap-6 pt-6 pb-16 phone:pt-10 phone:pb-24">
      <PageTitle>Settings</PageTitle>
      <NotificationSettings user={user}>
        <Panel className="grid gap-5">
          <h2 className="text-md/5 font-650">Account</h2>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <dl className="min-w-0">
              <dt className="label">Email</dt>
              <dd className="mt-1 break-words">{user.email}</dd>
            </dl>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to="/profile" kind="quiet">
                Profile
              </ButtonLink>
              <ButtonLink to="/settings/data" kind="quiet">
                Your data
              </ButtonLink>
              <ButtonLink to="/forgot-password">Reset Password</ButtonLink>
            </div>
          </div>
        </Panel>
      </NotificationSettings>
      <ContentSettings />
      <ChangePassword user={user} />
      <PasskeySettings />
      <SecondFactorSettings />
      <OpenSessions />
    </Container>
  )
}
