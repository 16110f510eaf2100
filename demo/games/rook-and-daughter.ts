import { extra, gamesOf } from '../game.ts'

export const rookAndDaughter = gamesOf('rook_and_daughter', [
  {
    title: 'Wolves of Ash Hill',
    version: '1.9',
    priceCents: 2100,
    category: 'NSFW',
    tags: ['rpg', 'dark fantasy', 'choices matter', 'party'],
    devices: ['Windows'],
    extras: [extra('The Ash Hill songbook', 499), extra('Map and bestiary', 350)],
    hasDemo: true,
    publishedDaysAgo: 255,
    popularity: 86,
    description: `<p>The village pays its wolves. It has done so for two hundred years: a cow at midwinter, a name at midsummer. This year's name is yours, and the wolves have sent somebody to explain the terms.</p>
<p><strong>Wolves of Ash Hill</strong> is a role-playing game for a party of four, none of whom volunteered. Fights are slow, physical and rare. Most of the game is the road: who carries what, who sleeps beside whom, and what is said when the fire has burned low enough to hide a face.</p>
<h2>Features, as the trade calls them</h2>
<ul><li>A hill of eleven square miles, mapped by the daughter on foot.</li><li>Wounds that stay. A bad knee in chapter one is a bad knee at the end.</li><li>Bonds between any two of the party, of love, contempt or need.</li><li>The wolves, who talk, and who are right more often than is comfortable.</li></ul>
<blockquote>Blood, hunger, desire between adults, and one animal death that you can prevent if you are paying attention.</blockquote>
<p>Thirty hours. Windows only, since the father owns one computer.</p>`,
    theme: 'slate',
    line: {
      speaker: 'The envoy',
      says: 'You kept the bargain for the cow. We have always found that interesting.',
    },
  },
  {
    title: 'Ninth Arch',
    version: '1.1',
    priceCents: 1200,
    category: 'SFW',
    tags: ['puzzle', 'first person', 'vr', 'atmospheric'],
    devices: ['Windows', 'VR'],
    hasDemo: true,
    publishedDaysAgo: 199,
    popularity: 49,
    description: `<p>A corridor of eight arches. You walk through it and there are nine. You walk back and there are eight, and the lamp you left is now on your left.</p>
<p><strong>Ninth Arch</strong> is a puzzle game with one room and one rule that we would rather you found yourself. It uses no keys, no levers and no text after the title. What it does use is where you stand, which way you face and what you remember of the last time you did both.</p>
<h2>Practical matters</h2>
<ul><li>Forty rooms, or one room forty times; the daughter and the father disagree.</li><li>Between four and nine hours. A hint is a light that stays on a little longer.</li><li>VR is fully supported, seated or standing. There is no artificial movement faster than a stroll.</li></ul>
<p>It is the only game of ours that is suitable for a nervous aunt. Nothing jumps out. Something does follow you from about the thirtieth arch, at a polite distance, and we are told that by the end it is quite good company.</p>
<p>Paper and pencil recommended. A mirror is cheating, and works.</p>`,
    theme: 'brick',
    line: { speaker: '', says: 'Eight.' },
  },
  {
    title: 'Rust Choir',
    version: '1.0.6',
    priceCents: 1599,
    category: 'NSFW',
    tags: ['horror', 'gothic', 'body horror', 'music'],
    devices: ['Windows'],
    publishedDaysAgo: 141,
    popularity: 57,
    description: `<p>St. Orban's has not had a choir since the organ took them. The diocese would like the building valued. You have a torch, a tape measure and perfect pitch, which you will come to regret.</p>
<p>In <strong>Rust Choir</strong> the cathedral is the monster, and it is in tune. Pipes run under the floor, behind the saints, lately through the verger. Everything that hunts you does so on a note; learn the interval and you can answer, quiet it, or ask it to open a door. Sing the wrong third and it learns where you are.</p>
<h2>For the record</h2>
<ul><li>An organ of 3,200 pipes, sampled over nine nights with permission and one without.</li><li>No weapon. A tuning fork, a hymnal, your own breath through the microphone if you allow it.</li><li>Full visual cues for players who cannot hear the pitch.</li></ul>
<blockquote>Metal where flesh should be, and the reverse. Religious imagery handled by people who went every Sunday.</blockquote>
<p>Six hours in the dark. The last mass is sung by everyone who has finished the game and agreed to be recorded.</p>`,
    theme: 'brick',
    line: { speaker: 'The verger', says: 'Do not clap. It has been waiting for somebody to clap.' },
  },
  {
    title: 'Last Light Wood',
    version: '1.4',
    priceCents: 1349,
    category: 'NSFW',
    tags: ['horror', 'survival', 'folk horror'],
    devices: ['Windows', 'Linux'],
    hasDemo: true,
    publishedDaysAgo: 312,
    popularity: 61,
    description: `<p>Seven lanterns mark the way through the wood. You are paid to keep them lit. Nobody has said what for, and the man who had the job before you left his boots by the third one, side by side, as at a door.</p>
<p><strong>Last Light Wood</strong> is a survival game in which you are warm, fed and paid on Fridays. The thing to survive is the walk. Oil runs down. Wind has favorites. Paths agree with you until you look at a map. And each night something in the trees tries, with real patience, to be a person you would follow.</p>
<h2>The round</h2>
<ul><li>Thirty nights. One round a night takes about ten minutes if you do not stop.</li><li>You will stop.</li><li>A cottage to furnish with what you find, some of which was looking for you.</li></ul>
<p>It knows grief and uses it: the voices are those of a spouse, a child, a first love. A setting at the start lets you rule out any of the three.</p>
<p>Permanent death by default. A gentler mode lets the lantern go out twice.</p>`,
    theme: 'jade',
    line: {
      speaker: 'Somebody',
      says: 'You have walked past me four times. I only want to know the hour.',
    },
  },
  {
    title: 'Sublevel Zero',
    version: '2.2',
    priceCents: 1400,
    category: 'NSFW',
    tags: ['strategy', 'roguelike', 'turn based', 'horror'],
    devices: ['Windows'],
    publishedDaysAgo: 91,
    popularity: 45,
    description: `<p>The lift goes down to minus nine. Below that, on no drawing, is a floor that the building is afraid of. Your team of four is insured for minus nine.</p>
<p><strong>Sublevel Zero</strong> is a turn-based roguelike on a grid of rooms. Each turn you move, work or look; looking is what costs, because a thing that has been seen clearly becomes able to see. You win by mapping a floor while knowing as little about it as you can stand.</p>
<h2>Underneath</h2>
<ul><li>Floors built anew for each descent from a kit of four hundred rooms and eleven moods.</li><li>Specialists with contracts, grudges and, by minus six, crushes. Stress finds whatever is there.</li><li>Mutations that help. They all help. Count the arms at the end of the day.</li></ul>
<p>Body horror in the style of a safety leaflet. Adult language throughout, since these are lift engineers.</p>
<p>A descent takes about ninety minutes and the save is written on each landing. Version 2.2 adds a color-blind palette and the union representative, who is now the strongest character in the game.</p>`,
    theme: 'acid',
    line: { speaker: 'Dunne', says: 'That is a door. Log it as a wall and keep your torch down.' },
  },
  {
    title: "The Tooth Collector's Ledger",
    version: '1.0',
    priceCents: 999,
    category: 'NSFW',
    tags: ['horror', 'body horror', 'debt', 'narrative'],
    devices: ['Windows', 'Mac', 'Linux'],
    publishedDaysAgo: 27,
    popularity: 36,
    description: `<p>She pays well: a coin for a milk tooth, a month's rent for a molar. It was always going to be a matter of time before the town fell behind and she began to lend against the rest.</p>
<p>You keep her accounts. You sit at the little table under the stairs, and people come in with their hands over their mouths and tell you what they need. You write it down. You weigh it. You are allowed to be merciful to the amount of nine ounces a week.</p>
<h2>What sort of game is it?</h2>
<p>A narrative one, with scales. <strong>The Tooth Collector's Ledger</strong> has forty clients over twelve weeks, a column for what is owed and another, in pencil, for what is fair. They will not agree. She reads both.</p>
<ul><li>Three to four hours, with a first ending you will be ashamed of.</li><li>No scares. An unpleasant number of small sounds.</li><li>Warnings by chapter: dentistry, poverty, hands.</li></ul>
<p>The daughter wrote this one after a bill. The father was not consulted and has asked us to say that he flosses.</p>`,
    theme: 'noir',
    line: { speaker: 'Client 14', says: 'Not the front ones. I sing, you see. On Sundays I sing.' },
  },
  {
    title: 'Gallowglass',
    version: '1.3',
    priceCents: 3999,
    category: 'NSFW',
    tags: ['rpg', 'strategy', 'tactics', 'historical'],
    devices: ['Windows', 'Linux'],
    extras: [
      extra('Season of the Heron', 1499),
      extra('Original soundtrack', 799),
      extra('Field guide, 210 pages', 999),
    ],
    publishedDaysAgo: 110,
    popularity: 74,
    description: `<p>Mercenaries grow old, if they are lucky, in places that remember what they did there. <strong>Gallowglass</strong> is a tactical role-playing game about a company of thirty axemen looking for one last lord worth being paid by, in an Ireland drawn from the sources and then rained on.</p>
<p>Battles are fought on ground you chose the evening before. A fight lasts eight to twelve turns and nobody heals afterwards but by lying down. Between them you bargain, march, bury, marry and settle who eats first, and these are the decisions that win.</p>
<h2>The company</h2>
<ul><li>Thirty named soldiers with bodies, ages, debts and attachments to one another.</li><li>Lovers fight well side by side and badly apart. So do enemies, the other way about.</li><li>Fifty-eight hand-made battlefields, most of them bog.</li><li>A contract system which lawyers have described as upsetting.</li></ul>
<p>War is shown as work, its cost plainly. Scenes of intimacy are brief and belong to people with a march in the morning.</p>
<p>Sixty hours or thereabouts. <em>Season of the Heron</em> continues the story for those whose company still has eight members.</p>`,
    theme: 'brick',
    line: { speaker: 'Sorcha', says: 'Pay us now or bury us well. We would accept either, in writing.' },
  },
  {
    title: 'Marrow',
    version: '1.2.1',
    priceCents: 1950,
    category: 'NSFW',
    tags: ['roguelike', 'body horror', 'horror', 'metroidvania'],
    devices: ['Windows'],
    extras: [extra('Original soundtrack', 500)],
    publishedDaysAgo: 3,
    popularity: 70,
    description: `<p>You are a small, determined thing inside a very large, dying one. It would be better for you both if you reached the heart.</p>
<p><strong>Marrow</strong> is a roguelike set in the body of a saint. You crawl, graft and bargain from the heel upward. There is no equipment. There are organs, which you find, wear and outgrow: a second stomach that eats arrows, a lung that remembers songs, an eye for which you will have to give up one of yours.</p>
<h2>Anatomy</h2>
<ul><li>Nine regions, each with its own fluids and local politics.</li><li>A hundred and sixty organs. They talk to each other. Some combinations fall in love and will not be removed.</li><li>A host whose mood changes the map: fever, fasting, prayer, and once an hour a memory of being touched.</li></ul>
<p>Wet, tender, frequently disgusting, never cruel. The whole game can be played with a filter that turns everything red into gold leaf, and we think it looks rather good.</p>
<blockquote>A run is fifty minutes. The saint has been dying for longer and can wait.</blockquote>`,
    theme: 'brick',
    line: {
      speaker: 'Left lung',
      says: 'We were told you would be taller. Never mind. Breathe when we do.',
    },
  },
])
