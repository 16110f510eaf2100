import { extra, gamesOf } from '../game.ts'

export const tinyFurnace = gamesOf('tinyfurnace', [
  {
    title: 'Pixel Parish',
    version: '1.10',
    priceCents: 799,
    category: 'SFW',
    tags: ['rpg', 'pixel art', 'village', 'cozy'],
    devices: ['Windows', 'Mac', 'Linux', 'Android', 'iOS', 'Web'],
    hasDemo: true,
    publishedDaysAgo: 265,
    popularity: 97,
    description: `<p>You are the new vicar of a village forty-six pixels high. The roof leaks. The congregation is three, one of whom is a goose.</p>
<p><strong>Pixel Parish</strong> is a gentle role-playing game in which the quests are errands and the final boss is the roof. You visit, listen, umpire the marrow contest and write a sermon every Saturday night from the words that people used during the week. A good sermon changes somebody. A bad one changes the flower rota.</p>
<h2>Around the parish</h2>
<ul><li>Thirty-one parishioners, each with a year of things going on.</li><li>No combat. There is a ghost; it would like the hymn numbers changed.</li><li>Seasons, bell-ringing, a bicycle with one gear.</li><li>A romance or two, conducted entirely by jam.</li></ul>
<p>You need not believe anything to play it. Neither of us agrees about the afterlife and we wrote alternate days.</p>
<p>The same save works on phone and computer: export it as a small picture of the church, and import that. It is the most useful thing we have ever invented by accident.</p>`,
    theme: 'candy',
    line: { speaker: 'The goose', says: 'Honk. (It means this kindly. You think.)' },
  },
  {
    title: 'Copper Garden',
    version: '1.4',
    category: 'SFW',
    tags: ['puzzle', 'cozy', 'minimal', 'relaxing'],
    devices: ['Web', 'Android'],
    theme: 'default',
    publishedDaysAgo: 395,
    popularity: 68,
    description: `<p>A garden made of shapes. Turn a tile, and its neighbors turn a little too, as neighbors do. When every edge meets an edge of its own color the whole bed flowers and you may have another.</p>
<p><strong>Copper Garden</strong> was our first game and is still the one that our parents understand. It holds two hundred beds, from four tiles to a hundred, none of them generated: one of us made each by hand on the train to the other one's house.</p>
<h2>What it does not do</h2>
<ul><li>Count moves, stars or days.</li><li>Make a noise, unless you ask it for the tick.</li><li>Tell you that you are amazing. You turned a tile.</li></ul>
<p>Every bed can be solved without guessing, and every bed has at least one move that is clearly lovely and clearly wrong. If you get stuck, leave it. The tile you need goes very slightly warm after a day, so coming back to a puzzle is a real strategy.</p>
<p>Free on the web and on Android. It is a single file of 900 kB, works on an aeroplane, and asks your phone for nothing at all.</p>`,
    line: { speaker: 'Bed 41', says: 'Clearly lovely. Clearly wrong.' },
  },
  {
    title: 'Overnight Freight',
    version: '1.6',
    priceCents: 1699,
    category: 'SFW',
    tags: ['simulation', 'trains', 'relaxing', 'driving'],
    devices: ['Windows', 'Linux'],
    extras: [extra('The Moorland Line', 599), extra('Original soundtrack', 350)],
    hasDemo: true,
    publishedDaysAgo: 134,
    popularity: 71,
    description: `<p>Fourteen hundred tonnes of gravel, one locomotive older than you are, and four hours of dark. Your job is to arrive so gently that nobody in the sleeping towns turns over.</p>
<p><strong>Overnight Freight</strong> is a train simulation about touch. The physics is serious: couplings have slack, brakes take their time, a wet rail at the foot of a grade is a small moral question. All the rest is radio, tea and the lit window of a signal box where somebody raises a hand.</p>
<h2>On the line</h2>
<ul><li>Two hundred and ten kilometres of track, by night, in all weathers.</li><li>Nine locomotives with working cabs. Every switch does something, including the one marked <em>do not</em>.</li><li>Phone-ins, shipping news and a late-night jazz programme, all written and played for this.</li></ul>
<p>There is a timetable. You will be late; everyone is; the dispatcher is a gem about it. Steering is not a thing that trains do, so you can play one-handed with a biscuit.</p>
<p>Supports train-driving desks of every kind we could borrow.</p>`,
    theme: 'frost',
    line: {
      speaker: 'Dispatcher',
      says: 'You are nine minutes down and the fox at Carrick says good evening.',
    },
  },
  {
    title: 'Kelp',
    version: '1.1',
    category: 'SFW',
    tags: ['sandbox', 'ocean', 'relaxing', 'ecology'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    publishedDaysAgo: 244,
    popularity: 69,
    description: `<p>Plant one stalk on an empty seabed. Come back in five minutes, or a week. It grows while you are away, at the speed of kelp, which is sixty centimetres a day and faster than almost anything you know.</p>
<p><strong>Kelp</strong> is an aquarium without walls. You place plants, stones and currents; animals arrive if it suits them. Urchins eat the kelp, otters eat the urchins, and if you add too many otters out of affection you will learn something about affection.</p>
<ul><li>Sixty-three species, from snails to one patient shark.</li><li>An ecology that runs honestly. Nothing appears because you pressed a button for it.</li><li>A window mode that sits in the corner of the screen and bothers nobody.</li></ul>
<h3>Why free?</h3>
<p>Because a marine station used it in a school lesson before it was finished, and after that we could not really put a price on it. The species notes were checked by three biologists, who disagree about the shark.</p>
<p>Nothing is saved anywhere but on your own machine. The source of the simulation is in the download, with comments, one of which is an apology to wolf-eels.</p>`,
    theme: 'jade',
    line: { speaker: 'Field note', says: 'Day 12. The otter has found the shelf. Pray for the urchins.' },
  },
  {
    title: 'Tilewright',
    version: '3.2',
    priceCents: 1999,
    category: 'SFW',
    projectType: 'Tool',
    tags: ['tools', 'pixel art', 'level editor', 'gamedev'],
    devices: ['Windows', 'Mac', 'Linux'],
    extras: [extra('Twelve starter tilesets', 699)],
    hasDemo: true,
    publishedDaysAgo: 118,
    popularity: 48,
    description: `<p>A tile editor by people who were tired of theirs. <strong>Tilewright</strong> draws tiles, arranges them into maps, and understands the relation between the two: change the corner of a wall and every map that uses it changes while you watch.</p>
<p>We have made six games with it. It opens in under a second, and its file format is plain text that merges in version control without a fight.</p>
<h2>What it does</h2>
<ul><li>Draw in place: paint on the map, and the tiles underneath are updated or split as needed.</li><li>Rules for edges and corners that you show by example rather than describe.</li><li>Layers, palettes, animation, collision shapes, object properties with types.</li><li>Exports to JSON, CSV, PNG and, by a thirty-line script, to whatever you use.</li></ul>
<h2>What it does not</h2>
<p>No cloud, no account, no subscription, no particle editor. We tried a particle editor and it is gone now.</p>
<p>One license is for one person on all of their computers, forever, with every 3.x update. The manual is ninety pages long and has an index; we are strangely proud of the index.</p>`,
    theme: 'moss',
    line: { speaker: 'Rule 7', says: 'Where grass meets stone, prefer moss. 214 tiles updated.' },
  },
  {
    title: 'Soft Machinery',
    version: '1.0',
    priceCents: 499,
    category: 'SFW',
    projectType: 'Asset',
    tags: ['tools', 'sound effects', 'audio', 'asset pack'],
    devices: ['Other'],
    publishedDaysAgo: 84,
    popularity: 22,
    description: `<p>Four hundred and twelve sounds of small things working: clasps, kettles, relays, drawers, a sewing machine at eight speeds, a lift that has had enough. Recorded close and quiet, for interfaces that should feel like objects.</p>
<p><strong>Soft Machinery</strong> grew out of the sound folder of our own games. When three other developers had asked for it we cleaned it up, named the files sensibly and recorded the missing two hundred in a watchmaker's shop over one very cold Sunday.</p>
<h2>In the archive</h2>
<ul><li>WAV, 48 kHz, 24 bit, mono, trimmed and levelled.</li><li>Each sound in four to eight variants, so that a menu does not become a machine gun.</li><li>A spreadsheet with tags, lengths and pitch, and a page of sounds that go well together.</li></ul>
<h2>License, in one sentence</h2>
<p>Use them in anything you make, sold or free, for good; please do not sell the sounds as sounds.</p>
<p>No credit needed. If you ship something with the tired lift in it, do tell us: we collect them, and there are now nine games in which it refuses to go to the same floor.</p>`,
    theme: 'slate',
    line: { speaker: 'lift_tired_04.wav', says: '2.8 seconds, mono, a low G and then a sigh.' },
  },
  {
    title: 'Bell Frog',
    version: '1.3',
    priceCents: 549,
    category: 'SFW',
    tags: ['platformer', 'pixel art', 'precision', 'short'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    hasDemo: true,
    publishedDaysAgo: 158,
    popularity: 56,
    description: `<p>A frog has swallowed the village bell. Each hop rings it. Everything in the swamp wakes at the sound: flowers open, fish look up, and the heron, who is the problem, turns its head.</p>
<p><strong>Bell Frog</strong> is a platformer with one button. Hold to crouch, release to jump, and you have rung; you have a second and a half of consequences to use. Later levels are tunes. If you play them well they are quite good tunes.</p>
<h2>The swamp</h2>
<ul><li>Seventy-two levels of a screen each, restarted instantly and without comment.</li><li>A heron with one frame of warning, which is one more than real herons give.</li><li>Optional bugs to eat in places that only a fool would jump to. There are forty; we have seen all of them eaten by a person called Marit.</li></ul>
<p>Assist settings slow time, widen ledges or blindfold the heron. Nobody is told which you used.</p>
<p>It lasts around three hours to the end, and another ten if you mean it. Speedrunners: the timer starts at your first ring, and the pause menu is on the frame you expect.</p>`,
    theme: 'moss',
    line: { speaker: 'Heron', says: '...' },
  },
  {
    title: 'Night Shift at the Kiln',
    version: '1.0',
    priceCents: 1099,
    category: 'NSFW',
    tags: ['simulation', 'cozy', 'romance', 'factory'],
    devices: ['Windows', 'Mac', 'Linux'],
    publishedDaysAgo: 8,
    popularity: 59,
    description: `<p>A brickworks never goes out. If the kiln cools it cracks, so somebody has to be there at three in the morning, and this month it is you and a colleague called Bo who hums.</p>
<p><strong>Night Shift at the Kiln</strong> is our first game for adults and it surprised us too. It is a factory simulation with a very small factory: six dampers, forty tonnes of coal, a temperature that must be kept between two lines for thirty nights. It is also, a degree at a time, about two people over forty who have each decided that all this was behind them.</p>
<h2>The shift</h2>
<ul><li>Real-time firing, with a speed-up for when the kiln is happy.</li><li>Sandwiches. What you bring is the dialogue system.</li><li>Bo, who has a daughter, a bad shoulder and a better laugh than you expected.</li></ul>
<p>It is warm rather than hot, with one scene that earns the label and may be told as the next morning instead. Nobody is young in it. Several letters have thanked us for that.</p>
<p>About five hours. The humming is in tune with the fans.</p>`,
    theme: 'ember',
    line: { speaker: 'Bo', says: 'Nine hundred and forty. She is holding. Egg or cheese?' },
  },
])
