export type DemoDeveloper = {
  username: string
  displayName: string
  bio: string
  links: { website: string; twitter?: string; patreon?: string }
}

/** Who made the demo games. */
export const developers: DemoDeveloper[] = [
  {
    username: 'foghorn-works',
    displayName: 'Foghorn Works',
    bio: 'Two people and a kettle in a former net loft. We write slow games about towns by the sea and the adults who failed to leave them.',
    links: { website: 'https://foghornworks.example', twitter: 'foghornworks', patreon: 'foghornworks' },
  },
  {
    username: 'midnight.parcel',
    displayName: 'Midnight Parcel',
    bio: 'Romance and bad timing, delivered after hours. Four writers, one programmer, no pets allowed in the office, three pets in the office.',
    links: { website: 'https://midnightparcel.example', twitter: 'midnightparcel' },
  },
  {
    username: 'rook_and_daughter',
    displayName: 'Rook & Daughter',
    bio: 'A family firm in dread since 2014. Father does the walls, daughter does what is behind them.',
    links: { website: 'https://rookanddaughter.example', patreon: 'rookanddaughter' },
  },
  {
    username: 'studio-ochre',
    displayName: 'Studio Ochre',
    bio: 'Large landscapes, small parties, long walks. We have shipped seven games and finished four of them on time.',
    links: { website: 'https://studioochre.example', twitter: 'studioochre', patreon: 'studioochre' },
  },
  {
    username: 'tinyfurnace',
    displayName: 'Tiny Furnace',
    bio: 'Small warm things: pixels, trains, pots and the tools we made to make them. Everything runs on a ten-year-old laptop because ours is.',
    links: { website: 'https://tinyfurnace.example' },
  },
  {
    username: 'ada.quill',
    displayName: 'Ada Quill',
    bio: 'I draw, I scan, I forget where I saved the scan. Hand-drawn games by one person and a very patient scanner.',
    links: { website: 'https://adaquill.example', patreon: 'adaquill' },
  },
  {
    username: 'lowbatteryclub',
    displayName: 'Low Battery Club',
    bio: 'Eleven strangers who share a repository and a grudge against sleep. One idea a game, and we stop when the idea does.',
    links: { website: 'https://lowbattery.example', twitter: 'lowbatteryclub', patreon: 'lowbatteryclub' },
  },
  {
    username: 'odile_marsh',
    displayName: 'Odile Marsh',
    bio: 'Former agronomist. One game, six years, eleven hundred apple trees.',
    links: { website: 'https://odilemarsh.example' },
  },
]
