import { aurora, dunes, grove, lake, ridges } from './motifs/landscape.ts'
import { bloom, eye, heart, moth, mushrooms, planet } from './motifs/living.ts'
import {
  arches,
  equaliser,
  facets,
  foldedFox,
  pipes,
  rings,
  roseWindow,
  signal,
  tiles,
} from './motifs/pattern.ts'
import { pixels } from './motifs/pixels.ts'
import { candles, curtain, keyhole, rain, shelf, sill, stairs, teacup } from './motifs/room.ts'
import { kelp, lighthouse, tide } from './motifs/sea.ts'
import { banners, cards, chess, coins, moons, pots, vinyl } from './motifs/things.ts'
import { cubes, diner, motel, skyline, train } from './motifs/town.ts'
import type { Motif } from './svg.ts'

/** Everything that a picture can show. */
export const MOTIFS = {
  arches,
  aurora,
  banners,
  bloom,
  candles,
  cards,
  chess,
  coins,
  cubes,
  curtain,
  diner,
  dunes,
  equaliser,
  eye,
  facets,
  foldedFox,
  grove,
  heart,
  kelp,
  keyhole,
  lake,
  lighthouse,
  moons,
  motel,
  moth,
  mushrooms,
  pipes,
  pixels,
  planet,
  pots,
  rain,
  ridges,
  rings,
  roseWindow,
  shelf,
  signal,
  sill,
  skyline,
  stairs,
  teacup,
  tide,
  tiles,
  train,
  vinyl,
} satisfies Record<string, Motif>

export type MotifName = keyof typeof MOTIFS
