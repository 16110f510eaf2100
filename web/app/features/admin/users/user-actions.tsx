import type { ListedUser, UserDetail } from '@nofiller/contract/admin/admin'
import { FRAUD_RULE } from '@nofiller/contract/moderation/moderation-rules'
import { ANSWER_MIN } from '@nofiller/contract/reports/report-rules'
import type { Role } from '@nofiller/contract/role'
import { type ComponentProps, useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Checkbox, Field, Select } from '../../../ui/form/field.tsx'
import { AUDITED } from '../bulk.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { ROLE_CHOICES, ROLE_NAMES } from './role-names.ts'
import { useUserActions } from './use-user.ts'
import { isAsking } from './user-status.tsx'

type Deed = 'role' | 'safety' | 'suspend' | 'restore' | 'sign-out' | 'lift-bounce' | 'lift-freeze'

const BUTTONS: Record<Deed, { label: string; kind?: 'primary' | 'danger' }> = {
  role: { label: 'Change role' },
  safety: { label: 'Safety queue' },
  'sign-out': { label: 'Log out everywhere' },
  'lift-bounce': { label: 'Try their mail again' },
  'lift-freeze': { label: 'Unfreeze payouts' },
  suspend: { label: 'Suspend', kind: 'danger' },
  restore: { label: 'Restore' },
}

/** The actions that a user's state allows. */
function actionsFor(user: UserDetail['user']): Deed[] {
  const safety: Deed[] = user.role === 'admin' ? ['safety'] : []
  const bounce: Deed[] = user.mailBouncedAt === null ? [] : ['lift-bounce']
  const freeze: Deed[] = user.payoutsFrozenAt === null ? [] : ['lift-freeze']
  return [
    'role',
    ...safety,
    ...bounce,
    ...freeze,
    'sign-out',
    user.suspendedAt === null ? 'suspend' : 'restore',
  ]
}

/** An admin's buttons for a user; each asks for a reason. */
export function UserActions({ user }: { user: UserDetail['user'] }) {
  const [deed, setDeed] = useState<Deed | null>(null)
  const close = () => setDeed(null)
  return (
    <div className="flex flex-wrap gap-3">
      {isAsking(user) && (
        <ButtonLink kind="primary" to={`/admin/requests/${user._id}`}>
          Read the request to sell
        </ButtonLink>
      )}
      {actionsFor(user).map((each) => (
        <Button key={each} kind={BUTTONS[each].kind} onClick={() => setDeed(each)}>
          {BUTTONS[each].label}
        </Button>
      ))}
      {deed === 'role' && <ChangeRole user={user} onClose={close} />}
      {deed === 'safety' && <RunSafety user={user} onClose={close} />}
      {deed === 'suspend' && <Suspend user={user} onClose={close} />}
      {deed !== null && deed !== 'role' && deed !== 'safety' && deed !== 'suspend' && (
        <DoAction deed={deed} user={user} onClose={close} />
      )}
    </div>
  )
}

type DialogProps = { user: ListedUser; onClose: () => void }

/** An admin of the safety queue can assign it to another. */
function RunSafety({ user, onClose }: DialogProps) {
  const deeds = useUserActions(user._id)
  const [runs, setRuns] = useState(true)
  return (
    <ReasonDialog
      title="Safety queue"
      text="Reports about minors and about real people are seen by at most three people. Until someone is chosen, the first admin sees them."
      button="Save"
      hint={AUDITED}
      done={`${user.username} ${runs ? 'runs' : 'does not run'} the safety queue.`}
      act={deeds.runSafety(runs)}
      onClose={onClose}
    >
      <Field label={`${user.username} sees them`}>
        <Select value={runs ? 'yes' : 'no'} onChange={(event) => setRuns(event.target.value === 'yes')}>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </Select>
      </Field>
    </ReasonDialog>
  )
}

function ChangeRole({ user, onClose }: DialogProps) {
  const deeds = useUserActions(user._id)
  const others = ROLE_CHOICES.filter((choice) => choice !== user.role)
  const [role, setRole] = useState<Role>(others[0] ?? user.role)
  return (
    <ReasonDialog
      title="Change role"
      text={`${user.username} is currently ${withArticle(user.role)}.`}
      button="Change role"
      hint={AUDITED}
      done={`${user.username} is now ${withArticle(role)}.`}
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

/** `a player`, `an admin`. */
const withArticle = (role: Role): string => (role === 'admin' ? 'an admin' : `a ${role}`)

const MAILED = 'Emailed to the user and kept in the audit log.'
const MAILED_WITHOUT_REASON = 'Kept in the audit log. The user is told by email, without the reason.'

type SimpleDeed = Exclude<Deed, 'role' | 'safety' | 'suspend'>
type Words = Pick<ComponentProps<typeof ReasonDialog>, 'title' | 'text' | 'button' | 'kind' | 'hint' | 'done'>

/** A dialog's text, for an action on the user with that name. */
const WORDS: Record<SimpleDeed, (name: string) => Words> = {
  restore: (name) => ({
    title: 'Restore user',
    text: `${name} can log in again.`,
    button: 'Restore',
    hint: MAILED,
    done: `${name} is restored.`,
  }),
  'sign-out': (name) => ({
    title: 'Log out everywhere',
    text: `${name} will have to log in again on every device.`,
    button: 'Log out',
    hint: AUDITED,
    done: `${name} is logged out everywhere.`,
  }),
  'lift-bounce': (name) => ({
    title: 'Try their mail again',
    text: `Mail to ${name} bounced. They’ll get news and all other emails again until it bounces again.`,
    button: 'Try again',
    hint: AUDITED,
    done: `Mail to ${name} is tried again.`,
  }),
  'lift-freeze': (name) => ({
    title: 'Unfreeze payouts',
    text: `Payouts stopped when a change of the payout address or email of ${name} was reported as not theirs. Make sure that you speak to the owner of the account, and that the payout address is theirs.`,
    button: 'Unfreeze payouts',
    hint: MAILED_WITHOUT_REASON,
    done: `Payouts of ${name} go on.`,
  }),
}

/** Suspends; for fraud by a decision, which also removes what the user wrote about games. */
function Suspend({ user: { _id, username }, onClose }: DialogProps) {
  const { change } = useUserActions(_id)
  const [isFraud, setFraud] = useState(false)
  return (
    <ReasonDialog
      title="Suspend user"
      text={`${username} is logged out everywhere and cannot log in. They keep what they bought.`}
      button="Suspend"
      kind="danger"
      hint={isFraud ? `At least ${ANSWER_MIN} characters. ${MAILED}` : MAILED}
      done={`${username} is suspended.`}
      act={change({ suspended: true, ...(isFraud && { rule: FRAUD_RULE }) })}
      onClose={onClose}
    >
      <Checkbox
        checked={isFraud}
        onChange={() => setFraud(!isFraud)}
        hint="Their reviews are removed and don’t count until the user is restored. Otherwise they stay shown, and don’t count."
      >
        For fraud
      </Checkbox>
    </ReasonDialog>
  )
}

function DoAction({ deed, user, onClose }: DialogProps & { deed: SimpleDeed }) {
  const { change, signOut, liftBounce, liftFreeze } = useUserActions(user._id)
  const acts = {
    restore: change({ suspended: false }),
    'sign-out': signOut,
    'lift-bounce': liftBounce,
    'lift-freeze': liftFreeze,
  }
  return <ReasonDialog {...WORDS[deed](user.username)} act={acts[deed]} onClose={onClose} />
}
