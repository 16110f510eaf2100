import type { PublicProfile } from '@nofiller/contract/profiles/profiles'

type Site = 'website' | 'twitter' | 'patreon'
export type ProfileLink = { site: Site; label: string; href: string }

/**
 * A developer's links. A bare handle becomes a URL of that site, and a bare name with a dot in it
 * a website; invalid URLs are left out.
 */
export function profileLinks(profile: Pick<PublicProfile['user'], Site>): ProfileLink[] {
  const links: [Site, string | null, string][] = [
    ['website', profile.website, 'https://'],
    ['twitter', profile.twitter, 'https://x.com/'],
    ['patreon', profile.patreon, 'https://www.patreon.com/'],
  ]
  return links.flatMap(([site, text, base]) => {
    const href = text ? addressOf(text, base) : null
    return href === null ? [] : [{ site, href: href.href, label: labelOf(site, href) }]
  })
}

function addressOf(text: string, base: string): URL | null {
  const address = /^https?:/i.test(text) ? text : base + text.replace(/^@/, '')
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.hostname.includes('.') ? url : null
}

/** A website by its URL, as people write it; other sites by the handle. */
function labelOf(site: Site, { hostname, pathname }: URL): string {
  const path = pathname.replace(/\/$/, '')
  if (site === 'website') return hostname.replace(/^www\./, '') + path
  return path.slice(1) || hostname
}
