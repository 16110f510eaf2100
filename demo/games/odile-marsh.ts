import { extra, gamesOf } from '../game.ts'

export const odileMarsh = gamesOf('odile_marsh', [
  {
    title: 'What the Orchard Wants',
    version: '1.2',
    priceCents: 2299,
    category: 'NSFW',
    tags: ['adventure', 'horror', 'romance', 'folk horror'],
    devices: ['Windows', 'Mac', 'Linux'],
    extras: [extra('Songs for wassailing', 399), extra('Pruning manual, 48 pages', 299)],
    hasDemo: true,
    publishedDaysAgo: 53,
    popularity: 84,
    description: `<p>You have married into eleven hundred apple trees. Your wife's family has kept the orchard for nine generations and never once, in all that time, had a bad year. At dinner they ask whether you sleep well. They ask it as farmers ask about rain.</p>
<p><strong>What the Orchard Wants</strong> is an adventure through one year of real orchard work: pruning, grafting, blossom, thinning, harvest, and the long night in January when you sing to the oldest tree and it is important not to stop. I did this job for twelve years. Nearly everything in the game is true.</p>
<h2>Through the seasons</h2>
<ul><li>Four seasons, each with its own tasks, songs and rules of the house.</li><li>A marriage, played tenderly, between two women who desire each other and are keeping the same secret.</li><li>A horror that asks politely, at every stage, and waits for a yes.</li></ul>
<blockquote>Intimacy, pregnancy, folk ritual, knives used for their purpose. There is a list by chapter in the menu.</blockquote>
<p>Ten to twelve hours. The endings number five. In one of them, the apples are perfectly ordinary, and it is the one which frightens people.</p>`,
    theme: 'ember',
    line: { speaker: 'Mother-in-law', says: 'It likes you. I would not tell you that if I could help it.' },
  },
])
