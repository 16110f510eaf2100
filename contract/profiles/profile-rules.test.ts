import { expect, it } from 'vitest'
import { linkProblem, PROFILE_TEXT, profileProblems } from './profile-rules.ts'

it.each(['', 'https://example.test/me', 'http://example.test', '@handle', 'low.battery-club_1'])(
  'The link %j is accepted',
  (link) => expect(linkProblem(link)).toBeNull(),
)

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://name:secret@example.test',
  'two words',
  '//example.test',
  '"><script>',
  `https://example.test/${'a'.repeat(200)}`,
  'https://example.test/\nme',
  'https://exam\u200bple.test/',
])('The link %j is refused', (link) => expect(linkProblem(link)).toBe(PROFILE_TEXT.link))

it('Every wrong field of a profile is named', () => {
  const profile = {
    displayName: 'n'.repeat(61),
    bio: 'b'.repeat(2_001),
    website: 'javascript:',
    twitter: '@fine',
    patreon: 'not fine',
    wallet: 'w'.repeat(129),
  }
  expect(Object.keys(profileProblems(profile))).toEqual([
    'displayName',
    'bio',
    'website',
    'patreon',
    'wallet',
  ])
})

it.each(['Ju\u200bne', '\u202eenuJ', 'June\nAdmin'])('The display name %j is refused', (displayName) => {
  const profile = { displayName, bio: '', website: '', twitter: '', patreon: '', wallet: '' }
  expect(profileProblems(profile)).toEqual({ displayName: 'Remove the invisible characters.' })
})
