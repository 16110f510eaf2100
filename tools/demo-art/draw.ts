import type { Brief } from './brief.ts'
import { belt, choice, dialogue, menu, type Screen, timer, workbench } from './interface.ts'
import { lettering } from './lettering.ts'
import { MOTIFS, type MotifName } from './motifs.ts'
import { PALETTES } from './palettes.ts'
import { cycle, hash, randomOf } from './random.ts'
import type { Scene } from './svg.ts'

/** The picture of a card, whose lower edge carries the price. */
export const drawCard = (game: Brief): string => drawTitled(game, 1000, 700).svg

/** The wide picture of a game's page. */
export const drawCover = (game: Brief): string => drawTitled(game, 1600, 900).svg

/** A game's motif with its title, and the box that the title's ink fills. */
export function drawTitled(game: Brief, w: number, h: number) {
  const scene = sceneOf(game, '', w, h)
  const ground = MOTIFS[game.art.motif](scene)
  const title = lettering(scene, game.title, game.art.lettering)
  return { svg: written(scene, ground + title.svg), box: title.box }
}

type Screens = [Screen, ...Screen[]]
const PLAY = [dialogue, belt, menu, timer, choice] satisfies Screens
const EDITOR = [workbench] satisfies Screens

/** Three to five pictures of the game being played. */
export function drawScreenshots(game: Brief): string[] {
  const first = hash(game.slug)
  const played = game.projectType === 'Game' || game.projectType === 'Mod'
  const screens: Screens = played ? PLAY : EDITOR
  const scenes = [game.art.motif, ...game.art.scenes] satisfies [MotifName, ...MotifName[]]
  return Array.from({ length: 3 + (first % 3) }, (_, at) => {
    const scene = sceneOf(game, `:${at}`, 960, 540)
    const motif = cycle(scenes, at)
    const screen = cycle(screens, at === 0 ? 0 : first + at)
    const words = { face: game.art.reading ?? 'cormorant', ...game.line }
    return written(scene, MOTIFS[motif](scene) + screen(scene, words))
  })
}

const sceneOf = (game: Brief, view: string, w: number, h: number): Scene => ({
  w,
  h,
  p: PALETTES[game.art.palette],
  random: randomOf(game.slug + view),
  defs: [],
})

const written = ({ w, h, defs }: Scene, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"><defs>${defs.join('')}</defs>${body}</svg>`
