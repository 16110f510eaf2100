import { extra, gamesOf } from '../game.ts'

export const foghornWorks = gamesOf('foghorn-works', [
  {
    title: 'Saltglass',
    version: '1.6',
    priceCents: 1499,
    category: 'NSFW',
    tags: ['visual novel', 'romance', 'slow burn', 'queer'],
    devices: ['Windows', 'Mac', 'Linux', 'Android'],
    extras: [extra('Original soundtrack', 499), extra('Art book, 84 pages', 699)],
    hasDemo: true,
    publishedDaysAgo: 212,
    popularity: 96,
    description: `<p>The last glassblower on Hallan Island needs an apprentice before winter. You need somewhere to be that is not the mainland. <strong>Saltglass</strong> is a love story between two people who are both quite busy.</p>
<p>It takes place over eleven weeks of short days. You learn to gather, to blow, to ruin things expensively. In the evenings there is one pub, one bus shelter, and a house with walls thin enough to make honesty the quieter option.</p>
<h2>What to expect</h2>
<ul><li>About nine hours, in chapters that end where a person would put the kettle on.</li><li>One romance, written for adults, that you may decline at every step without losing the story.</li><li>A furnace that must be fed. It will interrupt you. It is meant to.</li><li>Four endings, none of them a wedding.</li></ul>
<blockquote>Contains intimate scenes, which can be set to fade out, and a good deal of grief about a father.</blockquote>
<p>Version 1.6 adds a text-size setting and a reading font for dyslexic players. Saves from 1.5 still work.</p>`,
    theme: 'lagoon',
    line: { speaker: 'Maren', says: 'Hold it level. The glass knows when you are looking at me instead.' },
  },
  {
    title: 'Night Ferry',
    version: '1.2',
    priceCents: 999,
    category: 'SFW',
    tags: ['visual novel', 'mystery', 'adventure', 'short'],
    devices: ['Windows', 'Mac', 'Linux'],
    hasDemo: true,
    publishedDaysAgo: 301,
    popularity: 54,
    description: `<p>Eleven passengers board the 23:10 to Skerra. Ten tickets are collected on the other side. You are the purser, it is your signature on the manifest, and there are six hours until the harbour office opens.</p>
<p><strong>Night Ferry</strong> is a mystery in one sitting. The boat is small enough to know by heart: two decks, a tea bar with opinions, a car hold that smells of sheep. Everyone aboard has a reason to be on a night crossing, and most of the reasons are sadder than they are sinister.</p>
<h2>How it plays</h2>
<ol><li>Walk the boat. The clock moves when you do.</li><li>Talk, or look through somebody's coat. You will not have time for both.</li><li>At dawn, write the report. What you write is the ending.</li></ol>
<p>There is no score and no detective music. You can be wrong, and the last chapter is just as long if you are. Some players tell us the wrong report is the kinder one; we have stopped correcting them.</p>
<p>A complete crossing takes about three hours. Nobody needs to have been murdered for you to enjoy it.</p>`,
    theme: 'dusk',
    line: { speaker: 'Purser', says: 'The tea bar shuts when the last of you stops lying to me.' },
  },
  {
    title: 'Greenhouse After Dark',
    version: '2.0',
    priceCents: 1399,
    category: 'NSFW',
    tags: ['simulation', 'romance', 'cozy', 'farming'],
    devices: ['Windows', 'Mac', 'Android'],
    extras: [extra('Original soundtrack', 399)],
    hasDemo: true,
    publishedDaysAgo: 44,
    popularity: 88,
    description: `<p>The botanical garden closes at six. Your shift starts at seven. Between then and sunrise you keep four hundred tropical plants alive in a Scottish winter, with a boiler from 1931 and whoever else could not sleep.</p>
<p>By night the greenhouse is open to a short list of people: the baker, a retired diver, the woman who is suing the garden. They come for the warmth. Some come back for you. <strong>Greenhouse After Dark</strong> is half husbandry and half courtship, and it treats both as work that rewards attention.</p>
<h2>The work</h2>
<ul><li>Fifty-two species with tempers of their own. The orchids sulk for a reason.</li><li>Heat, humidity and money, of which you may have two.</li><li>Six companions over a whole winter. You can love one, several openly, or the ferns.</li></ul>
<h2>The rest</h2>
<p>Adult scenes are written with care, are never required, and can be skipped from the menu. The boiler cannot be skipped.</p>
<p>The free update 2.0 adds the palm house, a second winter and a compost heap that several of you asked for with surprising force.</p>`,
    theme: 'rose',
    line: {
      speaker: 'Isla',
      says: 'It flowers one night in nine years. I would rather not spend it on my own.',
    },
  },
  {
    title: 'Everyone in This Village Has Kissed the Lighthouse Keeper',
    version: '1.1',
    priceCents: 1199,
    category: 'NSFW',
    tags: ['visual novel', 'comedy', 'romance', 'small town'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    hasDemo: true,
    publishedDaysAgo: 19,
    popularity: 79,
    description: `<p>You have been sent by the Board to close the lighthouse at Porth Annick. There is a form for it. The form wants two character references for the outgoing keeper, and this is where your week begins to go wrong.</p>
<p>The vicar turns pink. The postmistress asks what you have heard. The rugby club answers together, in harmony. <strong>Everyone in This Village Has Kissed the Lighthouse Keeper</strong> is a farce with doors, stairs and one very good coat, about a person who was generous and a village that never talked about it.</p>
<h3>In the box</h3>
<ul><li>Twenty-six villagers to interview, each convinced of being the only one.</li><li>A clipboard. You may put it down. It is a mechanic.</li><li>The keeper, eventually, who has heard a lot about you.</li></ul>
<p>It is mostly kissing. There are a few scenes that are more than that, and they are kind, funny and easy to step around if you would rather stay with the paperwork.</p>
<blockquote>Five hours long. The title was shorter; the village objected.</blockquote>`,
    theme: 'candy',
    line: {
      speaker: 'The vicar',
      says: 'Once. It was raining. We were both, I think, very tired of hymns.',
    },
  },
  {
    title: 'Brine',
    version: '1.0.3',
    priceCents: 1250,
    category: 'NSFW',
    tags: ['horror', 'body horror', 'walking sim', 'short'],
    devices: ['Windows', 'Linux'],
    publishedDaysAgo: 128,
    popularity: 41,
    description: `<p>A saltworks on the mudflats, closed in the seventies, sold last month to you. The survey mentions subsidence. It does not mention that the pans are warm.</p>
<p><strong>Brine</strong> is a horror game about preservation. You walk, you rake, you taste. The more you taste the better you see, and there is a point in every playthrough, usually around the third pan, where you understand what you have agreed to become and notice that you are not sorry.</p>
<p>No combat, no chase, one locked door. The sound was recorded in a real salt cellar with the microphones wrapped in wet wool, and it is worth headphones.</p>
<h2>Before you buy</h2>
<ul><li>Changing bodies, yours above all. Skin, teeth, nails.</li><li>No gore for its own sake; the game would rather you kept everything.</li><li>An hour and forty minutes, best at once.</li></ul>
<p>The save system is a jar. You will see. If the final image stays with you, please write and tell us what you think it was, because the two of us have never agreed. One of us still puts salt on everything; the other has stopped entirely.</p>`,
    theme: 'lagoon',
    line: { speaker: 'The pans', says: 'You were always mostly water. We only ask for the rest.' },
  },
  {
    title: 'Kettle & Rain',
    version: '1.3',
    category: 'SFW',
    tags: ['cozy', 'simulation', 'relaxing', 'short'],
    devices: ['Web', 'Windows', 'Android', 'iOS'],
    theme: 'default',
    publishedDaysAgo: 340,
    popularity: 91,
    description: `<p>It is raining. You have a kettle, a window and eight teas. Nothing else is going to happen, and we have worked hard to keep it that way.</p>
<p><strong>Kettle &amp; Rain</strong> began as a test of our weather code. Then the tester stopped filing bugs and started asking for biscuits. It is now a small toy for the end of a day: choose a cup, choose a rain, sit. The steam is simulated rather more carefully than anything in our paid games.</p>
<h2>Things you can do</h2>
<ul><li>Brew. Over-brewing is possible and is forgiven.</li><li>Watch the street. Forty-one people walk past in an evening; two of them wave.</li><li>Leave it running. After an hour without input the lamp turns itself down.</li></ul>
<p>There are no achievements, no accounts and no notifications. It does not know how many days in a row you came, and would not mention it if it did. Your tea does go cold, at about the speed of the real thing.</p>
<p>Free, and staying so. If you want to thank us, buy one of <a href="https://foghornworks.example">the sad games</a>, or ring somebody you have been meaning to ring.</p>`,
    line: { speaker: 'Kettle', says: 'Nearly.' },
  },
  {
    title: "The Widow's Almanac",
    version: '1.4',
    priceCents: 1899,
    category: 'NSFW',
    tags: ['visual novel', 'romance', 'grief', 'historical'],
    devices: ['Windows', 'Mac', 'Linux'],
    extras: [extra('The printed almanac, as PDF', 599)],
    publishedDaysAgo: 167,
    popularity: 47,
    description: `<p>1887. Custom allows a widow one year of black, six months of gray and no opinions. Harriet Vane-Orrow has inherited her husband's observatory, his debts and his unfinished almanac, which is due at the printer in December and is wrong.</p>
<p>You correct it. Each chapter is one lunation: fourteen nights of sky, fourteen of society. The observations are real problems with real instruments, gently taught. The society is a set of people who would each like to console you, some of them sincerely.</p>
<h2>What it is about</h2>
<p>Mourning somebody you did not much like. Desire that comes back at an impolite moment. The pleasure of being right about an eclipse. <em>It is a romance for grown-ups, in which the undressing takes a historically accurate length of time.</em></p>
<ul><li>Three courtships, one of which is with a rival astronomer by letter.</li><li>Fourteen hours, thirteen moons, twenty-two endings for the almanac itself.</li><li>All scenes of intimacy are optional; the corsetry is not.</li></ul>
<p>The extra is the almanac as Harriet would have printed it, with our apologies to two moons of Saturn.</p>`,
    theme: 'slate',
    line: {
      speaker: 'Harriet',
      says: 'My husband was certain of that figure. It is how I knew to check it.',
    },
  },
  {
    title: 'Undertow Waltz',
    version: '0.9',
    priceCents: 1150,
    category: 'NSFW',
    stage: 'In Development',
    tags: ['rhythm', 'romance', 'music', 'dance'],
    devices: ['Windows', 'Mac'],
    publishedDaysAgo: 5,
    popularity: 38,
    description: `<p>The ballroom at the end of the pier has been condemned. It has one season left, a band paid in advance, and a dance card with your name on it eleven times in a hand you do not know.</p>
<p><strong>Undertow Waltz</strong> is a rhythm game for two hands that are supposed to disagree. The left leads. The right follows. When they meet on the beat your partner comes closer, and what closer means is something the two of you work out over an evening: a confession, a dare, a walk under the pier with one's shoes off.</p>
<h2>In this early version</h2>
<ul><li>Nine dances of a planned fourteen, recorded with a living band.</li><li>Five partners, three of them finished.</li><li>Leading and following, which really are two different games.</li></ul>
<p>A calibration screen will find the delay of your speakers; please use it, most of the angry letters are about Bluetooth. An easier mode judges the phrase and not the note.</p>
<p>The remaining dances arrive through the spring. The price rises once, at 1.0, by the cost of a sandwich on the pier.</p>`,
    theme: 'cobalt',
    line: {
      speaker: 'Your partner',
      says: 'You count out loud. No, keep doing it. I like knowing where you are.',
    },
  },
  {
    title: 'Driftwood Accounts',
    version: '0.7',
    priceCents: 799,
    category: 'SFW',
    stage: 'In Development',
    tags: ['puzzle', 'adventure', 'bookkeeping', 'detective'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    publishedDaysAgo: 61,
    popularity: 29,
    description: `<p>Forty years of a boatyard's books are in a box that has been in the sea. Your job, as the only accountant willing to come by bus, is to put them back together and find out who was paid not to build the <em>Constance</em>.</p>
<p>It is a deduction game played wholly in double entry. Every debit has its credit somewhere. Pages have lost their dates, names have run, and a mug ring has eaten most of 1974, but figures are stubborn things and two columns that ought to agree will tell you exactly how large the lie was.</p>
<h2>You do not need to like accounting</h2>
<p>The first hour teaches what is needed with the accounts of a tea urn. After that you have:</p>
<ul><li>A hundred and twelve pages, a lamp and a magnifying glass.</li><li>Hints in the margin from the previous accountant, who was better at it and is missing.</li><li>No timer. Nobody has ever been in a hurry to see this audit.</li></ul>
<p>Chapters one to four of six are in. If your totals do not balance, assume it is you before you write to us; in fairness it has once been us.</p>`,
    theme: 'bone',
    line: {
      speaker: 'Margin note',
      says: 'Eleven pounds for varnish, in a week it never stopped raining.',
    },
  },
])
