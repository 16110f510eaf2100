import type { ProfileFields } from '@nofiller/contract/profile-rules'
import { useState } from 'react'
import { Button, TextLink } from '../../ui/button.tsx'
import { Field, Textarea, TextInput } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/page.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** Everything that a developer tells of themselves. */
export function ProfileForm({ userId, profile }: { userId: string; profile: ProfileFields }) {
  const [saved, setSaved] = useState(false)
  const { form, bind, problems, failure, busy, submit, reset } = useProfileForm(userId, profile, () =>
    setSaved(true),
  )
  const cancel = () => {
    setSaved(false)
    reset()
  }
  return (
    <Panel>
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        onChange={() => setSaved(false)}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 className="text-md/5 font-650">Developer profile</h2>
          <TextLink to={`/dev/${userId}`} className="text-sm">
            View public profile
          </TextLink>
        </div>
        {saved && <Note kind="go">Profile saved.</Note>}
        {failure && <Note kind="bad">{failure}</Note>}
        <div className={PAIR}>
          <Field label="Display name" error={problems.displayName}>
            <TextInput autoComplete="off" {...bind('displayName')} />
          </Field>
          <Field label="Website" error={problems.website}>
            <TextInput inputMode="url" autoComplete="off" {...bind('website')} />
          </Field>
        </div>
        <Field label="Bio" error={problems.bio}>
          <Textarea {...bind('bio')} />
        </Field>
        <div className={PAIR}>
          <Field label="Twitter" error={problems.twitter}>
            <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} {...bind('twitter')} />
          </Field>
          <Field label="Patreon" error={problems.patreon}>
            <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} {...bind('patreon')} />
          </Field>
        </div>
        <Field label="Wallet" hint="Only you and admins can see this." error={problems.wallet}>
          <TextInput
            className="mono"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...bind('wallet')}
          />
        </Field>
        <div className="flex gap-3">
          <Button kind="primary" type="submit" busy={busy}>
            Save
          </Button>
          <Button kind="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Panel>
  )
}

const PAIR = 'grid gap-x-4 gap-y-5 phone:grid-cols-2'
