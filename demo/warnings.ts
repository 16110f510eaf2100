import {
  THEMES,
  type Theme,
  type ThemeId,
  type WarningLevel,
} from '@nofiller/contract/content-limits/content-warnings'

/** What a developer answered for one theme; `none` for a theme that is not in the game. */
export type DemoWarning = {
  theme: Theme
  level: WarningLevel | 'none'
  avoidable: boolean
  spoiler: boolean
  note: string | null
}

type Extent = 'avoidable' | 'spoiler'
type Entry = [level: WarningLevel, note?: string, ...extents: Extent[]]

/** By slug. A theme that is not named is not in the game. */
const CONTAINS: Record<string, Partial<Record<ThemeId, Entry>>> = {
  saltglass: {
    substances: ['mentioned', 'The island drinks on Saturdays. You can stay in.', 'avoidable'],
    'power-gap': ['mentioned'],
  },
  'greenhouse-after-dark': { substances: ['shown', 'A hip flask goes round in chapter three.'] },
  'everyone-in-this-village-has-kissed-the-lighthouse-keeper': {
    infidelity: ['mentioned', 'Two villagers confess to it. Nobody is sorry.'],
    substances: ['shown', 'There is a pub, and the pub has a quiz.'],
  },
  brine: {
    transformation: ['shown', 'Your hands change first. You watch it happen.'],
    gore: ['implied', 'What is found in the last pan.', 'spoiler'],
    flashing: ['shown', 'Two sudden sounds. A setting softens them.', 'avoidable'],
  },
  'kettle-and-rain': {},
  'the-widows-almanac': {
    'self-harm': ['mentioned', 'In one letter, about a death before the story.', 'spoiler'],
    'power-gap': ['implied'],
    substances: ['mentioned'],
  },
  'undertow-waltz': {
    flashing: ['shown', 'Lights pulse with the beat. A setting stills them.', 'avoidable'],
  },
  'low-tide-motel': {
    violence: ['shown', 'One beating, one shot. Both are over quickly.'],
    substances: ['shown', 'Everybody drinks. You pour.'],
    infidelity: ['implied'],
    dubcon: ['mentioned', 'A guest tells of a bargain she did not want.'],
  },
  'velvet-orbit': {
    substances: ['shown', 'Two of the crew drink on watch. You can turn down every glass.'],
    infidelity: ['implied', 'Only if you start a second romance.', 'avoidable'],
    'power-gap': ['mentioned'],
  },
  'slow-burn': {},
  'the-understudy': {
    substances: ['shown'],
    'power-gap': ['implied', 'The producer has favorites. You can tell him so.', 'avoidable'],
    humiliation: ['mentioned'],
  },
  'room-service': {
    infidelity: ['implied', 'Guests arrive with other people’s rings on.'],
    bdsm: ['mentioned', 'Requests to the front desk, never seen.'],
    substances: ['mentioned'],
  },
  'second-date-dungeon': {
    'non-human': ['shown', 'The boss of floor four is charming and has tentacles.', 'avoidable'],
    bdsm: ['implied', 'It is a dungeon. Both of you are asked first.', 'avoidable'],
    violence: ['mentioned'],
  },
  'neon-confessional': {
    'mind-control': ['shown', 'Memories are erased for money, with consent.'],
    hate: ['mentioned'],
    'self-harm': ['mentioned', 'One visitor’s confession. You can end it early.', 'avoidable'],
    dubcon: ['implied'],
  },
  'interest-rate': {
    'power-gap': ['shown', 'Your creditor. It is what the game is about.'],
    dubcon: ['implied', 'A debt is part of every dinner.'],
    humiliation: ['mentioned'],
  },
  'afterparty-unattended': { substances: ['shown', 'The party was like that.'] },
  'wolves-of-ash-hill': {
    violence: ['shown', 'Slow, close fights with blades and teeth.'],
    'non-human': ['shown', 'The wolves are people on most nights.', 'avoidable'],
    captivity: ['implied', 'The village gives somebody away each year.'],
    gore: ['implied'],
    noncon: ['mentioned', 'In one villager’s past, told without detail.'],
  },
  'ninth-arch': { flashing: ['shown', 'Rooms change between blinks. No loud sounds.'] },
  'rust-choir': {
    transformation: ['shown', 'Bodies and organ pipes grow together.'],
    gore: ['shown', 'From the crypt on. It cannot be skipped.'],
    captivity: ['implied', 'What the choir is made of.', 'spoiler'],
    flashing: ['shown', 'Loud chords without warning.'],
  },
  'last-light-wood': {
    abuse: ['mentioned', 'An animal is found dead. You do not see how.'],
    flashing: ['shown', 'Sounds from behind. A setting lowers them.', 'avoidable'],
    'self-harm': ['implied', 'What happened to the man before you.', 'spoiler'],
  },
  'sublevel-zero': {
    violence: ['shown'],
    gore: ['shown', 'Injuries of your team, drawn small.'],
    transformation: ['implied'],
  },
  'the-tooth-collectors-ledger': {
    transformation: ['shown', 'Teeth, and where they are put.'],
    gore: ['implied'],
    abuse: ['mentioned', 'Parents bring their children’s teeth.'],
  },
  gallowglass: {
    violence: ['shown', 'War with axes, as it was.'],
    gore: ['implied'],
    hate: ['shown', 'Slurs of the time, between nations.'],
    noncon: ['mentioned', 'Named as a crime of war. Never shown.'],
    captivity: ['implied', 'Hostages are taken and kept.'],
    substances: ['shown'],
  },
  marrow: {
    transformation: ['shown', 'You wear what you find.'],
    gore: ['shown', 'You are inside a body throughout.'],
    'bodily-waste': ['implied'],
  },
  'the-long-dusk': { violence: ['implied'], substances: ['mentioned'] },
  dunewalker: { 'self-harm': ['mentioned', 'A note in an abandoned camp.', 'avoidable'] },
  'aurora-keep': {},
  'tin-cathedral': {},
  'a-thousand-small-kings': {
    incest: ['implied', 'Cousins marry, as dynasties did. A setting forbids it.', 'avoidable'],
    violence: ['shown'],
    captivity: ['implied', 'Hostages and dungeons, as lines in a report.'],
    infidelity: ['shown'],
  },
  'caravan-of-debts': {
    captivity: ['mentioned', 'Some cities trade in people. You never can.'],
    substances: ['implied'],
  },
  'wet-clay': { 'power-gap': ['implied', 'Your teacher. You are both over thirty.'] },
  'pixel-parish': {},
  'copper-garden': {},
  'overnight-freight': {},
  kelp: {},
  'bell-frog': {},
  'half-moon-diner': { substances: ['mentioned'] },
  'paper-foxes': {},
  'moth-and-lantern': {
    dubcon: ['implied', 'He asks. She is not sure. You decide.', 'avoidable'],
    'non-human': ['implied', 'Who the lodger is.', 'spoiler'],
    violence: ['mentioned'],
  },
  'letters-i-burned': {
    infidelity: ['mentioned', 'What the fourteen months were.', 'spoiler'],
    'self-harm': ['mentioned'],
  },
  'the-cat-sits': {},
  'kiosk-24': { substances: ['shown', 'You sell cigarettes. Regulars come drunk.'] },
  'static-bloom': { flashing: ['shown', 'Bright pulses all the way. A calm mode exists.', 'avoidable'] },
  'hollow-signal': {
    flashing: ['shown', 'Sudden noise in headphones. A limiter can be set.', 'avoidable'],
    'self-harm': ['implied', 'The end of one recording.', 'spoiler'],
    'mind-control': ['implied'],
  },
  'body-clock': {
    transformation: ['shown', 'Organs multiply. It is a comedy about that.'],
    'bodily-waste': ['mentioned'],
    pregnancy: ['implied', 'One of twelve endings.', 'avoidable', 'spoiler'],
  },
  'terms-and-conditions': {
    'power-gap': ['shown', 'A demon holds your contract.'],
    'non-human': ['shown', 'He keeps the horns.'],
    bdsm: ['implied', 'Clause 41. You can strike it.', 'avoidable'],
  },
  stairwell: {
    violence: ['implied'],
    flashing: ['shown', 'Lights fail. Somebody runs.'],
    abuse: ['mentioned', 'Heard through one door.'],
  },
  'tape-hiss': {},
  ping: { infidelity: ['implied', 'Depends on what you answer.', 'avoidable'] },
  'small-hours': {
    'self-harm': ['mentioned', 'One of the eight thoughts. You can leave its room.', 'avoidable'],
    substances: ['mentioned'],
  },
  'no-fixed-abode': {
    dubcon: ['implied', 'Some hosts expect something for the sofa. You can always leave.', 'avoidable'],
    substances: ['shown'],
    abuse: ['mentioned'],
  },
  'what-the-orchard-wants': {
    gore: ['shown', 'The harvest.', 'spoiler'],
    pregnancy: ['shown', 'From summer on.'],
    captivity: ['implied'],
    incest: ['mentioned', 'How the family kept its trees.', 'spoiler'],
  },
}

/** Answered before some of the themes were asked about. */
const OPEN: Record<string, readonly ThemeId[]> = {
  'last-light-wood': ['mind-control', 'hate'],
  'neon-confessional': ['flashing'],
  'the-long-dusk': ['self-harm', 'hate', 'flashing'],
}

/** What a game's developer answered, theme by theme; nothing at all for some games. */
export function warningsOf(slug: string): DemoWarning[] {
  const contains = CONTAINS[slug]
  if (contains === undefined) return []
  return THEMES.filter(({ id }) => !OPEN[slug]?.includes(id)).map((theme) =>
    warningOf(theme, contains[theme.id]),
  )
}

function warningOf(theme: Theme, entry: Entry | undefined): DemoWarning {
  if (!entry) return { theme, level: 'none', avoidable: false, spoiler: false, note: null }
  const [level, note = null, ...extents] = entry
  const [avoidable, spoiler] = [extents.includes('avoidable'), extents.includes('spoiler')]
  return { theme, level, avoidable, spoiler, note }
}

/** The slugs of the games whose developers answered. */
export const answeredSlugs = Object.keys(CONTAINS)
