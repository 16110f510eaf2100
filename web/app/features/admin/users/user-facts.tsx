import type { UserDetail } from '@nofiller/contract/admin/admin'
import { showCount } from '@nofiller/contract/text/digits'
import { showUtcMoment } from '@nofiller/contract/text/time'
import type { ReactNode } from 'react'
import { Panel } from '../../../ui/page.tsx'

/** All known facts about a user; missing ones are left out. */
export function UserFacts({ user }: { user: UserDetail['user'] }) {
  const { profile } = user
  return (
    <Panel>
      <dl className="grid gap-x-6 gap-y-5 phone:grid-cols-2 desktop:grid-cols-4">
        <Fact name="ID">
          <span translate="no" className="mono">
            {user._id}
          </span>
        </Fact>
        <Fact name="Username">
          <span translate="no">{user.username}</span>
        </Fact>
        <Fact name="Email">
          <span translate="no">{user.email}</span>
        </Fact>
        <Fact name="Role">{user.role}</Fact>
        <Fact name="Member since">{showUtcMoment(user.createdAt)}</Fact>
        <Fact name="Verified">{moment(user.verifiedAt) ?? 'Not yet'}</Fact>
        <Fact name="Suspended">{moment(user.suspendedAt) ?? 'No'}</Fact>
        <Fact name="Asked to sell">{moment(user.developerRequestedAt)}</Fact>
        <Fact name="Games Owned">{showCount(user.gamesOwned)}</Fact>
        <Fact name="Emails">{mailsOf(user)}</Fact>
        <Fact name="Mail comes back">{moment(user.mailBouncedAt)}</Fact>
        <Fact name="Payouts frozen">{moment(user.payoutsFrozenAt)}</Fact>
        <Fact name="Display name">{profile.displayName}</Fact>
        <Fact name="Bio">{profile.bio}</Fact>
        <Fact name="Website">{profile.website}</Fact>
        <Fact name="Twitter">{profile.twitter}</Fact>
        <Fact name="Patreon">{profile.patreon}</Fact>
        <Fact name="Wallet">
          {profile.wallet && (
            <span translate="no" className="mono">
              {profile.wallet}
            </span>
          )}
        </Fact>
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === '') return null
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd dir="auto" className="mt-1 break-words whitespace-pre-line">
        {children}
      </dd>
    </div>
  )
}

const moment = (time: string | null): string | null => (time === null ? null : showUtcMoment(time))

function mailsOf({ notifyPurchases, notifyUpdates }: UserDetail['user']): string {
  const emails = [...(notifyPurchases ? ['receipts'] : []), ...(notifyUpdates ? ['updates'] : [])]
  return emails.join(', ') || 'none'
}
