import { type ProfileFields, profileProblems } from '@nofiller/contract/profile-rules'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { showErrors } from '../account/show-errors.ts'
import { changedFields } from './profile-draft.ts'
import { useSaveProfile } from './use-own-profile.ts'

type Problems = { [Field in keyof ProfileFields]?: string | undefined }

/** The fields of a profile while they are changed. Only what differs from `saved` is sent. */
export function useProfileForm(userId: string, saved: ProfileFields, onSaved: () => void) {
  const [changes, setChanges] = useState<Partial<ProfileFields>>({})
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveProfile(userId)
  const draft = { ...saved, ...changes }

  /** What a field's control needs. */
  const bind = (field: keyof ProfileFields) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => {
      setChanges({ ...changes, [field]: event.target.value })
      setProblems({ ...problems, [field]: undefined })
    },
  })

  const reset = () => {
    setChanges({})
    setProblems({})
    setFailure(null)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const changed = changedFields(saved, draft)
    const wrong = profileProblems({ ...saved, ...changed })
    if (Object.keys(wrong).length > 0) return showErrors(form.current, () => setProblems(wrong))
    setBusy(true)
    setFailure(null)
    try {
      await save(changed)
      reset()
      onSaved()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      if (Object.keys(fields).length > 0) showErrors(form.current, () => setProblems(fields))
      else setFailure(messageOf(error, 'Something went wrong. Please try again.'))
    }
    setBusy(false)
  }

  return { form, bind, problems, failure, busy, submit, reset }
}
