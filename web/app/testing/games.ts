import { DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
import type { Game, GameFile } from '@nofiller/contract/catalog/catalog'
import { NO_REVIEWS } from '@nofiller/contract/reviews/no-reviews'
import type { FileRow, FileSource } from '../features/authoring/form/game-draft.ts'

export const aFile = (name: string, more: Partial<GameFile> = {}): GameFile => ({
  _id: name,
  name,
  size: 1_000,
  device: 'Windows',
  customPriceEnabled: false,
  customPrice: null,
  sha256: null,
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...more,
})

/** A file in the form of a game. */
export const aRow = (source: FileSource, more: Partial<FileRow> = {}): FileRow => ({
  id: 'row',
  name: 'game.zip',
  sizeBytes: 4,
  source,
  device: 'Windows',
  customPriceEnabled: false,
  customPrice: '',
  ...more,
})

/** A game for $9.99 with one file, as on its page. */
export const aGame = (more: Partial<Game> = {}): Game => ({
  ...DEFAULT_THEME,
  _id: 'dusk',
  slug: 'the-long-dusk',
  title: 'The Long Dusk',
  developer: { _id: 'ada', username: 'ada', displayName: null },
  devName: 'ada',
  description: '',
  projectType: 'Game',
  stage: 'Released',
  category: 'SFW',
  tags: [],
  price: 9.99,
  sale: null,
  isFree: false,
  payWhatYouWant: false,
  status: 'published',
  visibility: 'public',
  devices: ['Windows'],
  gameFiles: [aFile('dusk.zip')],
  demoFile: null,
  cardImage: null,
  cardImageUrl: null,
  cardPicture: null,
  coverImage: null,
  screenshots: [],
  pageBgImage: null,
  buyButtonImage: null,
  demoButtonImage: null,
  contentWarnings: { contains: [], absent: [], unknown: [], isReviewed: false },
  release: null,
  coming: [],
  posts: [],
  followers: null,
  reviews: NO_REVIEWS,
  supporters: null,
  availableFrom: null,
  saleBeganAt: null,
  sharePicture: null,
  related: [],
  relatedBy: 'tags',
  withheld: false,
  publishedAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...more,
})
