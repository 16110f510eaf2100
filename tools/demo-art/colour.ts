type Triple = [number, number, number]

/** The colour between two hex colours at a share from 0 to 1, mixed in Oklab so that it never turns grey. */
export function mix(from: string, to: string, share: number): string {
  const [l, a, b] = oklab(from)
  const [l2, a2, b2] = oklab(to)
  return hexOf([l + (l2 - l) * share, a + (a2 - a) * share, b + (b2 - b) * share])
}

/** The colour at a share from 0 to 1 of an evenly spaced run of colours. */
export function ramp(colours: readonly [string, ...string[]], share: number): string {
  const place = Math.min(0.9999, Math.max(0, share)) * (colours.length - 1)
  const from = Math.floor(place)
  const first = colours[from] ?? colours[0]
  return mix(first, colours[from + 1] ?? first, place - from)
}

function oklab(hex: string): Triple {
  const channel = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r, g, b] = [channel(1), channel(3), channel(5)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function hexOf([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${channels.map(byteHex).join('')}`
}

const byteHex = (value: number) =>
  Math.round(255 * Math.min(1, gamma(Math.max(0, value))))
    .toString(16)
    .padStart(2, '0')

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const gamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)
