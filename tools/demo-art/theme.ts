import { contrast, type Theme } from '../../contract/authoring/theme.ts'
import { mix } from './colour.ts'
import { isLight, PALETTES, type PaletteName } from './palettes.ts'

const LEGIBLE = 4.5

/** The colours of a game's page: those of a palette made legible (requirements 4.12). */
export function themeOf(palette: PaletteName): Theme {
  const p = PALETTES[palette]
  const [pageBg, previewBg, text, link] = isLight(palette)
    ? [p.sky, p.paper, p.ink, p.near]
    : [p.ink, mix(p.near, p.ink, 0.5), p.paper, p.pop]
  const buttonText = p.ink
  return {
    pageBg,
    previewBg,
    previewBgAlpha: 0.92,
    textColor: legible(text, previewBg),
    linkColor: legible(link, previewBg),
    buyButtonColor: legible(p.pop, buttonText),
    demoButtonColor: legible(p.glow, buttonText),
    buttonTextColor: buttonText,
  }
}

/** The colour moved away from its ground, as little as makes it legible there. */
function legible(colour: string, ground: string): string {
  const end = contrast('#ffffff', ground) > contrast('#000000', ground) ? '#ffffff' : '#000000'
  const steps = Array.from({ length: 21 }, (_, at) => mix(colour, end, at / 20))
  return steps.find((step) => contrast(step, ground) >= LEGIBLE) ?? end
}
