/** The colours of a game's page and their defaults (document 2 §9). */
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

export const THEME_COLOURS = [
  'pageBg',
  'textColor',
  'linkColor',
  'previewBg',
  'buyButtonColor',
  'demoButtonColor',
  'buttonTextColor',
] as const

export const isHexColour = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value)

/** WCAG 2 contrast ratio of two hex colours, 1 to 21. */
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
