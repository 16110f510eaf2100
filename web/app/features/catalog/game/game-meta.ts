import { summaryOf } from '@nofiller/contract/authoring/summary'
import type { Game } from '@nofiller/contract/catalog/catalog'
import type { ProjectType } from '@nofiller/contract/catalog/game-kinds'
import { gamePath } from '@nofiller/contract/catalog/paths'
import type { MetaDescriptor } from 'react-router'
import type { Store } from '../../../services.ts'
import { indexedIf } from '../search-engines.ts'
import sharePicture from './share-picture.png?url'

const DESCRIPTION_MAX = 200

/** The metadata of a game's page for search engines and link previews. */
export function gameMeta(game: Game, store: Store): MetaDescriptor[] {
  const url = `${store.publicUrl}${gamePath(game.slug)}`
  const description = summaryOf(game.description, DESCRIPTION_MAX) || `${game.title} by ${game.devName}.`
  const picture = sharedPicture(game, store)
  return [
    { title: `${game.title} · ${store.name}` },
    { name: 'description', content: description },
    ...indexedIf(game.visibility === 'public'),
    { name: 'rating', content: 'adult' },
    { property: 'og:type', content: 'product' },
    { property: 'og:site_name', content: store.name },
    { property: 'og:title', content: game.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture.url },
    { property: 'og:image:type', content: picture.type },
    { property: 'og:image:width', content: String(picture.width) },
    { property: 'og:image:height', content: String(picture.height) },
    { property: 'og:image:alt', content: picture.alt },
    { property: 'product:price:amount', content: game.price.toFixed(2) },
    { property: 'product:price:currency', content: 'USD' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: game.title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: picture.url },
    { name: 'twitter:image:alt', content: picture.alt },
    { tagName: 'link', rel: 'canonical', href: url },
    // The router escapes characters that could end the script.
    { 'script:ld+json': { '@context': 'https://schema.org', '@graph': graphOf(game, store, description) } },
  ]
}

type SharedPicture = { url: string; type: string; width: number; height: number; alt: string }

/**
 * A game's link preview elsewhere: the picture that was made of it, which holds nothing NSFW (requirements 4.5), or until it is
 * made the store's own.
 */
function sharedPicture(game: Game, store: Store): SharedPicture {
  const absoluteUrl = (address: string) => new URL(address, store.publicUrl).href
  const size = { width: 1200, height: 630 }
  if (game.sharePicture !== null)
    return {
      url: absoluteUrl(game.sharePicture),
      type: 'image/webp',
      ...size,
      alt: `${game.title} on ${store.name}`,
    }
  const alt = `The mark of ${store.name}, and a sign: 18+, adults only`
  return { url: absoluteUrl(sharePicture), type: 'image/png', ...size, alt }
}

const ownPicture = (game: Game) => (game.category === 'SFW' ? (game.coverImage ?? game.cardPicture) : null)

/** The share of counted reviews that recommend a game, from five on (RV14). There are no stars: it is said in percent. */
const ratingOf = (share: number, counted: number) => ({
  '@type': 'AggregateRating',
  ratingValue: share,
  bestRating: 100,
  worstRating: 0,
  ratingCount: counted,
})

/** The game as an offer, with a link to its page (schema.org). */
function graphOf(game: Game, store: Store, description: string) {
  const url = `${store.publicUrl}${gamePath(game.slug)}`
  const own = ownPicture(game)
  const product = {
    '@type': [...KINDS[game.projectType], 'Product'],
    '@id': `${url}#product`,
    name: game.title,
    url,
    description,
    sku: game._id,
    ...(own && { image: new URL(own.url, store.publicUrl).href }),
    brand: { '@type': 'Brand', name: game.devName, url: `${store.publicUrl}/dev/${game.developer._id}` },
    keywords: game.tags.join(', '),
    ...(game.publishedAt && { releaseDate: game.publishedAt.slice(0, 10) }),
    ...(KINDS[game.projectType].length > 0 && aboutSoftware(game)),
    ...(game.reviews.share !== null && {
      aggregateRating: ratingOf(game.reviews.share, game.reviews.counted),
    }),
    offers: offerOf(game, store, url),
  }
  const way = [
    ['Home', `${store.publicUrl}/`],
    ['Games', `${store.publicUrl}/games`],
    [game.title, url],
  ]
  const breadcrumb = {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item })),
  }
  return [product, breadcrumb]
}

/** A sale is the price of the offer until its end; the list price stands beside it as one that is struck through. */
function offerOf(game: Game, store: Store, url: string) {
  const { sale, saleBeganAt, availableFrom, notForSale } = game
  return {
    '@type': 'Offer',
    url,
    seller: { '@type': 'Organization', name: store.name, url: `${store.publicUrl}/` },
    ...inDollars(game.price),
    ...(sale && {
      priceValidUntil: sale.endsAt.slice(0, 10),
      priceSpecification: [
        {
          '@type': 'UnitPriceSpecification',
          ...inDollars(game.price),
          ...(saleBeganAt && { validFrom: saleBeganAt }),
          validThrough: sale.endsAt,
        },
        {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          ...inDollars(sale.listPrice),
        },
      ],
    }),
    availability: `https://schema.org/${availableFrom || notForSale ? 'OutOfStock' : 'InStock'}`,
    ...(availableFrom && { availabilityStarts: availableFrom }),
  }
}

const inDollars = (price: number) => ({ price: price.toFixed(2), priceCurrency: 'USD' })

const KINDS: Record<ProjectType, string[]> = {
  Game: ['VideoGame'],
  Tool: ['SoftwareApplication'],
  Mod: [],
  Asset: [],
  Other: [],
}

const aboutSoftware = (game: Game) => ({
  applicationCategory: game.projectType === 'Game' ? 'GameApplication' : 'UtilitiesApplication',
  operatingSystem: game.devices.join(', '),
  contentRating: 'Adults only 18+',
  isFamilyFriendly: false,
  ...(game.projectType === 'Game' && { gamePlatform: game.devices, genre: game.tags }),
})
