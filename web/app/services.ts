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
import type { HiddenTheme, Limits } from '@nofiller/contract/content-limits/limit-rules'
import type { StatusReading } from '@nofiller/contract/monitoring/status-rules'
import type { PublicProfile } from '@nofiller/contract/profiles/profiles'
import type { Transparency } from '@nofiller/contract/transparency/transparency-rules'
import { createContext } from 'react-router'

/** What the server gives to the pages that it renders: reads of the catalog, in process. */
export type Services = {
  /** What the page's visitors see of NSFW games. */
  view: ContentView
  store: Store
  seller: Seller
  home(): Promise<Home>
  /**
   * `next` is the cursor of the following page, for `after`; `meant` are the words that were searched for instead; `hidden`
   * is how many more the visitors' limits hide.
   */
  games(
    query: GamesQuery,
  ): Promise<{ games: GameCard[]; total: number; next: string | null; meant: string | null; hidden: number }>
  /** What to offer where a query finds nothing. */
  emptyResultHints(query: FacetsQuery): Promise<EmptyResultHints>
  facets(query: FacetsQuery): Promise<Facets>
  game(idOrSlug: string): Promise<Game | null>
  /** For which themes the visitors' limits hide a game; none when they do not. */
  hiddenThemes(idOrSlug: string): Promise<HiddenTheme[]>
  /** The visitors' limits, and how many of all games they hide. */
  limits(): Promise<Limits & { hidden: number; total: number }>
  /** A text about the store. */
  page(name: PageName): Promise<InformationPage>
  /** The rules for what is published, a section each. */
  rules(): Promise<InformationPage>
  /** What moderation did, by month, rule and year. */
  transparency(): Promise<Transparency>
  journal(name: JournalName): Promise<Journal>
  /** A journal as Atom. */
  feed(name: JournalName): Promise<string>
  /** The newest games as Atom. */
  gamesFeed(): Promise<string>
  /** What somebody should know who thinks of selling here. */
  selling(): Promise<Selling>
  /** Ends the news of whom a mailed token belongs to; false when it belongs to nobody. */
  unsubscribe(token: string): Promise<boolean>
  /** The server's day in UTC, like `2026-11-21`. */
  today(): string
  /** A bundle that is sold. */
  bundle(slug: string): Promise<Bundle | null>
  developer(idOrUsername: string): Promise<PublicProfile | null>
  /** How the store's parts are; null where the owner wants no such page. */
  status: (() => Promise<StatusReading>) | null
  /** Whether the built-in payment provider is on; without it `/sandbox/…` does not exist. */
  sandbox: boolean
  /** Takes what went wrong while a page was made; the visitor is told nothing of it. */
  reportError(error: unknown): void
}

/** How the store is called and where it is. */
export type Store = {
  name: string
  tagline: string
  chatUrl: string | null
  publicUrl: string
  /** Whether there is a page at `/status`. */
  statusPage: boolean
  /** What no game here may hold. */
  forbiddenThemes: ThemeId[]
}

/** Who sells, as receipts name them; `name` falls back to the store's. */
export type Seller = {
  name: string
  supportEmail: string
  address: string | null
  website: string | null
  logoUrl: string | null
}

/** As much of a game as shows its page in small. */
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

/** Figures are the store's own settings and what it booked. */
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
  /** In how many hours half of the requests are answered; null while there are few. */
  answerHours: number | null
  /** Within how many hours a developer's first game is reviewed before it is public; null where it is public at once. */
  firstReviewHours: number | null
  payouts: {
    holdDays: number
    minimumCents: number
    /** `Friday` */
    weekday: string
    coins: string[]
    /** In how many hours half of the payouts are paid; null while there are few. */
    medianHours: number | null
  }
  /** Up to two games in colors of their own. */
  games: ThemedGame[]
  /** What the terms ask of developers. */
  rules: InformationSection | null
}

export const servicesContext = createContext<Services>()
