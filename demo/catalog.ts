import { adaQuill } from './games/ada-quill.ts'
import { foghornWorks } from './games/foghorn-works.ts'
import { lowBatteryDays } from './games/low-battery-days.ts'
import { lowBatteryNights } from './games/low-battery-nights.ts'
import { midnightParcel } from './games/midnight-parcel.ts'
import { odileMarsh } from './games/odile-marsh.ts'
import { rookAndDaughter } from './games/rook-and-daughter.ts'
import { studioOchre } from './games/studio-ochre.ts'
import { tinyFurnace } from './games/tiny-furnace.ts'

export { type DemoDeveloper, developers } from './developers.ts'
export type { DemoFile, DemoGame } from './game.ts'

/** The games of the demo store. */
export const games = [
  ...foghornWorks,
  ...midnightParcel,
  ...rookAndDaughter,
  ...studioOchre,
  ...tinyFurnace,
  ...adaQuill,
  ...lowBatteryDays,
  ...lowBatteryNights,
  ...odileMarsh,
]

/** What the admin of the demo store features, by slug. */
export const featured = ['low-tide-motel', 'hollow-signal', 'tin-cathedral']
