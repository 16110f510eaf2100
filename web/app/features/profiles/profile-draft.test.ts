import { expect, it } from 'vitest'
import { changedFields } from './profile-draft.ts'

const saved = { displayName: 'Foghorn', bio: 'Fog.', website: '', twitter: '@fog', patreon: '', wallet: '' }

it('A profile sends only the fields that changed, without outer spaces', () => {
  const draft = { ...saved, displayName: ' Foghorn ', bio: ' Thick fog. ', twitter: '' }
  expect(changedFields(saved, draft)).toEqual({ bio: 'Thick fog.', twitter: '' })
})
