import type { Game } from '@nofiller/contract/catalogue'
import { summaryOf } from '@nofiller/contract/summary'
import type { MetaDescriptor } from 'react-router'
import type { Store } from '../../services.ts'

const DESCRIPTION_MAX = 200

/** What search engines and link previews read of a game's page. An NSFW game shows them no picture (decisions §4). */
export function gameMeta(game: Game, store: Store): MetaDescriptor[] {
  const title = `${game.title} · ${store.name}`
  const url = `${store.publicUrl}/game/${game.slug}`
  const description = summaryOf(game.description, DESCRIPTION_MAX)
  const cover = game.category === 'SFW' ? (game.coverImage ?? game.cardPicture) : null
  const image = cover && new URL(cover.url, store.publicUrl).href
  return [
    { title },
    { name: 'description', content: description },
    { name: 'rating', content: 'adult' },
    { property: 'og:type', content: 'product' },
    { property: 'og:site_name', content: store.name },
    { property: 'og:title', content: game.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(image
      ? [
          { property: 'og:image', content: image },
          { property: 'og:image:width', content: String(cover.width) },
          { property: 'og:image:height', content: String(cover.height) },
        ]
      : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    { tagName: 'link', rel: 'canonical', href: url },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'VideoGame',
        name: game.title,
        url,
        description,
        ...(image ? { image } : {}),
        author: { '@type': 'Organization', name: game.devName },
        genre: game.tags,
        gamePlatform: game.devices,
        contentRating: '18+',
        offers: {
          '@type': 'Offer',
          price: game.price.toFixed(2),
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          url,
        },
      },
    },
  ]
}
