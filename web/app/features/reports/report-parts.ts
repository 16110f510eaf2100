import type { Game } from '@nofiller/contract/catalog/catalog'
import type { PublicProfile } from '@nofiller/contract/profiles/profiles'

/** The possible subjects of a report. */
export type Reported =
  | { kind: 'game'; game: Game }
  | { kind: 'post'; game: { _id: string }; post: { id: string; title: string } }
  | { kind: 'developer'; developer: PublicProfile['user'] }

type Part = { value: string; label: string }

/** The reportable parts, as the form offers them. */
export function partsOf(reported: Reported): Part[] {
  if (reported.kind === 'developer') return [{ value: 'page', label: 'The profile' }]
  if (reported.kind === 'post') return [{ value: partOfPost(reported.post), label: 'This post' }]
  const { game } = reported
  const count = game.screenshots.length
  return [
    { value: 'page', label: 'The whole page' },
    ...(game.coverImage ? [{ value: 'cover', label: 'Cover' }] : []),
    ...(game.cardPicture ? [{ value: 'card', label: 'Card picture' }] : []),
    ...game.screenshots.map((_, index) => ({
      value: `screenshot-${index + 1}`,
      label: `Screenshot ${index + 1} of ${count}`,
    })),
    { value: 'text', label: 'The text' },
    ...game.gameFiles.map((file) => ({ value: `file-${file._id}`, label: file.name })),
  ]
}

export const partOfPost = ({ id }: { id: string }): string => `post-${id}`

export function titleOf(reported: Reported): string {
  if (reported.kind === 'game') return reported.game.title
  if (reported.kind === 'post') return reported.post.title
  return reported.developer.displayName || reported.developer.username
}
