/** The colors of both themes: each is defined, found by the classes that name it, and has enough contrast to what is below it. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { describe, expect, it } from 'vitest'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const CSS = readFileSync(`${HERE}app.css`, 'utf8')

/** The custom properties of the first rule after a text. */
const tokensOf = (rule: string): Map<string, string> => {
  const from = CSS.indexOf(rule)
  const block = CSS.slice(from, CSS.indexOf('\n}', from))
  return new Map(
    [...block.matchAll(/^ {2}--([\w-]+): (.+);$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

const THEMES = { dark: tokensOf('[data-theme="dark"] {'), light: tokensOf('[data-theme="light"] {') }
const FIXED = tokensOf('@theme {')
/** A picture, shared by both themes. */
const ONLY_DARK = ['select-arrow']

it('Each theme defines the tokens of the other', () => {
  const dark = [...THEMES.dark.keys()].filter((name) => !ONLY_DARK.includes(name))
  expect([...THEMES.light.keys()].sort()).toEqual(dark.sort())
})

it('Every color class has a token in both themes', () => {
  const colors = [...tokensOf('@theme inline {')].filter(
    ([name]) => name.startsWith('color-') && !name.includes('*'),
  )
  expect(colors.length).toBeGreaterThan(15)
  for (const [name, value] of colors) {
    expect(value).toBe(`var(--${name.slice('color-'.length)})`)
    for (const tokens of Object.values(THEMES))
      expect(tokens.get(name.slice('color-'.length)), name).toBeDefined()
  }
})

/** From a class, without its variant (`hover:`); not from an incomplete name in an expression. */
const COLOR_CLASS =
  /(?<=["'`\s:!])(?:bg|text|border(?:-[trblxy])?|outline|ring|fill|stroke|divide|accent|caret|decoration|placeholder)-[a-z0-9-]*[a-z0-9](?:\/\d+)?(?=["'`\s!])/g

it('Every class that starts like a color is known to Tailwind', async () => {
  const used = new Set(
    globSync('**/*.tsx', { cwd: HERE })
      .filter((name) => !name.includes('.test.'))
      .flatMap((name) => readFileSync(HERE + name, 'utf8').match(COLOR_CLASS) ?? []),
  )
  expect(used.size).toBeGreaterThan(100)
  const tailwind = await loadDesignSystem(CSS, {
    base: HERE,
    loadStylesheet: async (id, base) => {
      const path = id.startsWith('.')
        ? base + id
        : fileURLToPath(import.meta.resolve(id === 'tailwindcss' ? 'tailwindcss/index.css' : id))
      return { path, base: `${path.slice(0, path.lastIndexOf('/'))}/`, content: readFileSync(path, 'utf8') }
    },
  })
  const classes = [...used]
  const css = tailwind.candidatesToCss(classes)
  expect(classes.filter((_, at) => css[at] === null)).toEqual([])
})

/** A token, and its percentage if it is translucent: `go/13`. */
type Color = string

const PAGES = ['bg', 'surface', 'raised', 'inset']
const TEXTS = ['text', 'muted', 'faint', 'go', 'warn', 'bad', 'info']
/** The text color, its background, and what is below that. */
const READ: [text: Color, ...grounds: Color[]][] = [
  ...PAGES.flatMap((page) => TEXTS.map((text): [Color, Color] => [text, page])),
  // Buttons, counts and marks
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hi'],
  ['bg', 'go'],
  ['bg', 'bad'],
  ['bg', 'text'],
  // Pills, notes and tags
  ...['bg', 'surface', 'raised'].flatMap((page): [Color, ...Color[]][] => [
    ['muted', 'muted/13', page],
    ['go', 'go/13', page],
    ['warn', 'warn/13', page],
    ['bad', 'bad/13', page],
    ['info', 'info/13', page],
    ['text', 'bad/10', page],
    ['muted', 'text/9', page],
    ['text', 'text/16', page],
    ['muted', 'text/8', page],
    ['text', 'accent/12', page],
    ['bad', 'bad/8', page],
  ]),
  // Prices
  ['sticker-ink', 'sticker'],
  ['sticker-ink', 'sticker-free'],
  ['sticker', 'sticker-ink'],
]
/** Visible parts without text: the edges of fields and buttons, the focus outline, checked boxes, bars of charts. */
const SEEN: [Color, Color][] = PAGES.flatMap((page) =>
  ['edge', 'focus', 'accent', 'chart-1', 'chart-2'].map((color): [Color, Color] => [color, page]),
)

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  it.each(READ)('WCAG 1.4.3: the text %s can be read on %s', (text, ...grounds) => {
    expect(contrast(theme, [text, ...grounds])).toBeGreaterThanOrEqual(4.5)
  })
  it.each(SEEN)('WCAG 1.4.11: the color %s can be seen on %s', (color, ground) => {
    expect(contrast(theme, [color, ground])).toBeGreaterThanOrEqual(3)
  })
})

type Rgb = [red: number, green: number, blue: number]

/** Between the top one of some layers and the visible color of those below it. */
function contrast(theme: keyof typeof THEMES, [top = '', ...below]: Color[]): number {
  const ground = below.reduceRight<Rgb>((under, layer) => over(layersOf(theme, layer), under), [0, 0, 0])
  const [lighter, darker] = [luminance(over(layersOf(theme, top), ground)), luminance(ground)].sort(
    (a, b) => b - a,
  )
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

type Layer = { rgb: Rgb; opacity: number }

function layersOf(theme: keyof typeof THEMES, color: Color): Layer {
  const [name = '', percent = '100'] = color.split('/')
  const value = THEMES[theme].get(name) ?? FIXED.get(`color-${name}`) ?? ''
  const [, hex] = /^#([\da-f]{3}|[\da-f]{6})$/.exec(value) ?? []
  if (!hex) throw new Error(`${name} is ${value}: only #rgb and #rrggbb can be compared`)
  const [red = 0, green = 0, blue = 0] = (hex.match(hex.length === 3 ? /./g : /../g) ?? []).map((part) =>
    Number.parseInt(part.length === 1 ? part + part : part, 16),
  )
  return { rgb: [red, green, blue], opacity: Number(percent) / 100 }
}

const over = ({ rgb, opacity }: Layer, [red, green, blue]: Rgb): Rgb => [
  rgb[0] * opacity + red * (1 - opacity),
  rgb[1] * opacity + green * (1 - opacity),
  rgb[2] * opacity + blue * (1 - opacity),
]

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
