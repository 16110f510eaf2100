import { PROFILE_FIELDS, type ProfileFields } from '@nofiller/contract/profiles/profile-rules'

/** The changed fields of a draft, trimmed. */
export function changedFields(saved: ProfileFields, draft: ProfileFields): Partial<ProfileFields> {
  const changed = PROFILE_FIELDS.map((field) => [field, draft[field].trim()] as const).filter(
    ([field, text]) => text !== saved[field],
  )
  return Object.fromEntries(changed)
}
