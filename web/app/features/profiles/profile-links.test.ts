import { expect, it } from 'vitest'
import { profileLinks } from './profile-links.ts'

const nowhere = { website: null, twitter: null, patreon: null }

it('A handle becomes a full address', () => {
  expect(profileLinks({ website: 'foghorn.example', twitter: '@foghorn', patreon: 'foghorn' })).toEqual([
    { site: 'website', label: 'foghorn.example', href: 'https://foghorn.example/' },
    { site: 'twitter', label: 'foghorn', href: 'https://x.com/foghorn' },
    { site: 'patreon', label: 'foghorn', href: 'https://www.patreon.com/foghorn' },
  ])
})

it('A full address stays, and is labeled in its short form', () => {
  const links = profileLinks({
    website: 'https://www.foghorn.example/games/',
    twitter: 'https://twitter.com/foghorn',
    patreon: null,
  })
  expect(links.map(({ label, href }) => [label, href])).toEqual([
    ['foghorn.example/games', 'https://www.foghorn.example/games/'],
    ['foghorn', 'https://twitter.com/foghorn'],
  ])
})

it.each(['', 'foghorn', 'javascript:alert(1)', 'http://', 'https://localhost'])(
  'The website %j becomes no link',
  (website) => {
    expect(profileLinks({ ...nowhere, website })).toEqual([])
  },
)
