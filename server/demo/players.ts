const FIRST = [
  'quiet',
  'paper',
  'amber',
  'velvet',
  'copper',
  'late',
  'second',
  'north',
  'salt',
  'hollow',
  'marble',
  'static',
  'ember',
  'idle',
  'plum',
  'tin',
] as const
const LAST = [
  'heron',
  'otter',
  'lantern',
  'wren',
  'cinder',
  'moth',
  'harbor',
  'sparrow',
  'comet',
  'fern',
] as const
const OLDEST_DAYS = 140

/** Believable players with the days since each joined. */
export function makePlayers(random: () => number): { username: string; days: number }[] {
  return FIRST.flatMap((first) =>
    LAST.map((last) => ({
      username:
        random() < 0.3
          ? `${first}_${last}${Math.floor(random() * 90) + 10}`
          : `${first}${random() < 0.5 ? '_' : '.'}${last}`,
      days: Math.ceil(random() * OLDEST_DAYS),
    })),
  )
}
