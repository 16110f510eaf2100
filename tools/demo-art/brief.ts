import type { ProjectType } from '../../contract/catalog/game-kinds.ts'
import type { Face } from './fonts.ts'
import type { Lettering } from './lettering.ts'
import type { MotifName } from './motifs.ts'
import type { PaletteName } from './palettes.ts'

/** How a game looks: its row in briefs.json. */
export type ArtBrief = {
  motif: MotifName
  palette: PaletteName
  lettering: Lettering
  /** The motifs of further screenshots, in the same colors. */
  scenes: MotifName[]
  /** The face of the game's own interface, Cormorant when left out. */
  reading?: Face
}

/** What the pictures of a game are drawn from: the same brief gives the same pictures. */
export type Brief = {
  slug: string
  title: string
  projectType: ProjectType
  /** What somebody says in the screenshots. */
  line: { speaker: string; says: string }
  art: ArtBrief
}
