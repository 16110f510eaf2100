import { gamePath } from '@nofiller/contract/catalog/paths'
import { releaseAnchor, releasesFeedPath, releasesPath } from '@nofiller/contract/releases/release-paths'
import type { Release } from '@nofiller/contract/releases/releases'
import { NO_NOTES, savesWords } from '@nofiller/contract/releases/save-words'
import { whyHidden } from '../catalog/game.ts'
import { atomFeed, type FeedEntry } from '../platform/atom-feed.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import { escapeHtml } from '../platform/mail/compose-mail.ts'
import { releasesPage } from './releases-page.ts'

type Site = { name: string; publicUrl: string }

/** The releases of a public game as an Atom feed (VE13); null for any other game, and for one that the audience hides. */
export async function releasesFeed(
  db: Database,
  { name, publicUrl }: Site,
  idOrSlug: string,
  audience: Audience,
): Promise<string | null> {
  const page = (await whyHidden(db, idOrSlug, null, audience))
    ? null
    : await releasesPage(db, idOrSlug, audience)
  if (!page) return null
  const { game, releases } = page
  return atomFeed({
    title: `${game.title} · ${name}`,
    subtitle: 'New releases, the newest first. For adults.',
    page: `${publicUrl}${gamePath(game.slug)}`,
    self: `${publicUrl}${releasesFeedPath(game.slug)}`,
    author: game.devName,
    siteUrl: publicUrl,
    entries: releases.map((release) => entryOf(release, game.slug, game.title, publicUrl)),
  })
}

const entryOf = (release: Release, slug: string, title: string, publicUrl: string): FeedEntry => ({
  id: `urn:uuid:${release.id}`,
  page: `${publicUrl}${releasesPath(slug)}#${releaseAnchor(release.label)}`,
  title: `${title} ${release.label}`,
  publishedAt: release.releasedAt,
  updatedAt: release.notesEditedAt ?? release.releasedAt,
  html: [
    paragraph(release.summary || NO_NOTES),
    paragraph(release.knownProblems && `Known problem: ${release.knownProblems}`),
    paragraph(savesWords(release)),
    release.notes,
  ].join(''),
})

const paragraph = (text: string): string => text && `<p>${escapeHtml(text)}</p>`
