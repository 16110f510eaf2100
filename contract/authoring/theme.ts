/** The colors of a game's page and their defaults (requirements 4.12). */
export const DEFAULT_THEME = {
  pageBg: '#f8fafc',
  textColor: '#111827',
  linkColor: '#2563eb',
  previewBg: '#ffffff',
  previewBgAlpha: 1,
  buyButtonColor: '#2563eb',
  demoButtonColor: '#10b981',
  buttonTextColor: '#ffffff',
} as const

export type Theme = {
  [Field in keyof typeof DEFAULT_THEME]: (typeof DEFAULT_THEME)[Field] extends number ? number : string
}

export const THEME_COLORS = [
  'pageBg',
  'textColor',
  'linkColor',
  'previewBg',
  'buyButtonColor',
  'demoButtonColor',
  'buttonTextColor',
] as const

export const isHexColor = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value)

/** WCAG 2 contrast ratio of two hex colors, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** WCAG AA's minimum for text. */
export const READABLE_CONTRAST = 4.5

/** The visible color when `over` covers `under` with an alpha of 0 to 1. */
export function blended(over: string, under: string, alpha: number): string {
  const channel = (at: number) => {
    const [top, bottom] = [over, under].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
      number,
      number,
    ]
    return Math.round(top * alpha + bottom * (1 - alpha))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** A color of a theme, the color under or over it, and their contrast. */
export type Contrast = { field: (typeof THEME_COLORS)[number]; against: string; ratio: number }

/** For each pair of colors that overlap on a game's page, the one to change when the contrast is too low. */
const PAIRS: { field: Contrast['field']; against: (theme: Theme) => string }[] = [
  { field: 'textColor', against: panelOf },
  { field: 'linkColor', against: panelOf },
  // Not the buttons' text: it is on both, and fixing it for one could break the other.
  { field: 'buyButtonColor', against: (theme) => theme.buttonTextColor },
  { field: 'demoButtonColor', against: (theme) => theme.buttonTextColor },
]

/** The panel's visible color: its color over that of the page. */
function panelOf(theme: Theme): string {
  return blended(theme.previewBg, theme.pageBg, theme.previewBgAlpha)
}

/** The contrasts that decide whether a game's page is readable; a pair with an invalid color is left out. */
export function themeContrasts(theme: Theme): Contrast[] {
  return PAIRS.map(({ field, against }) => ({ field, against: against(theme) }))
    .filter(({ field, against }) => isHexColor(theme[field]) && isHexColor(against))
    .map(({ field, against }) => ({ field, against, ratio: contrast(theme[field], against) }))
}

/** The pairs that are hard to read, except those of the defaults, which the documents prescribe. */
export const hardToRead = (theme: Theme): Contrast[] => {
  const given = themeContrasts(DEFAULT_THEME)
  return themeContrasts(theme).filter(
    ({ field, against, ratio }) =>
      ratio < READABLE_CONTRAST &&
      !given.some((pair) => pair.field === field && pair.against === against && pair.ratio === ratio),
  )
}

/** A color that another one is seen on or under, and the contrast it needs there. */
export type Ground = { against: string; ratio: number }

/**
 * The nearest tint or shade of a color that can be told from all its grounds: mixed with just enough white or black, which keeps
 * the hue. Null when there is none.
 */
export function passingColor(color: string, grounds: readonly Ground[]): string | null {
  for (let percent = 0; percent <= 100; percent += 1) {
    for (const ink of ['#000000', '#ffffff']) {
      const mixed = blended(ink, color, percent / 100)
      if (grounds.every(({ against, ratio }) => contrast(mixed, against) >= ratio)) return mixed
    }
  }
  return null
}

/** The nearest tint or shade of a color that is readable on, or under, another one. */
export function readable(color: string, against: string): string {
  const found = passingColor(color, [{ against, ratio: READABLE_CONTRAST }])
  if (found === null) throw new Error('Every color can be told from black or from white') // one of the two has at least 4.58
  return found
}

/** WCAG AA's minimum for the parts of a page that are no text, such as a button on the page. */
const VISIBLE_CONTRAST = 3

/** What each color of a page has to be told from. */
const GROUNDS: Record<
  'textColor' | 'linkColor' | 'buyButtonColor' | 'demoButtonColor',
  (theme: Theme) => Ground[]
> = {
  textColor: (theme) => [{ against: panelOf(theme), ratio: READABLE_CONTRAST }],
  linkColor: (theme) => [{ against: panelOf(theme), ratio: READABLE_CONTRAST }],
  buyButtonColor: groundsOfButton,
  demoButtonColor: groundsOfButton,
}

function groundsOfButton(theme: Theme): Ground[] {
  return [
    { against: theme.buttonTextColor, ratio: READABLE_CONTRAST },
    { against: panelOf(theme), ratio: VISIBLE_CONTRAST },
  ]
}

export type FaintColor = {
  field: keyof typeof GROUNDS
  /** The contrast that it lacks most of, and the one it needs there. */
  ratio: number
  needed: number
  nearest: string | null
}

/** The colors that are hard to tell from one of their grounds; the pairs of the defaults are the documents'. */
export const faintColors = (theme: Theme): FaintColor[] =>
  (Object.keys(GROUNDS) as FaintColor['field'][]).flatMap((field) => {
    // it has no others
    const grounds = GROUNDS[field](theme)
    const given = GROUNDS[field](DEFAULT_THEME)
    const isDefault = theme[field] === DEFAULT_THEME[field]
    const [worst] = grounds
      .filter(({ against }) => !(isDefault && given.some((ground) => ground.against === against)))
      .map(({ against, ratio }) => ({ ratio: contrast(theme[field], against), needed: ratio }))
      .filter(({ ratio, needed }) => ratio < needed)
      .sort((one, other) => one.ratio / one.needed - other.ratio / other.needed)
    return worst ? [{ field, ...worst, nearest: passingColor(theme[field], grounds) }] : []
  })
