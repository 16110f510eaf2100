import type { Bundle } from '@nofiller/contract/bundles/bundles'
import type {
  EmptyResultHints,
  Facets,
  FacetsQuery,
  Game,
  GameCard,
  GamesQuery,
  Home,
} from '@nofiller/contract/catalog/catalog'
import type { ContentView } from '@nofiller/contract/catalog/content-choice'
import type {
  InformationPage,
  InformationSection,
  Journal,
  JournalName,
  PageName,
} from '@nofiller/contract/content/information'
import type { ThemeId } from '@nofiller/contract/content-limits/content-warnings'
import type { Hiding, Limits } from '@nofiller/contract/content-limits/limit-rules'
import type { StatusReading } from '@nofiller/contract/monitoring/status-rules'
import type { PostPage, PostsPage } from '@nofiller/contract/posts/posts'
import type { PublicProfile } from '@nofiller/contract/profiles/profiles'
import type { ReleasesPage } from '@nofiller/contract/releases/releases'
import type { RemovedInMonth } from '@nofiller/contract/reviews/policy-rules'
import type { Transparency } from '@nofiller/contract/transparency/transparency-rules'
import type { EventBody } from '@nofiller/contract/webhooks/webhook-events'
import { createContext } from 'react-router'

/** A page of a list of a game that its reader's limits or blocks may hide, unless it was asked for in spite of them. */
type PageOfHidden = { after?: string | undefined; show?: 'once' | undefined }

/** The server's interface for the pages that it renders: reads of the catalog, in process. */
export type Services = {
  /** The content choice of the page's visitors. */
  view: ContentView
  store: Store
  seller: Seller
  home(): Promise<Home>
  /**
   * `next` is the cursor of the following page, for `after`; `meant` are the corrected words of the search; `hidden`
   * is how many more the visitors' limits and blocks hide.
   */
  games(
    query: GamesQuery,
  ): Promise<{ games: GameCard[]; total: number; next: string | null; meant: string | null; hidden: number }>
  /** Suggestions when a query finds nothing. */
  emptyResultHints(query: FacetsQuery): Promise<EmptyResultHints>
  /** Public games with words of an address that leads nowhere, at most four. */
  gamesLike(address: string): Promise<GameCard[]>
  facets(query: FacetsQuery): Promise<Facets>
  game(idOrSlug: string): Promise<Game | null>
  /** Why the visitors' limits or blocks hide a game; null when they do not. */
  whyHidden(idOrSlug: string): Promise<Hiding | null>
  /** The end of a list of which so many games are hidden; null for none. */
  hiddenLine(hidden: number): string | null
  /** The visitors' limits, and how many of all games they hide. */
  limits(): Promise<Limits & { hidden: number; total: number }>
  /** A text about the store. */
  page(name: PageName): Promise<InformationPage>
  /** The rules for what is published, a section each. */
  rules(): Promise<InformationPage>
  /** Moderation figures by month, rule and year. */
  transparency(): Promise<Transparency>
  /** How many reviews were removed, by month. */
  removedReviews(): Promise<RemovedInMonth[]>
  journal(name: JournalName): Promise<Journal>
  /** An example body of each event that webhooks tell of. */
  webhookExamples(): EventBody[]
  /** A public game with a page of its releases: the newest, or those after a cursor. */
  releases(idOrSlug: string, query: PageOfHidden): Promise<ReleasesPage | null>
  /** A public game with a page of its posts: the newest, or those after a cursor. */
  posts(idOrSlug: string, query: PageOfHidden): Promise<PostsPage | null>
  /** One of them; an error 410 for a deleted one. */
  post(idOrSlug: string, postId: string, show?: 'once'): Promise<PostPage | null>
  /** The facts for a prospective developer. */
  selling(): Promise<Selling>
  /** Ends a topic of notices, what comes about a game, or all news, for the account of an emailed token; false for an unknown token. */
  unsubscribe(
    token: string,
    ending: { topic?: string | undefined; game?: string | undefined },
  ): Promise<boolean>
  /** The server's day in UTC, like `2026-11-21`. */
  today(): string
  /** A bundle that is sold. */
  bundle(slug: string): Promise<Bundle | null>
  /** Why the visitors do not see a developer; null when they do. */
  whyDeveloperHidden(idOrUsername: string): Promise<Hiding | null>
  developer(idOrUsername: string, show?: 'once'): Promise<PublicProfile | null>
  /** The state of the store's parts; null if the owner disabled that page. */
  status: (() => Promise<StatusReading>) | null
  /** Whether the built-in payment provider is on; without it `/sandbox/…` does not exist. */
  sandbox: boolean
  /** Reports an error during rendering; the visitor sees nothing of it. */
  reportError(error: unknown): void
}

/** The store's name and address. */
export type Store = {
  name: string
  tagline: string
  chatUrl: string | null
  publicUrl: string
  /** Whether there is a page at `/status`. */
  statusPage: boolean
  /** Content that no game may have. */
  forbiddenThemes: ThemeId[]
}

/** The seller on receipts; `name` falls back to the store's. */
export type Seller = {
  name: string
  supportEmail: string
  address: string | null
  website: string | null
  logoUrl: string | null
}

/** A game's data for a miniature of its page. */
export type ThemedGame = Pick<
  Game,
  | 'slug'
  | 'title'
  | 'devName'
  | 'price'
  | 'isFree'
  | 'coverImage'
  | 'pageBg'
  | 'textColor'
  | 'previewBg'
  | 'buyButtonColor'
  | 'buttonTextColor'
>

/** The figures come from the store's own settings and ledger. */
export type Selling = {
  sharePercent: number
  example: {
    priceCents: number
    feePercent: number | null
    feeCents: number
    platformCents: number
    developerCents: number
  }
  uploadBytesMax: number
  /** The median hours until a request is answered; null while there are few. */
  answerHours: number | null
  /** Within how many hours a developer's first game is reviewed before it is public; null when it is public at once. */
  firstReviewHours: number | null
  payouts: {
    holdDays: number
    minimumCents: number
    /** `Friday` */
    weekday: string
    coins: string[]
    /** The median hours until a payout is paid; null while there are few. */
    medianHours: number | null
  }
  /** Up to two games with custom colors. */
  games: ThemedGame[]
  /** The terms for developers. */
  rules: InformationSection | null
}

export const servicesContext = createContext<Services>()
