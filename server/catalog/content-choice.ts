import type { GamesQuery, Picture } from '@nofiller/contract/catalog/catalog'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import type { ContentCategory } from '@nofiller/contract/catalog/game-kinds'
import { blurredAddress } from '@nofiller/contract/catalog/pictures'
import type { Audience, Hidden } from '../platform/http/audience.ts'

/**
 * A query for its viewer: a viewer who chose SFW only finds no other game, whatever else is requested, and limits and
 * blocks leave out games that they hide.
 */
export const queryFor = <Query extends Pick<GamesQuery, 'category'>>(
  { view, hidden }: Audience,
  query: Query,
): Query & { hidden?: Hidden } => ({
  ...query,
  ...(view === 'sfw' && { category: 'SFW' }),
  ...(hidden && { hidden }),
})

/** Whether a game's pictures and words are withheld from a visitor with this choice. */
export const isWithheld = (view: ContentView, category: ContentCategory): boolean =>
  view === 'sfw' && category === 'NSFW'

/** An owner sees owned games unblurred, unless they hide NSFW games (requirements 4.6). */
export const viewOfOwned = (view: ContentView): ContentView => (view === 'sfw' ? 'sfw' : 'show')

/**
 * A game's picture for a response: itself, or for an NSFW game its blurred file, or for viewers who hide such games or have
 * not chosen its placeholder, so the response names no NSFW picture (requirements 4.5).
 */
export function pictureFor<Stored extends Picture | null>(
  view: ContentView,
  category: ContentCategory,
  picture: Stored,
): Stored {
  if (picture === null || category === 'SFW' || view === 'show') return picture
  return view === 'blur'
    ? { ...picture, url: blurredAddress(picture.url), widths: [], veil: 'blurred' }
    : { ...picture, url: picture.blur, widths: [], veil: 'placeholder' }
}

/** A picture of a game beyond the viewer's limits: the response contains nothing but the placeholder. */
export const limitedPicture = <Stored extends Picture | null>(picture: Stored): Stored =>
  picture && { ...picture, url: picture.blur, widths: [], veil: 'limits' }

/** Applies the same choice to a cleaned description. Its pictures have no placeholder and are removed. */
export function descriptionFor(view: ContentView, category: ContentCategory, html: string): string {
  if (category === 'SFW' || view === 'show') return html
  const shown = view === 'blur' ? html : html.replace(/<img [^>]*>/g, '')
  return shown.replace(/"(\/uploads\/[^"]*)"/g, (_all, url: string) =>
    view === 'blur' && url.endsWith('.webp') ? `"${blurredAddress(url)}"` : '"#"',
  )
}
