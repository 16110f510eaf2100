import { type ProfileFields, profileProblems } from '@nofiller/contract/profiles/profile-rules'
import { useForm } from '../../api/use-form.ts'
import { changedFields } from './profile-draft.ts'
import { useSaveProfile } from './use-own-profile.ts'

/** The form of a profile. Only fields that differ from `saved` are sent. */
export function useProfileForm(userId: string, saved: ProfileFields, onSaved: () => void = () => {}) {
  const save = useSaveProfile(userId)
  const form = useForm({
    initial: saved,
    check: (profile) => profileProblems({ ...saved, ...changedFields(saved, profile) }),
    send: (profile) => save(changedFields(saved, profile)),
    onSent: () => {
      form.reset()
      onSaved()
    },
  })
  return form
}
