import { extra, gamesOf } from '../game.ts'

export const studioOchre = gamesOf('studio-ochre', [
  {
    title: 'The Long Dusk',
    version: '1.7',
    priceCents: 2499,
    category: 'SFW',
    tags: ['rpg', 'open world', 'story rich', 'adventure'],
    devices: ['Windows', 'Linux'],
    extras: [extra('Original soundtrack', 699), extra('Art book, 160 pages', 999)],
    hasDemo: true,
    publishedDaysAgo: 288,
    popularity: 92,
    description: `<p>The sun has been setting over Haldane for nineteen years. Crops have adapted. So have bandits. Children are taught the word <em>noon</em> with a picture.</p>
<p><strong>The Long Dusk</strong> is an open-world role-playing game for people who like the walking. You are a surveyor sent west to find out where the sun has got to. The country in between is large, mostly empty, and lived in by those who stayed for reasons they will tell you if you sit down.</p>
<h2>What there is</h2>
<ul><li>Forty-four villages, none of which needs saving in the next ten minutes.</li><li>A party of up to three, who argue about the route.</li><li>Fights you can see coming from a mile off, and go around.</li><li>A map that is blank until you draw it, with a pencil that wears down.</li></ul>
<p>Shadows are long, all of them, always; that took two years and is the reason for our minimum requirements. Light sleepers may turn the dusk down in the settings.</p>
<p>Fifty hours at a stroll. There is a horse. It is not fast, but it is very good at waiting.</p>`,
    theme: 'ember',
    line: {
      speaker: 'Innkeeper',
      says: 'It was nearly dark when my mother was born. We are hopeful, as a people.',
    },
  },
  {
    title: 'Dunewalker',
    version: '1.5',
    priceCents: 1750,
    category: 'SFW',
    tags: ['rpg', 'survival', 'exploration', 'vr'],
    devices: ['Windows', 'Mac', 'Linux', 'VR'],
    hasDemo: true,
    publishedDaysAgo: 176,
    popularity: 65,
    description: `<p>Nobody crosses the Erg alone, says the sign. Somebody has scratched out <em>crosses</em> and written <em>admits to crossing</em>.</p>
<p><strong>Dunewalker</strong> is a survival game about carrying less. The desert is eighty kilometres wide, simulated grain by approximate grain, and it moves: a dune you slept behind will be somewhere else by the time you need it again. You read wind, stars and the color of the ground. You carry water, which is heavy, and company, which is heavier.</p>
<h2>The crossing</h2>
<ol><li>Pack. Everything you take you will regret, and everything else too.</li><li>Walk at night, sleep by day, and argue with the guide at both ends.</li><li>Meet twelve other travelers, going the other way for reasons of their own.</li><li>Arrive, or be found; both are endings with some dignity.</li></ol>
<p>There is no combat and only one snake. In VR the horizon does what horizons do to people, so there is a mode with a handrail.</p>
<p>A crossing takes five to seven hours. The record is two and a half, by a geologist, who cheated with knowledge.</p>`,
    theme: 'ochre',
    line: {
      speaker: 'The guide',
      says: 'When it is quiet, drink. When it sings, sit down and hold my sleeve.',
    },
  },
  {
    title: 'Aurora Keep',
    version: '1.0',
    priceCents: 2250,
    category: 'SFW',
    tags: ['sandbox', 'strategy', 'castle', 'building'],
    devices: ['Windows', 'Linux'],
    publishedDaysAgo: 69,
    popularity: 55,
    description: `<p>Here is a hill, a charter and six months before the snow. Build something that will still be warm in February.</p>
<p><strong>Aurora Keep</strong> is a castle sandbox in which the siege is the weather. You quarry, haul and stack real stone with real weight; arches need centring, walls need footings, and a chimney in the wrong place will smoke out the bishop. When winter comes you stop building and live in what you made.</p>
<h2>Building</h2>
<ul><li>Free placement with honest structural physics. Cathedrals fell down too.</li><li>Sixty people with trades, chilblains and opinions on the great hall.</li><li>An aurora that follows real solar data when you are online, and an average year otherwise.</li></ul>
<h2>Winter</h2>
<p>Fuel, food and boredom. The last of them is what gets most keeps. Put in a chess table, a bathhouse or a feud.</p>
<p>You can play with the threat of raiders switched on; about a third of players do, and they write shorter letters. There is also a pure building mode, in which it is always the first week of June.</p>`,
    theme: 'jade',
    line: { speaker: 'The mason', says: 'It will stand. I would not stand under it, but it will stand.' },
  },
  {
    title: 'Tin Cathedral',
    version: '1.2',
    category: 'SFW',
    tags: ['strategy', 'deckbuilder', 'card game', 'short'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    theme: 'default',
    publishedDaysAgo: 350,
    popularity: 77,
    description: `<p>Two abbots, one valley, a hundred years. Each would like to have built the taller tower, and each has the same thirty cards.</p>
<p><strong>Tin Cathedral</strong> is a small strategy game for one or two players. You bid for masons, steal a relic or two, and lay panes in a rose window until it is full. It takes a quarter of an hour. It was a gift to ourselves between two long projects, and giving it away is the cheapest advertising we have ever done.</p>
<h2>Rules on half a page</h2>
<ol><li>Take a card from the row, or take a coin.</li><li>Place it in your window. Neighboring colors score; identical saints quarrel.</li><li>When either window is complete, both are judged by a bishop whose taste you have been able to see the whole time and ignored.</li></ol>
<p>The computer plays at four strengths, of which the second, called <em>Sensible Nun</em>, beats most of the studio. Two people can share a screen or a link.</p>
<p>Free, without accounts, adverts or packs of anything. If you want to print and cut it out, the sheets are in the download.</p>`,
    line: { speaker: 'Sensible Nun', says: 'A bold choice, Father. I shall simply put this here.' },
  },
  {
    title: 'A Thousand Small Kings',
    version: '1.1',
    priceCents: 2999,
    category: 'NSFW',
    tags: ['strategy', 'intrigue', 'grand strategy', 'dynasty'],
    devices: ['Windows', 'Mac', 'Linux'],
    extras: [extra('The Regencies', 1299)],
    publishedDaysAgo: 40,
    popularity: 81,
    description: `<p>Every valley has a king. Yours has a wet one, a small army of cousins, and a claim, on parchment, to everything you can see from the privy.</p>
<p><strong>A Thousand Small Kings</strong> is a strategy game of dynasties at the scale of a parish. Wars are fought by forty people with bills and hooks. Treaties are marriages. The map of the whole world fits on one screen, and there are nine hundred and eighty-six crowns on it.</p>
<h2>Governing</h2>
<ul><li>Feed, tax and listen to three hundred subjects, all named, all related.</li><li>Arrange beds as well as borders: affairs, annulments and heirs move more stones than armies do.</li><li>Rule for life. Then continue as whoever is left, including the one you were rude to.</li></ul>
<p>Sex is politics here and is reported as the chronicler would: with dates, consequences and a raised eyebrow. Everyone involved is grown, willing and scheming. A setting replaces all such entries with <em>they spoke until late</em>.</p>
<blockquote>No two campaigns agree about who started it. There is a button for blaming the Church.</blockquote>`,
    theme: 'rose',
    line: {
      speaker: 'Chronicler',
      says: 'The queen withdrew at nine, with a headache and the ambassador.',
    },
  },
  {
    title: 'Caravan of Debts',
    version: '1.2',
    priceCents: 2600,
    category: 'NSFW',
    tags: ['rpg', 'simulation', 'trading', 'debt'],
    devices: ['Windows', 'Linux'],
    publishedDaysAgo: 222,
    popularity: 43,
    description: `<p>Your mother left you forty camels, an excellent name and the money she owed to eleven cities. You cannot pay any one of them without walking through another.</p>
<p><strong>Caravan of Debts</strong> is a trading role-playing game in which reputation is the only coin everybody takes. Prices follow from who harvested what and who is cross with whom. You may promise the same silk to three people. Several do.</p>
<h2>On the road</h2>
<ul><li>Eleven creditors with long memories and their own business to mind.</li><li>A caravan of some twenty: cooks, guards, a poet paid by weight. They pair off, fall out, and want Fridays.</li><li>Caravanserai evenings, the heart of the game: baths, dice, music, news, and someone across the courtyard who has also noticed you.</li></ul>
<p>Love affairs follow the same rules as loans, and can be called in at the same bad moments. They are written for adults and end at the curtain unless you ask the game to go further.</p>
<p>About twenty-five hours to be free of debt. It is possible in four, by a means which the eleventh creditor will explain to you personally.</p>`,
    theme: 'rose',
    line: {
      speaker: 'Eleventh creditor',
      says: 'Your mother also said Thursday. I built a garden, waiting for Thursday.',
    },
  },
  {
    title: 'Wet Clay',
    version: '0.8',
    priceCents: 899,
    category: 'NSFW',
    stage: 'In Development',
    tags: ['sandbox', 'romance', 'crafting', 'cozy'],
    devices: ['Windows', 'Mac', 'iOS'],
    publishedDaysAgo: 6,
    popularity: 50,
    description: `<p>A wheel, a bag of clay and a teacher who stands a little closer than the health-and-safety leaflet would suggest. You have both noticed. It is an evening class; there are nine other people here and most of them are making ashtrays.</p>
<p><strong>Wet Clay</strong> is a pottery sandbox with a romance in it, or the other way round. Throwing is simulated with both hands: pressure, speed, water, breath. Pots sag, tear, crack in the kiln and come out, now and then, better than you meant.</p>
<ul><li>Every pot you finish is kept, priced, given away or eaten from by characters who mention it.</li><li>Ten classmates, four open to being asked for a drink.</li><li>Glazes that react as glazes do. There is a notebook. Use it.</li></ul>
<h2>State of the thing</h2>
<p>The wheel, the kiln and two of the four stories are done. Sensual scenes come in the third term and are as much about hands as you would think. On a tablet the wheel follows your fingers, and several testers have reported going quiet.</p>
<p>Full release is planned for the autumn, or when the handles look right.</p>`,
    theme: 'ochre',
    line: { speaker: 'The teacher', says: 'Slower. It will come up when it trusts you, and not before.' },
  },
])
