import { extra, gamesOf } from '../game.ts'

/** What Low Battery Club makes for adults. */
export const lowBatteryNights = gamesOf('lowbatteryclub', [
  {
    title: 'Hollow Signal',
    version: '1.2',
    priceCents: 1199,
    category: 'NSFW',
    tags: ['horror', 'radio', 'psychological', 'sound'],
    devices: ['Windows', 'Linux'],
    hasDemo: true,
    publishedDaysAgo: 214,
    popularity: 64,
    description: `<p>A listening station in the far north, kept running for reasons no ministry will admit to. You have a dial, a log and a voice on 4,625 kHz that began, on your third night, to use your first name.</p>
<p><strong>Hollow Signal</strong> is a horror game for the ears. Your whole world is a desk. You tune, filter, record, play back slower. Voices can be pulled apart and laid over each other. Somewhere in the noise is your predecessor, who has been dead since spring and has a great deal to say about what you did last summer.</p>
<ul><li>Seventeen hours of broadcasts, all performed. You will hear maybe four.</li><li>A log that you write yourself. It is read back to you.</li><li>Full transcripts on screen, timed so that they frighten too.</li></ul>
<p>Rated for what it suggests: guilt, an affair, a body under the ice. There is nothing to see but a needle.</p>
<blockquote>If you wear headphones, wear both. One of us mixed the left side and another the right, and they were not speaking.</blockquote>`,
    theme: 'noir',
    line: {
      speaker: '4625 kHz',
      says: 'Put the pencil down, love. You were going to write that you are alone.',
    },
  },
  {
    title: 'Body Clock',
    version: '0.6',
    priceCents: 849,
    category: 'NSFW',
    stage: 'In Development',
    tags: ['roguelike', 'body horror', 'time loop', 'turn based'],
    devices: ['Windows', 'Mac', 'Linux'],
    publishedDaysAgo: 21,
    popularity: 40,
    description: `<p>Twenty-four hours in one body, over and over. Each organ keeps a time of its own and none of them agree. Lunch is at the stomach's noon. The liver is already on tomorrow.</p>
<p><strong>Body Clock</strong> is a turn-based roguelike about a person with a job, a lover and a growing number of eyes. You spend hours like hit points. Eat, sleep, work, touch, scratch. Whatever you neglect does not die; it goes independent, acquires a will, and turns up two runs later as an enemy with your mouth.</p>
<h2>Current state</h2>
<ul><li>Six of nine organs. The skin arrived this month and is a handful.</li><li>One lover, two to come. They loop as well and begin to notice.</li><li>A full day takes twenty-five minutes. A lifetime, for now, ends on Thursday.</li></ul>
<p>Expect grotesque things treated gently, some sex as maintenance and some as the reverse. A settings page lists every body part with a switch beside it; turn one off and the game will find other ways to be upset.</p>`,
    theme: 'acid',
    line: { speaker: 'Liver', says: 'It is four in the morning where I am. Whatever it is, no.' },
  },
  {
    title: 'Terms & Conditions',
    version: '1.1',
    priceCents: 1299,
    category: 'NSFW',
    tags: ['visual novel', 'puzzle', 'bureaucracy', 'romance'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    hasDemo: true,
    publishedDaysAgo: 58,
    popularity: 61,
    description: `<p>You have inherited a contract with a demon. It is four hundred pages long and was drafted by your grandmother, who was better at this than the demon was.</p>
<p><strong>Terms &amp; Conditions</strong> is a visual novel in which the choices are clauses. Each evening he appears, in a suit, to exercise some right. You look for the paragraph that says he may not. Over the weeks you come to know the document very well, and so does he, and it occurs to you both that nobody has ever read either of you so closely.</p>
<ul><li>One complete contract, consistent, cross-referenced and honestly searchable.</li><li>Amendments that you negotiate, including those of an intimate kind. Definitions first.</li><li>Schedule C.</li></ul>
<p>It is a comedy about consent that takes consent seriously: everything between them is asked for, in writing, with a right of withdrawal. A lawyer on our server says that it is the only romance in which she has had to take notes.</p>
<p>Six hours; eight if you read the annexes, and you will want to.</p>`,
    theme: 'brick',
    line: {
      speaker: 'The demon',
      says: 'Clause 88. You may not look at me like that without seven days of notice.',
    },
  },
  {
    title: 'Stairwell',
    version: '1.0',
    priceCents: 849,
    category: 'NSFW',
    tags: ['platformer', 'horror', 'psychological', 'short'],
    devices: ['Windows', 'Linux'],
    publishedDaysAgo: 173,
    popularity: 33,
    description: `<p>Ground floor to eleventh. The lift is out. It is always out. You live on eleven, you have shopping, and somebody is coming up behind you at exactly your speed.</p>
<p><strong>Stairwell</strong> is a platformer that only goes up. Each flight has its own small trick: a step missing, a light on a timer, a pram, a neighbor who would like to talk. Put the bags down and you are quicker. The bags are the story, one item at a time, and whatever you leave on a landing will not be there when you get home.</p>
<h2>Going up</h2>
<ul><li>Eleven floors, about ten minutes each, and a twelfth.</li><li>Exact, weighty jumping; you are forty-six and carrying potatoes.</li><li>The footsteps, which stop when you do, one step late.</li></ul>
<p>It is about leaving somebody violent, though it takes eight floors to say so. There is no violence on screen. A page in the menu has telephone numbers for many countries, and opens even while the game is loading.</p>
<p>Checkpoints on every landing. You can also turn the footsteps off. We understand.</p>`,
    theme: 'noir',
    line: {
      speaker: 'Seventh floor',
      says: 'Heavy bags, love. You want to leave one with me? Just till morning?',
    },
  },
  {
    title: 'Tape Hiss',
    version: '1.1',
    category: 'NSFW',
    tags: ['rhythm', 'romance', 'music', 'nostalgia'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    theme: 'default',
    publishedDaysAgo: 236,
    popularity: 58,
    description: `<p>Side A is what you put on the tape for her. Side B is what you recorded by accident afterwards. It is 1994, the deck has two wells, and your finger is on the pause button.</p>
<p><strong>Tape Hiss</strong> is a rhythm game about making one cassette. You drop the needle, catch the cue, ride the level, and cut before the disc jockey talks. Do it well and the song is clean. Do it badly and the tape keeps a cough, a laugh, your mother calling; all of it plays back in the second half, when someone else is listening with you in the dark.</p>
<ul><li>Ninety minutes, as is proper. Forty-five a side.</li><li>Fourteen songs by our own members, aged to taste.</li><li>A letter to write for the case; its length is limited by the case.</li></ul>
<p>Side B holds one tender, rather clumsy night between two nineteen-year-olds, told in sounds from the next room and rewound if you prefer.</p>
<p>Free, since half the club learned to program by making it. The mistakes have been left in.</p>`,
    line: {
      speaker: 'Side A, 04:12',
      says: 'This one is not about you. It is just, you know, quite accurate.',
    },
  },
  {
    title: 'Ping',
    version: '2.1',
    priceCents: 399,
    category: 'NSFW',
    tags: ['adventure', 'chat', 'romance', 'mobile'],
    devices: ['Android', 'iOS', 'Web'],
    publishedDaysAgo: 15,
    popularity: 65,
    description: `<p>A wrong number at 1:14. They think you are Dani. You could say so. It is a very good opening line, though, and you are awake.</p>
<p><strong>Ping</strong> is an adventure that lives in your phone and keeps your hours. Messages come when they come. You answer with three suggestions or type a word and let the game guess, and it remembers, across a fortnight of real evenings, everything you made up about yourself.</p>
<h2>How it behaves</h2>
<ul><li>About ten minutes a day for fourteen days, or all at once with the clock off.</li><li>No notifications between hours that you choose. It asks on the first screen.</li><li>Nothing leaves the phone: no account, no server, no reading of your contacts.</li></ul>
<p>It does get flirtatious, then rather more, if you both keep going; there is a word that stops it at any point, and you pick the word. The eleventh night has made people we know get out of bed and pace.</p>
<p>Four hundred and ten endings by count, six by feel. In most you tell the truth eventually.</p>`,
    theme: 'rose',
    line: { speaker: '01:14', says: 'dani it is me. i did the thing. i actually told her. are you up' },
  },
  {
    title: 'Small Hours',
    version: '1.2',
    priceCents: 925,
    category: 'NSFW',
    tags: ['platformer', 'surreal', 'insomnia', 'narrative'],
    devices: ['Windows', 'Mac', 'Linux'],
    hasDemo: true,
    publishedDaysAgo: 131,
    popularity: 37,
    description: `<p>You cannot sleep, so you get up, and the hall is longer than it was. At the end of it is the bathroom you had as a child. In the bath there is a sea.</p>
<p><strong>Small Hours</strong> is a platformer across one bad night. Its eight chapters are the eight things that go through a head between two and five: money, an old quarrel, the noise, that one remark from 2009, somebody's shoulders. Each has its own gravity. Embarrassment pulls sideways; longing has none at all.</p>
<h2>Handling</h2>
<ul><li>A jump with a long, forgiving arc, as in dreams of flying.</li><li>Getting hit does not kill; it wakes you a little, and the screen gets sharper, and sharper is worse.</li><li>An optional chapter, behind the warm door, which is the reason for the rating.</li></ul>
<p>It takes four hours, the same four. Some of us began it as a joke and two of us have been to a doctor since, which we recommend.</p>
<p>At the end it gets light. We tuned that part for the longest time.</p>`,
    theme: 'iris',
    line: { speaker: '03:20', says: 'Everyone who heard you say it has forgotten. We have not.' },
  },
  {
    title: 'Kiosk 24: Night Manager',
    version: '0.4',
    category: 'NSFW',
    projectType: 'Mod',
    stage: 'No Longer Updated',
    tags: ['simulation', 'mod', 'romance', 'night shift'],
    devices: ['Windows', 'Linux'],
    theme: 'default',
    publishedDaysAgo: 92,
    popularity: 27,
    description: `<p>There was always a window above the kiosk, and you all kept asking. This free modification for <strong>Kiosk 24</strong> opens it.</p>
<p>After closing you may now go upstairs, to a flat of one room with a sloping floor. Regulars you have been kind to can be invited: for soup, for cards, to get out of the rain. Some stay. What follows depends on two hundred nights of how you counted their change, which the base game had been storing all along for no reason that we can remember.</p>
<h2>What it adds</h2>
<ul><li>Eleven visitors, of whom four may become more than that.</li><li>One new room, one hot plate, one very narrow bed, treated as a comic object.</li><li>Scenes for adults, each with a plain way out.</li></ul>
<h2>Installing</h2>
<ol><li>Close the game.</li><li>Unpack the archive into the folder <em>mods</em>.</li><li>Start a night after the thirtieth.</li></ol>
<p>Works with Kiosk 24 version 1.5 only. The author has since become a father and sleeps when he can, so this is the last version. The source is included. Be good to it.</p>`,
    line: { speaker: 'Tram driver', says: 'So this is where the light goes when you shut the hatch.' },
  },
  {
    title: 'No Fixed Abode',
    version: '1.0',
    priceCents: 1849,
    category: 'NSFW',
    tags: ['roguelike', 'simulation', 'city', 'survival'],
    devices: ['Windows', 'Mac', 'Linux'],
    extras: [extra('Original soundtrack', 450)],
    publishedDaysAgo: 36,
    popularity: 48,
    description: `<p>You have a suitcase, a phone on nine per cent and the keys of eleven people who said <em>any time</em>. It is November. How long is any time?</p>
<p><strong>No Fixed Abode</strong> is a roguelike about sofas. The city is built anew for each run, along with your friends, your exes and the jobs you are too tired for. Every night you need a place. Every place costs something: money, dignity, a favor, a piece of a story you were keeping for yourself. Welcome is a meter, and it does not refill while you watch.</p>
<ul><li>Runs of about an hour. You win by signing a lease, on any terms.</li><li>Forty-odd households with rules to be discovered, usually by breaking them.</li><li>Nights with people you want, nights with people you owe, and the wish to keep those apart.</li></ul>
<p>Made by five members who have done it, with a housing charity that gets a tenth of the price. Adult in its subject and its language; affection is shown up to the lamp being switched off.</p>
<p>The suitcase can be lost. Things inside it can be found again, in later runs, on other people.</p>`,
    theme: 'noir',
    line: { speaker: 'Ruth', says: 'The sofa is yours till Sunday. Which Sunday was not in the sentence.' },
  },
])
