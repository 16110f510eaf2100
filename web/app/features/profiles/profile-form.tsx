import type { ProfileFields } from '@nofiller/contract/profiles/profile-rules'
import { Button, TextLink } from '../../ui/button.tsx'
import { Field, Textarea, TextInput } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import { Panel } from '../../ui/page.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** All fields of a developer's profile. */
export function ProfileForm({ userId, profile }: { userId: string; profile: ProfileFields }) {
  const form = useProfileForm(userId, profile)
  return (
    <Panel>
      <Form form={form} onChange={() => form.isSent && form.clear()} className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 className="text-md/5 font-650">Developer profile</h2>
          <TextLink to={`/dev/${userId}`} className="text-sm">
            View public profile
          </TextLink>
        </div>
        <FormNote form={form} sent="Profile saved." />
        <div className={PAIR}>
          <Field label="Display name" {...form.field('displayName')}>
            <TextInput autoComplete="off" />
          </Field>
          <Field label="Website" {...form.field('website')}>
            <TextInput inputMode="url" autoComplete="off" />
          </Field>
        </div>
        <Field label="Bio" {...form.field('bio')}>
          <Textarea />
        </Field>
        <div className={PAIR}>
          <Field label="Twitter" {...form.field('twitter')}>
            <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </Field>
          <Field label="Patreon" {...form.field('patreon')}>
            <TextInput autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </Field>
        </div>
        <Field label="Wallet" hint="Only you and admins can see this." {...form.field('wallet')}>
          <TextInput className="mono" autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <div className="flex gap-3">
          <SubmitButton form={form}>Save</SubmitButton>
          <Button kind="quiet" onClick={form.reset}>
            Cancel
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

const PAIR = 'grid gap-x-4 gap-y-5 phone:grid-cols-2'
