import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import type { OwnProfile } from '@nofiller/contract/profiles/profiles'
import type { ReactNode } from 'react'
import { SettingsPage } from '../../features/accounts/settings/settings-page.tsx'
import { GameCard } from '../../features/catalog/game-card.tsx'
import { BecomeDeveloper } from '../../features/profiles/become-developer.tsx'
import { ProfileForm } from '../../features/profiles/profile-form.tsx'
import { useOwnProfile } from '../../features/profiles/use-own-profile.ts'
import { useSession } from '../../session/session.ts'
import { Avatar } from '../../shell/avatar.tsx'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconGamepad, IconPlus } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { Panel } from '../../ui/page.tsx'
import { Pill } from '../../ui/pill.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { showLongDay } from '../../ui/when.ts'

export const meta = titled('Profile')

/** The user's own account; for developers and admins also their profile, and their games. */
export default function Profile() {
  const { user } = useSession()
  const own = useOwnProfile()
  if (user === null) return null
  return (
    <SettingsPage title="Profile">
      <div className="flex items-center gap-5">
        <Avatar user={user} size="large" />
        <div className="min-w-0">
          <h2 className="d2 break-words">{user.username}</h2>
          <p className="text-muted">Member since {showLongDay(user.createdAt)}</p>
        </div>
      </div>
      <QueryView query={own} error="Failed to load profile">
        {(account) => <Account account={account} />}
      </QueryView>
    </SettingsPage>
  )
}

function Account({ account: { user, profile, games } }: { account: OwnProfile }) {
  return (
    <>
      <Panel>
        <dl className="grid grid-cols-[auto_minmax(0,auto)] justify-between gap-x-6 gap-y-4 phone:flex phone:flex-wrap phone:justify-between phone:gap-x-12">
          <Fact name="Username">{user.username}</Fact>
          <Fact name="Email">{user.email}</Fact>
          <Fact name="Role">{user.role}</Fact>
          <Fact name="Games Owned">{user.gamesOwned}</Fact>
        </dl>
      </Panel>
      {user.role === 'player' ? (
        <BecomeDeveloper askedAt={user.developerRequestedAt} />
      ) : (
        <>
          <ProfileForm userId={user._id} profile={profile} />
          <UploadedGames games={games.filter(({ archivedAt }) => archivedAt === null)} />
        </>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-faint">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)

function UploadedGames({ games }: { games: readonly OwnGame[] }) {
  return (
    <section className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="d3">Uploaded Games</h2>
        <ButtonLink to="/create-game">
          <IconPlus />
          Create Game
        </ButtonLink>
      </div>
      {games.length === 0 ? (
        <Empty title="You haven't uploaded any games yet." icon={<IconGamepad />} />
      ) : (
        <ul className="cards">
          {games.map((game) => (
            <li key={game._id} className="grid content-start justify-items-start gap-2.5">
              <GameCard game={game} />
              {game.status === 'draft' && <Pill>Draft</Pill>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
