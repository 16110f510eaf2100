import type { ProjectType } from '@nofiller/contract/catalog/game-kinds'
import type { Face } from './fonts.ts'
import type { Lettering } from './lettering.ts'
import type { MotifName } from './motifs.ts'
import type { PaletteName } from './palettes.ts'

/** How a game looks. */
export type ArtBrief = {
  motif: MotifName
  palette: PaletteName
  lettering: Lettering
  /** The motifs of further screenshots, in the same colors. */
  scenes: MotifName[]
  /** What somebody says in the screenshots. */
  line: { speaker: string; says: string }
  /** The face of the game's own interface, Cormorant when left out. */
  reading?: Face
}

/** What the pictures of a game are drawn from: the same brief gives the same pictures. */
export type Brief = { slug: string; title: string; projectType: ProjectType; art: ArtBrief }
