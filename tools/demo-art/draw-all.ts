// Draws the pictures of all demo games and spare sets into demo/pictures, and writes the themes of the palettes.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { slugOf } from '../../contract/authoring/slug.ts'
import { games } from '../../demo/catalog.ts'
import spareSets from '../../demo/spare-pictures.json' with { type: 'json' }
import type { ArtBrief, Brief } from './brief.ts'
import briefs from './briefs.json' with { type: 'json' }
import { drawTitled } from './draw.ts'
import { PALETTES, type PaletteName } from './palettes.ts'
import { renderPictures } from './render.ts'
import { themeOf } from './theme.ts'

const demo = fileURLToPath(new URL('../../demo/', import.meta.url))
const spares = spareSets.map((set) => ({ ...set, slug: slugOf(set.title), projectType: 'Game' as const }))
const drawn: Brief[] = [...games, ...spares].map(({ slug, title, projectType, line }) => {
  const art = (briefs as Record<string, ArtBrief>)[slug]
  if (!art) throw new Error(`briefs.json has nothing for ${slug}`)
  return { slug, title, projectType, line, art }
})

checkTitles()
checkLooks()
await rm(`${demo}pictures`, { recursive: true, force: true })
for (const brief of drawn) {
  const folder = `${demo}pictures/${brief.slug}`
  const { card, cover, screenshots } = await renderPictures(brief)
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/card.webp`, card)
  await writeFile(`${folder}/cover.webp`, cover)
  for (const [at, screenshot] of screenshots.entries())
    await writeFile(`${folder}/screenshot-${at + 1}.webp`, screenshot)
}
const themes = Object.keys(PALETTES).map((name) => [name, themeOf(name as PaletteName)])
await writeFile(`${demo}themes.json`, `${JSON.stringify(Object.fromEntries(themes), null, 2)}\n`)

/** A title is whole, and leaves the lower tenth free, where the price hangs. */
function checkTitles(): void {
  for (const brief of drawn)
    for (const [w, h] of [
      [1000, 700],
      [1600, 900],
    ] as const) {
      const { left, right, top, bottom } = drawTitled(brief, w, h).box
      const isWhole = left > w * 0.03 && right < w * 0.97 && top > h * 0.05 && bottom <= h * 0.9
      if (!isWhole || bottom - top < h * 0.07) throw new Error(`the title of ${brief.slug} does not fit`)
    }
}

/** No two share a motif and its colors. */
function checkLooks(): void {
  const looks = drawn.map(({ art }) => `${art.motif} ${art.palette}`)
  const twice = looks.filter((look, at) => looks.indexOf(look) !== at)
  if (twice.length > 0) throw new Error(`drawn twice: ${twice.join(', ')}`)
}
