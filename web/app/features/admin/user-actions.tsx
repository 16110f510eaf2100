import type { Role } from '@nofiller/contract/accounts'
import type { ListedUser } from '@nofiller/contract/admin'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useUserDeeds } from './use-user.ts'
import { ROLE_CHOICES, ROLE_NAMES } from './user-filter.ts'
import { isAsking } from './user-standing.tsx'

type Deed = 'role' | 'suspend' | 'restore' | 'sign-out' | 'resend' | 'approve' | 'decline'

const BUTTONS: Record<Deed, { label: string; kind?: 'primary' | 'danger' }> = {
  approve: { label: 'Approve request', kind: 'primary' },
  decline: { label: 'Decline request' },
  role: { label: 'Change role' },
  resend: { label: 'Resend verification' },
  'sign-out': { label: 'Sign out everywhere' },
  suspend: { label: 'Suspend', kind: 'danger' },
  restore: { label: 'Restore' },
}

/** What can be done with a user as they stand. */
function deedsFor(user: ListedUser): Deed[] {
  const request: Deed[] = isAsking(user) ? ['approve', 'decline'] : []
  const code: Deed[] = user.verifiedAt === null ? ['resend'] : []
  return [...request, 'role', ...code, 'sign-out', user.suspendedAt === null ? 'suspend' : 'restore']
}

/** The buttons of an admin for a user; each asks for a reason. */
export function UserActions({ user }: { user: ListedUser }) {
  const [deed, setDeed] = useState<Deed | null>(null)
  const close = () => setDeed(null)
  return (
    <div className="flex flex-wrap gap-3">
      {deedsFor(user).map((each) => (
        <Button key={each} kind={BUTTONS[each].kind} onClick={() => setDeed(each)}>
          {BUTTONS[each].label}
        </Button>
      ))}
      {deed === 'role' && <ChangeRole user={user} onClose={close} />}
      {deed !== null && deed !== 'role' && <DoDeed deed={deed} user={user} onClose={close} />}
    </div>
  )
}

type DialogProps = { user: ListedUser; onClose: () => void }

function ChangeRole({ user, onClose }: DialogProps) {
  const deeds = useUserDeeds(user._id)
  const others = ROLE_CHOICES.filter((choice) => choice !== user.role)
  const [role, setRole] = useState<Role>(others[0] ?? user.role)
  return (
    <ReasonDialog
      title="Change role"
      text={`${user.username} is a ${user.role} now.`}
      button="Change role"
      hint={KEPT}
      done={`${user.username} is a ${role} now.`}
      act={deeds.change({ role })}
      onClose={onClose}
    >
      <Field label="New role">
        <Select
          value={role}
          onChange={(event) => setRole(others.find((choice) => choice === event.target.value) ?? role)}
        >
          {others.map((choice) => (
            <option key={choice} value={choice}>
              {ROLE_NAMES[choice]}
            </option>
          ))}
        </Select>
      </Field>
    </ReasonDialog>
  )
}

const KEPT = 'Kept in the audit log, with your name and the time.'
const MAILED = 'Mailed to the user, and kept in the audit log.'

type Words = Pick<ComponentProps<typeof ReasonDialog>, 'title' | 'text' | 'button' | 'kind' | 'hint' | 'done'>

/** What a dialog says, to do something with the user of that name. */
const WORDS: Record<Exclude<Deed, 'role'>, (name: string) => Words> = {
  approve: (name) => ({
    title: 'Approve request',
    text: `${name} becomes a developer, may publish games, and is told by mail.`,
    button: 'Approve',
    hint: KEPT,
    done: `${name} is a developer now.`,
  }),
  decline: (name) => ({
    title: 'Decline request',
    text: `${name} stays a player and may ask again.`,
    button: 'Decline',
    hint: MAILED,
    done: 'Request declined.',
  }),
  suspend: (name) => ({
    title: 'Suspend user',
    text: `${name} is signed out everywhere and cannot log in. What they bought stays theirs.`,
    button: 'Suspend',
    kind: 'danger',
    hint: MAILED,
    done: `${name} is suspended.`,
  }),
  restore: (name) => ({
    title: 'Restore user',
    text: `${name} can log in again.`,
    button: 'Restore',
    hint: MAILED,
    done: `${name} is restored.`,
  }),
  'sign-out': (name) => ({
    title: 'Sign out everywhere',
    text: `Every browser and device of ${name} will have to log in again.`,
    button: 'Sign out',
    hint: KEPT,
    done: `${name} is signed out everywhere.`,
  }),
  resend: (name) => ({
    title: 'Resend verification',
    text: `${name} is mailed a new code.`,
    button: 'Send code',
    hint: KEPT,
    done: 'Code sent.',
  }),
}

function DoDeed({ deed, user, onClose }: DialogProps & { deed: Exclude<Deed, 'role'> }) {
  const { change, signOut, resend, decline } = useUserDeeds(user._id)
  const acts = {
    approve: change({ role: 'developer' }),
    decline,
    suspend: change({ suspended: true }),
    restore: change({ suspended: false }),
    'sign-out': signOut,
    resend,
  }
  return <ReasonDialog {...WORDS[deed](user.username)} act={acts[deed]} onClose={onClose} />
}
