import { slugOf } from '@nofiller/contract/authoring/slug'
import { DEFAULT_THEME, type Theme } from '@nofiller/contract/authoring/theme'
import type { Device } from '@nofiller/contract/catalog/devices'
import type { ContentCategory, ProjectType, Stage } from '@nofiller/contract/catalog/game-kinds'
import themes from './themes.json' with { type: 'json' }
import { type DemoWarning, warningsOf } from './warnings.ts'

/** A file of a game. The first is the base; one with a price of its own is an extra. */
export type DemoFile = { name: string; device: Device; customPriceCents: number | null }

export type DemoGame = {
  slug: string
  title: string
  projectType: ProjectType
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
  theme: Theme
  /** What somebody says in it. */
  line: { speaker: string; says: string }
  /** Empty when its developer did not answer. */
  warnings: DemoWarning[]
}

type Entry = Pick<
  DemoGame,
  'title' | 'category' | 'tags' | 'description' | 'publishedDaysAgo' | 'popularity' | 'line'
> &
  Partial<Pick<DemoGame, 'projectType' | 'stage' | 'hasDemo'>> & {
    /** The colors of its page: those of its pictures, or the shop's. */
    theme: keyof typeof themes | 'default'
    /** Left out when the game is free. */
    priceCents?: number
    version: string
    devices: Device[]
    extras?: DemoFile[]
  }

/** A developer's games from what is particular to each. */
export const gamesOf = (developer: string, entries: Entry[]): DemoGame[] =>
  entries.map(({ version, devices, extras = [], priceCents = 0, theme, ...entry }) => {
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
      ...entry,
      theme: theme === 'default' ? DEFAULT_THEME : themes[theme],
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
