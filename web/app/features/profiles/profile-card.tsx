import type { ProfileFields } from '@nofiller/contract/profiles/profile-rules'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { Avatar } from '../../shell/avatar.tsx'
import { Button, TextLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Field, Textarea, TextInput } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import { IconEdit } from '../../ui/icons.tsx'
import { PageTitle, Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useOwnProfile } from './use-own-profile.ts'
import { useProfileForm } from './use-profile-form.ts'

/** The head of the developer's dashboard: their name and bio, changed in place. */
export function ProfileCard() {
  const { user } = useSession()
  const own = useOwnProfile()
  const [editing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) editButton.current?.focus()
    wasEditing.current = editing
  }, [editing])

  if (user === null) return null
  const name = own.data?.profile.displayName ?? user.displayName
  return (
    <Panel className="flex items-start gap-5 max-phone:flex-wrap">
      <div className={editing ? 'max-phone:hidden' : ''}>
        <Avatar user={user} size="large" />
      </div>
      <div className="grid min-w-0 flex-1 gap-1">
        <PageTitle className="d3 break-words">{name || "This developer hasn't set a name yet."}</PageTitle>
        <QueryView query={own} error="Failed to load profile" skeleton={<Skeleton className="h-6 w-60" />}>
          {({ profile }) =>
            editing ? (
              <EditProfile userId={user._id} profile={profile} onClose={() => setEditing(false)} />
            ) : (
              <p dir="auto" className="max-w-[60ch] break-words whitespace-pre-line text-muted">
                {profile.bio || "This developer hasn't set a bio yet."}
              </p>
            )
          }
        </QueryView>
      </div>
      {own.data && !editing && (
        <Button ref={editButton} className="max-phone:w-full" onClick={() => setEditing(true)}>
          <IconEdit />
          Edit Profile
        </Button>
      )}
    </Panel>
  )
}

type EditProfileProps = { userId: string; profile: ProfileFields; onClose: () => void }

function EditProfile({ userId, profile, onClose }: EditProfileProps) {
  const form = useProfileForm(userId, profile, onClose)
  return (
    <Form form={form} className="mt-3 grid max-w-140 gap-4">
      <FormNote form={form} />
      <Field label="Display name" {...form.field('displayName')}>
        <TextInput autoFocus autoComplete="off" />
      </Field>
      <Field label="Bio" {...form.field('bio')}>
        <Textarea />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton form={form}>Save</SubmitButton>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <TextLink to="/profile" className="text-sm">
          Links and wallet
        </TextLink>
      </div>
    </Form>
  )
}
