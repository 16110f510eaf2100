import type { SavesKind } from '@nofiller/contract/releases/release-rules'

export type DemoRelease = {
  label: string
  daysAgo: number
  summary: string
  notes?: string
  knownProblems?: string
  saves: SavesKind
  /** The label of the oldest release whose saves it loads, for `from`. */
  savesFrom?: string
  savesNote?: string
}

/** The releases of games that have several, by slug, the oldest first. The last one has the version of the game's files. */
export const releases: Record<string, DemoRelease[]> = {
  saltglass: [
    {
      label: '1.3',
      daysAgo: 212,
      summary: 'All eleven weeks, from the first furnace to the last ferry.',
      saves: 'unknown',
    },
    {
      label: '1.4',
      daysAgo: 52,
      summary: 'The pub has a second evening, and Maren a sister. Text can be skipped line by line.',
      notes:
        '<h2>New</h2><ul><li>A second evening in the pub, three scenes.</li><li>Ilse, who has opinions about you.</li></ul><h2>Fixed</h2><ul><li>The bus shelter no longer keeps your coat.</li></ul>',
      saves: 'from',
      savesFrom: '1.3',
    },
    {
      label: '1.5',
      daysAgo: 24,
      summary: 'A new map of the island. Notes move to it when you open a save from 1.4.',
      notes: '<ul><li>The map is drawn anew and shows the weather.</li><li>Notes have dates.</li></ul>',
      saves: 'from',
      savesFrom: '1.4',
    },
    {
      label: '1.6',
      daysAgo: 2,
      summary: 'A text-size setting and a reading font for dyslexic players.',
      notes:
        '<h2>New</h2><ul><li>Text size up to 200%.</li><li>A reading font.</li><li>The log can be searched.</li></ul><h2>Fixed</h2><ul><li>The sentence at the end of week seven ends.</li></ul>',
      knownProblems: 'On Linux with Wayland the window may open behind others.',
      saves: 'from',
      savesFrom: '1.5',
    },
  ],
  'velvet-orbit': [
    {
      label: '1.1',
      daysAgo: 150,
      summary: 'The whole station, docked: nine nights and the morning after.',
      saves: 'unknown',
    },
    {
      label: '1.2',
      daysAgo: 30,
      summary: 'Deck four opens, with a quiet hour that somebody keeps.',
      notes:
        '<ul><li>Deck four: three scenes and a garden.</li><li>The lift remembers where you were.</li></ul>',
      saves: 'from',
      savesFrom: '1.1',
    },
    {
      label: '1.3',
      daysAgo: 16,
      summary: 'A new star chart. Opens saves from 1.2 and moves their notes to it.',
      saves: 'from',
      savesFrom: '1.2',
    },
    {
      label: '1.4',
      daysAgo: 2,
      summary: 'Fixes the crash at the start on Mac, and text size can be set.',
      notes:
        '<h2>New</h2><ul><li>Text size up to 200%.</li></ul><h2>Fixed</h2><ul><li>The crash at the start on macOS 15.</li><li>The purser no longer greets you twice.</li></ul>',
      knownProblems: 'With two screens the window may open on the other one.',
      saves: 'from',
      savesFrom: '1.3',
    },
  ],
  gallowglass: [
    { label: '1.2', daysAgo: 110, summary: 'The campaign, complete.', saves: 'unknown' },
    {
      label: '1.3',
      daysAgo: 6,
      summary: 'Rebalances the second winter, and shows what a season will cost.',
      saves: 'all',
    },
  ],
  'low-tide-motel': [
    {
      label: '1.5',
      daysAgo: 96,
      summary: 'All four nights, and the pool at three in the morning.',
      saves: 'unknown',
    },
  ],
  dunewalker: [
    { label: '1.4', daysAgo: 176, summary: 'The whole Erg, from the sign to the sea.', saves: 'unknown' },
    {
      label: '1.5',
      daysAgo: 3,
      summary: 'The guide sings in the sandstorm, and the handrail can be moved in VR.',
      saves: 'all',
    },
  ],
  'sublevel-zero': [
    { label: '2.1', daysAgo: 91, summary: 'Nine floors down, and what is below.', saves: 'unknown' },
    {
      label: '2.2',
      daysAgo: 4,
      summary: 'The union representative joins, and a color-blind palette.',
      saves: 'from',
      savesFrom: '2.1',
    },
  ],
  mirrorlake: [
    { label: '0.9', daysAgo: 74, summary: 'Both countries, and the boat between them.', saves: 'unknown' },
    { label: '1.0', daysAgo: 5, summary: 'A year of light, and somebody in another boat.', saves: 'all' },
  ],
  'slow-burn': [
    { label: '1.1', daysAgo: 233, summary: '', saves: 'unknown' },
    {
      label: '1.2',
      daysAgo: 4,
      summary: 'Chapter two is written anew, with an ending that it lacked.',
      saves: 'none',
      savesNote: 'Finish your evening in 1.1 first.',
    },
  ],
}

/** A release that supporters of a game have and its owners get later, and what makes supporters. */
export const earlyAccess = {
  slug: 'low-tide-motel',
  /** The name of the extra. */
  edition: 'Original soundtrack',
  leadDays: 7,
  release: {
    label: '1.6',
    daysAgo: 2,
    summary: 'Night five: checkout. Room ten leaves a forwarding address.',
    notes:
      '<h2>New</h2><ul><li>A fifth night, about an hour.</li><li>The suitcase can be returned.</li></ul><h2>Fixed</h2><ul><li>The karaoke machine remembers its place.</li></ul>',
    saves: 'all',
  } satisfies DemoRelease,
}
