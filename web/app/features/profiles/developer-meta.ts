import { shortened } from '@nofiller/contract/authoring/summary'
import { developerFeedPath } from '@nofiller/contract/catalog/feed-paths'
import type { PublicProfile } from '@nofiller/contract/profiles/profiles'
import type { MetaDescriptor } from 'react-router'
import type { Store } from '../../services.ts'
import { profileLinks } from './profile-links.ts'

const DESCRIPTION_MAX = 200

/** A developer's shown name. */
export const nameOf = (user: Pick<PublicProfile['user'], 'displayName' | 'username'>): string =>
  user.displayName || user.username

/** The metadata of a developer's page for search engines and link previews. */
export function developerMeta({ user }: PublicProfile, store: Store): MetaDescriptor[] {
  const name = nameOf(user)
  const url = `${store.publicUrl}/dev/${user._id}`
  const description = user.bio
    ? shortened(oneLine(user.bio), DESCRIPTION_MAX)
    : `Games by ${name} on ${store.name}.`
  const image = user.avatarUrl && new URL(user.avatarUrl, store.publicUrl).href
  return [
    { title: `${name} · ${store.name}` },
    { name: 'description', content: description },
    { name: 'rating', content: 'adult' },
    { property: 'og:type', content: 'profile' },
    { property: 'og:site_name', content: store.name },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    { property: 'profile:username', content: user.username },
    { name: 'twitter:card', content: 'summary' },
    { tagName: 'link', rel: 'canonical', href: url },
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/atom+xml',
      href: developerFeedPath(user.username),
      title: `News of ${name}`,
    },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Organization',
          name,
          url,
          description,
          ...(image ? { image } : {}),
          sameAs: profileLinks(user).map((link) => link.href),
        },
      },
    },
  ]
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
