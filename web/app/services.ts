import type { Game, GameCard, GamesQuery, HomeSection } from '@nofiller/contract/catalogue'
import { createContext } from 'react-router'

/** What the server gives to the pages that it renders: reads of the catalogue, in process. */
export type Services = {
  store: Store
  seller: Seller
  home(): Promise<HomeSection[]>
  /** `next` is the cursor of the following page, for `after`. */
  games(query: GamesQuery): Promise<{ games: GameCard[]; total: number; next: string | null }>
  game(idOrSlug: string): Promise<Game | null>
  /** Whether the built-in payment provider is on; without it `/sandbox/…` does not exist. */
  sandbox: boolean
  /** Takes what went wrong while a page was made; the visitor is told nothing of it. */
  reportError(error: unknown): void
}

/** How the store is called and where it is. */
export type Store = { name: string; tagline: string; chatUrl: string | null; publicUrl: string }

/** Who sells, as receipts name them; `name` falls back to the store's. */
export type Seller = {
  name: string
  supportEmail: string
  address: string | null
  website: string | null
  logoUrl: string | null
}

export const servicesContext = createContext<Services>()
