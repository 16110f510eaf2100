import { contrast, DEFAULT_THEME } from '@nofiller/contract/authoring/theme'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CheckedPage, pageFindingsOf } from './page-findings.ts'

const aPage = (changes: Partial<CheckedPage> = {}): CheckedPage => ({
  description: '<p>A crossing, with <a href="https://night-ferry.example/">a site</a> of its own.</p>',
  category: 'SFW',
  theme: DEFAULT_THEME,
  hasDemo: true,
  screenshotAlts: ['The ferry at night'],
  isCardExplicit: false,
  openThemes: 0,
  wasPublic: false,
  statesAdults: false,
  strongestScene: '',
  prices: [{ name: null, cents: 999 }],
  minimumCents: 200,
  namesake: null,
  deadLinks: [],
  ...changes,
})
const adult = {
  category: 'NSFW',
  isCardExplicit: null,
  statesAdults: true,
  strongestScene: 'The second night.',
} as const

it.each([
  ['a page as it should be', {}],
  ['an adult game, whose card may show anything', adult],
  ['a free game', { prices: [{ name: null, cents: 0 }] }],
  ['a price while no provider tells its minimum', { prices: [{ name: null, cents: 1 }], minimumCents: null }],
  [
    'a pale demo button where there is no demo',
    { theme: { ...DEFAULT_THEME, demoButtonColor: '#ffffff' }, hasDemo: false },
  ],
  ['a hash, which is no address', { description: `<p>${'ab12'.repeat(16)}</p>` }],
] satisfies [string, Partial<CheckedPage>][])('PF4 finds nothing on %s', (_what, changes) => {
  expect(pageFindingsOf(aPage(changes))).toEqual([])
})

it.each([
  [
    'explicit-card',
    { isCardExplicit: true },
    { level: 'blocks', where: 'cardImage', title: 'The card or cover image is explicit' },
  ],
  [
    'explicit-card',
    { isCardExplicit: null },
    { level: 'blocks', title: 'Is the card or cover image explicit?' },
  ],
  [
    'warnings-open',
    { openThemes: 1 },
    { level: 'blocks', sentence: expect.stringContaining('1 theme has no answer,') },
  ],
  ['warnings-open', { openThemes: 3 }, { sentence: expect.stringContaining('3 themes have no answer,') }],
  [
    'reach-unsaid',
    { ...adult, strongestScene: ' ' },
    { level: 'blocks', sentence: 'Tell us how to reach the strongest scene. Only we read it.' },
  ],
  ['reach-unsaid', { ...adult, statesAdults: false }, { where: 'strongestScene' }],
  [
    'price-under-minimum',
    { prices: [{ name: 'Soundtrack.zip', cents: 199 }] },
    {
      level: 'blocks',
      where: 'files',
      sentence: '$1.99 is below the smallest payment possible right now, $2.00.',
    },
  ],
  [
    'contrast',
    { theme: { ...DEFAULT_THEME, textColor: '#c0c0c0' } },
    { level: 'warns', where: 'textColor', title: 'Text is hard to read' },
  ],
  [
    'contrast',
    { theme: { ...DEFAULT_THEME, demoButtonColor: '#12b981' } },
    { title: 'Demo button: text is hard to read' },
  ],
  [
    'contrast',
    {
      theme: { ...DEFAULT_THEME, previewBg: '#2563eb', textColor: '#ffffff', linkColor: '#ffffff' },
      hasDemo: false,
    },
    { title: 'Buy button is hard to see' },
  ],
  [
    'alt-missing',
    { screenshotAlts: ['', 'The ferry', ''] },
    { level: 'warns', title: '2 screenshots have no description' },
  ],
  [
    'title-like-another',
    { namesake: { title: 'Night Ferry', developer: 'kim' } },
    { sentence: '“Night Ferry” by kim reads the same. Buyers may mix them up.' },
  ],
  [
    'pays-elsewhere',
    { description: '<p><a href="https://www.paypal.me/june">Tip</a></p>' },
    { level: 'warns', sentence: expect.stringContaining('a link to www.paypal.me.') },
  ],
  [
    'pays-elsewhere',
    { description: '<p>Or send to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq, thanks!</p>' },
    { sentence: expect.stringContaining('an address for Bitcoin.') },
  ],
  [
    'dead-link',
    { deadLinks: [{ host: 'wiki.example', isNameUnknown: false }] },
    { level: 'note', sentence: 'wiki.example answers “not found”.' },
  ],
  [
    'dead-link',
    { deadLinks: [{ host: 'wiki.example', isNameUnknown: true }] },
    { sentence: 'There is no site named wiki.example.' },
  ],
] satisfies [string, Partial<CheckedPage>, object][])('PF4 finds exactly %s', (id, changes, finding) => {
  expect(pageFindingsOf(aPage(changes))).toEqual([expect.objectContaining({ id, ...finding })])
})

it('PF2 names the nearest color that passes against all that it is seen with', () => {
  const theme = { ...DEFAULT_THEME, demoButtonColor: '#12b981' }
  const [found] = pageFindingsOf(aPage({ theme }))
  const color = found?.fix?.demoButtonColor ?? ''
  expect(found?.sentence).toBe(`2.5 to 1; 4.5 is needed. The nearest color that passes is ${color}.`)
  expect(contrast(color, theme.buttonTextColor)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(color, theme.previewBg)).toBeGreaterThanOrEqual(3)
  expect(pageFindingsOf(aPage({ theme: { ...theme, demoButtonColor: color } }))).toEqual([])
})

it('PF2 says so when no color passes', () => {
  const theme = {
    ...DEFAULT_THEME,
    buttonTextColor: '#000000',
    previewBg: '#a0a0a0',
    pageBg: '#a0a0a0',
    textColor: '#000000',
    linkColor: '#000000',
  }
  const found = pageFindingsOf(aPage({ theme: { ...theme, buyButtonColor: '#767676' }, hasDemo: false }))
  expect(found).toEqual([
    expect.objectContaining({
      id: 'contrast',
      sentence: expect.stringContaining('No tint or shade of it passes'),
    }),
  ])
})

it('PF2 open questions keep only a game that was never public from going live', () => {
  const blocking = (wasPublic: boolean) =>
    pageFindingsOf(aPage({ openThemes: 2, isCardExplicit: null, minimumCents: 1_500, wasPublic }))
      .filter(({ level }) => level === 'blocks')
      .map(({ id }) => id)
  expect(blocking(false)).toEqual(['explicit-card', 'warnings-open', 'price-under-minimum'])
  expect(blocking(true)).toEqual(['price-under-minimum'])
})

const tags = fc.constantFrom(
  '<p>',
  '</p>',
  '<a href="',
  '">',
  '</a>',
  '<b',
  '&lt;',
  '&amp;',
  '&#x3c;',
  '%3C',
  '"',
  '<',
)
const addresses = fc.oneof(
  fc.webUrl(),
  fc.constantFrom('https://[', 'https://paypal.me/<b>', 'http://a@b', '//x'),
)
const description = fc.array(fc.oneof(tags, addresses, fc.string({ maxLength: 30 })), { maxLength: 40 })
const color = fc.oneof(fc.constantFrom('#ffffff', '#000000', 'red', '', '#12'), fc.string({ maxLength: 9 }))

it('PF4 takes any page for what it is, and repeats no HTML of it', () => {
  const anyPage = fc.record({
    description: description.map((parts) => parts.join('')),
    category: fc.constantFrom<CheckedPage['category'][]>('SFW', 'NSFW'),
    theme: fc.record({
      textColor: color,
      pageBg: color,
      linkColor: color,
      buyButtonColor: color,
      previewBg: color,
    }),
    screenshotAlts: fc.array(fc.string(), { maxLength: 12 }),
    prices: fc.array(fc.record({ name: fc.constant('Artbook'), cents: fc.nat() }), { maxLength: 25 }),
    openThemes: fc.nat(26),
    wasPublic: fc.boolean(),
  })
  fc.assert(
    fc.property(anyPage, ({ theme, ...page }) => {
      for (const { title, sentence } of pageFindingsOf(
        aPage({ ...page, theme: { ...DEFAULT_THEME, ...theme } }),
      )) {
        expect(title + sentence).not.toMatch(/[<>]|undefined|NaN/)
        expect(sentence.length).toBeLessThanOrEqual(2_000)
      }
    }),
  )
})
