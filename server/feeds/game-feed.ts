import type { GameCard } from '@nofiller/contract/catalog/catalog'
import { gamePath } from '@nofiller/contract/catalog/paths'
import { postPath } from '@nofiller/contract/posts/post-paths'
import type { Post } from '@nofiller/contract/posts/posts'
import { releaseAnchor, releasesFeedPath, releasesPath } from '@nofiller/contract/releases/release-paths'
import type { Release } from '@nofiller/contract/releases/releases'
import { NO_NOTES, savesWords } from '@nofiller/contract/releases/save-words'
import { whyHidden } from '../catalog/game.ts'
import { atomFeed, type FeedEntry } from '../platform/atom-feed.ts'
import type { Database } from '../platform/database/database.ts'
import type { Audience } from '../platform/http/audience.ts'
import { escapeHtml } from '../platform/mail/compose-mail.ts'
import { postsPage } from '../posts/show-post.ts'
import { releasesPage } from '../releases/releases-page.ts'
import { ENTRIES, newestFirst } from './feed-things.ts'

type Site = { name: string; publicUrl: string }

/** The releases and posts of a listed game as an Atom feed (VE13, FO7); null for any other game, and for one that the audience hides. */
export async function gameFeed(
  db: Database,
  { name, publicUrl }: Site,
  idOrSlug: string,
  audience: Audience,
): Promise<string | null> {
  if (await whyHidden(db, idOrSlug, null, audience)) return null
  const [page, written] = await Promise.all([
    releasesPage(db, idOrSlug, audience, undefined, ENTRIES),
    postsPage(db, idOrSlug, audience, { limit: ENTRIES }),
  ])
  if (!page?.isListed || !written) return null
  const { game, releases } = page
  return atomFeed({
    title: `${game.title} · ${name}`,
    subtitle: 'New releases and posts, the newest first. For adults.',
    page: `${publicUrl}${gamePath(game.slug)}`,
    self: `${publicUrl}${releasesFeedPath(game.slug)}`,
    author: game.devName,
    siteUrl: publicUrl,
    entries: newestFirst([
      ...releases.map((release) => releaseEntry(release, game, publicUrl)),
      ...written.posts.map((post) => postEntry(post, game, publicUrl)),
    ]),
  })
}

type Game = Pick<GameCard, 'slug' | 'title'>

const releaseEntry = (release: Release, { slug, title }: Game, publicUrl: string): FeedEntry => ({
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

const postEntry = (post: Post, { slug, title }: Game, publicUrl: string): FeedEntry => ({
  id: `urn:uuid:${post.id}`,
  page: `${publicUrl}${postPath(slug, post.id)}`,
  title: `${title}: ${post.title}`,
  publishedAt: post.publishedAt,
  updatedAt: post.editedAt ?? post.publishedAt,
  html: post.body,
})

const paragraph = (text: string): string => text && `<p>${escapeHtml(text)}</p>`
