import type { PublicProfile } from '@nofiller/contract/profiles/profiles'
import { expect, it } from 'vitest'
import { STORE } from '../../testing/store.ts'
import { developerMeta } from './developer-meta.ts'

const foghorn: PublicProfile['user'] = {
  _id: 'fog',
  username: 'foghorn-works',
  displayName: 'Foghorn Works',
  bio: null,
  website: null,
  twitter: '@foghorn',
  patreon: null,
  avatarUrl: '/uploads/fog.webp',
}
const metaOf = (changes: Partial<PublicProfile['user']>) =>
  developerMeta({ user: { ...foghorn, ...changes }, games: [], hidden: 0, followers: null }, STORE)

it('A link preview of a developer has their name and full addresses', () => {
  const meta = metaOf({})
  expect(meta).toContainEqual({ title: 'Foghorn Works · No Filler' })
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://store.example/dev/fog' })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://store.example/uploads/fog.webp' })
  expect(meta).toContainEqual({ name: 'description', content: 'Games by Foghorn Works on No Filler.' })
})

it('A developer’s page names its feed to feed readers', () => {
  expect(metaOf({})).toContainEqual({
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml',
    href: '/dev/foghorn-works/feed.atom',
    title: 'News of Foghorn Works',
  })
})

it('A developer is described by one line of the bio, and named by the username at least', () => {
  const meta = metaOf({ bio: 'Fog.\n\nMore <fog>.', displayName: null })
  expect(meta).toContainEqual({ name: 'description', content: 'Fog. More <fog>.' })
  expect(meta).toContainEqual({ property: 'og:title', content: 'foghorn-works' })
})
