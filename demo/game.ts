import { slugOf } from '@nofiller/contract/authoring/slug'
import type { Device } from '@nofiller/contract/catalog/devices'
import type { ContentCategory, Stage } from '@nofiller/contract/catalog/game-kinds'
import type { Brief } from '@nofiller/demo-art/brief'
import type { ThemeChoice } from '@nofiller/demo-art/theme'
import { type DemoWarning, warningsOf } from './warnings.ts'

/** A file of a game. The first is the base; one with a price of its own is an extra. */
export type DemoFile = { name: string; device: Device; customPriceCents: number | null }

export type DemoGame = Brief & {
  developer: string
  priceCents: number
  isFree: boolean
  category: ContentCategory
  stage: Stage
  tags: string[]
  /** HTML of the kinds that descriptions may hold. */
  description: string
  files: DemoFile[]
  hasDemo: boolean
  publishedDaysAgo: number
  /** How often it sells, relative to the other games. */
  popularity: number
  theme: ThemeChoice
  /** Empty when its developer did not answer. */
  warnings: DemoWarning[]
}

type Entry = Pick<
  DemoGame,
  'title' | 'category' | 'tags' | 'description' | 'publishedDaysAgo' | 'popularity' | 'art'
> &
  Partial<Pick<DemoGame, 'projectType' | 'stage' | 'hasDemo' | 'theme'>> & {
    /** Left out when the game is free. */
    priceCents?: number
    version: string
    devices: Device[]
    extras?: DemoFile[]
  }

/** A developer's games from what is particular to each. */
export const gamesOf = (developer: string, entries: Entry[]): DemoGame[] =>
  entries.map(({ version, devices, extras = [], priceCents = 0, ...entry }) => {
    const slug = slugOf(entry.title)
    const bases = devices.map((device) => ({
      name: `${slug}-${version}-${device.toLowerCase()}.zip`,
      device,
      customPriceCents: null,
    }))
    return {
      projectType: 'Game',
      stage: 'Released',
      hasDemo: false,
      theme: 'palette',
      ...entry,
      slug,
      developer,
      priceCents,
      isFree: priceCents === 0,
      files: [...bases, ...extras],
      warnings: warningsOf(slug),
    }
  })

/** Something sold beside a game, such as its music. */
export const extra = (name: string, customPriceCents: number): DemoFile => ({
  name: `${name}.zip`,
  device: 'Other',
  customPriceCents,
})
