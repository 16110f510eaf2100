import type { ProfileFields } from '@nofiller/contract/profile-rules'

const FIELDS = ['displayName', 'bio', 'website', 'twitter', 'patreon', 'wallet'] as const

/** The fields of a draft that differ from what is saved, without blanks around them. */
export function changedFields(saved: ProfileFields, draft: ProfileFields): Partial<ProfileFields> {
  const changed = FIELDS.map((field) => [field, draft[field].trim()] as const).filter(
    ([field, text]) => text !== saved[field],
  )
  return Object.fromEntries(changed)
}
