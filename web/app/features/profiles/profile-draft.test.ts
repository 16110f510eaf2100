import { expect, it } from 'vitest'
import { changedFields } from './profile-draft.ts'

const saved = { displayName: 'Foghorn', bio: 'Fog.', website: '', twitter: '@fog', patreon: '', wallet: '' }

it('names only the fields that differ, without blanks around them', () => {
  const draft = { ...saved, displayName: ' Foghorn ', bio: ' Thick fog. ', twitter: '' }
  expect(changedFields(saved, draft)).toEqual({ bio: 'Thick fog.', twitter: '' })
})
