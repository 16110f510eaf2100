import { extra, gamesOf } from '../game.ts'

/** What Low Battery Club makes for everybody. */
export const lowBatteryDays = gamesOf('lowbatteryclub', [
  {
    title: 'Ley Lines',
    version: '1.3',
    priceCents: 650,
    category: 'SFW',
    tags: ['puzzle', 'minimal', 'logic', 'relaxing'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    hasDemo: true,
    publishedDaysAgo: 183,
    popularity: 51,
    description: `<p>Turn the arcs until the line closes. That is the first ten levels. On the eleventh the line has a color; on the twentieth, a direction; somewhere about the fortieth it begins to want things, and you will know when.</p>
<p><strong>Ley Lines</strong> came out of an argument in our chat about whether a tile with two arcs could carry a whole game. It took three months and six of us to prove that it could, and one of us, who had said no, to write the last third, which is the best third.</p>
<h2>Facts</h2>
<ul><li>A hundred and sixty boards, with a proof for each that there is one answer.</li><li>Rules are shown, never told. There are nine of them and a tenth that most people only suspect.</li><li>Works with one hand, one finger or one switch.</li><li>Patterns differ by shape as well as color.</li></ul>
<p>The editor is included. Boards are short codes which you can paste to a friend, an enemy, or our <a href="https://lowbattery.example">board of the day</a>, and a rather unfriendly person from Utrecht is usually first to solve it.</p>`,
    theme: 'cobalt',
    line: { speaker: 'Rule 9', says: 'You have known this one for an hour.' },
  },
  {
    title: 'Kiosk 24',
    version: '1.5',
    priceCents: 1000,
    category: 'SFW',
    tags: ['simulation', 'management', 'city', 'night shift'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    publishedDaysAgo: 149,
    popularity: 73,
    description: `<p>Two metres by three. Cigarettes, chewing gum, tram tickets, a hatch. From ten at night until six in the morning it is the brightest thing on the square, and you are in it.</p>
<p><strong>Kiosk 24</strong> is a management game on a scale that you could sweep. Order stock by telephone. Arrange it where hands will go. Decide who gets credit, who gets the last umbrella and whether the boy who comes every night at four is buying or waiting.</p>
<h2>Opening hours</h2>
<ul><li>Sixty nights on the square, through a strike, a heatwave and a championship.</li><li>Some two hundred regulars who remember how you counted their change.</li><li>A till that makes the right noise. We went to Katowice for the noise.</li></ul>
<p>Money is tight but kind. Prices can be set for all or, quietly, for one. Neither the tax office nor the chain that wants your corner is a monster; both have a hatch of their own.</p>
<p>Ten hours or so. A free modification, <em>Night Manager</em>, adds the flat upstairs and is not for children.</p>`,
    theme: 'acid',
    line: {
      speaker: 'The boy',
      says: 'Just the matches. Also, do you think people can tell, from outside?',
    },
  },
  {
    title: 'Cinderblock',
    version: '1.1',
    priceCents: 499,
    category: 'SFW',
    tags: ['sandbox', 'city builder', 'minimal', 'brutalism'],
    devices: ['Windows', 'Web'],
    publishedDaysAgo: 320,
    popularity: 44,
    description: `<p>One block. Put it down. Somebody moves in. Put another on top; the first person complains about the noise, and you have a city.</p>
<p><strong>Cinderblock</strong> is a builder for people who have an evening. There are no roads, pipes or taxes. There are cubes, windows, and those who live behind them, each with a light that goes on and off to a habit you can learn. Stack them for views, for shade, for love; they will tell you which you managed.</p>
<h2>The whole manual</h2>
<ul><li>Left button: block. Right button: no block.</li><li>People want sun, neighbors and to be left alone, in that order, changing hourly.</li><li>When fifty of them are content at once, the hill rings like a glass.</li></ul>
<p>You can save your hill as a postcard, with a code on the back from which others can visit. Two architects have used it to sell a client on a real staircase.</p>
<p>Five megabytes. We had planned on a weather system, but it turned out that people supplied enough of that.</p>`,
    theme: 'dusk',
    line: { speaker: 'Flat 1', says: 'I am not complaining. I am describing, loudly, what I can hear.' },
  },
  {
    title: 'Static Bloom',
    version: '1.0.4',
    priceCents: 725,
    category: 'SFW',
    tags: ['rhythm', 'music', 'arcade', 'abstract'],
    devices: ['Windows', 'Mac', 'Web'],
    extras: [extra('All thirty tracks, lossless', 600)],
    hasDemo: true,
    publishedDaysAgo: 105,
    popularity: 53,
    description: `<p>A flower opens on the beat. You are the beat. If you stop, it closes; if you rush, it frays; if you sit exactly in the pocket for eight bars it does something that we have seen grown adults put down a controller for.</p>
<p><strong>Static Bloom</strong> is a rhythm game without lanes. Petals come to you from all sides, and the only question about each is <em>now?</em> Notes are judged by how they feel inside the groove and not by distance from a line, so dragging a little behind a slow song is correct, as it is in life.</p>
<ul><li>Thirty tracks by nine of us and four strangers, from dub to one actual polka.</li><li>Two buttons. Later, two buttons held apart by opinion.</li><li>Calibration by ear in ten seconds, kept for each output you use.</li></ul>
<p>Options: no flashing, no scrolling, no shaking, and a view that replaces the whole garden with a single dot. The dot is how the best player among us plays, to our sorrow.</p>
<p>Levels for your own music can be tapped in live and shared as tiny text files.</p>`,
    theme: 'acid',
    line: { speaker: 'Track 12', says: 'Behind the beat. Further. There.' },
  },
  {
    title: 'Dialogue Goblin',
    version: '1.9',
    priceCents: 1450,
    category: 'SFW',
    projectType: 'Tool',
    tags: ['tools', 'writing', 'gamedev', 'narrative'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    publishedDaysAgo: 48,
    popularity: 34,
    description: `<p>An editor for branching dialogue that reads like a script, because writers read scripts. No boxes, no spaghetti. You write lines; where the talk can go two ways, you indent.</p>
<p><strong>Dialogue Goblin</strong> was made for our own games after the third spreadsheet. The goblin is the checker: it plays your scene ten thousand times overnight and in the morning tells you, in a tone that can be adjusted, which lines nobody can ever reach, where somebody knows a thing too early, and that Marta says <em>actually</em> forty times.</p>
<h2>For writers</h2>
<ul><li>Plain text, one file a scene, comfortable in any editor.</li><li>Play the scene beside the page, from any line, with any state.</li><li>Voice sheets, word counts by character, and a table for translators.</li></ul>
<h2>For programmers</h2>
<ul><li>A runtime of 400 lines with no dependencies, in five languages.</li><li>Compiles to JSON with stable line ids, so that recorded voices survive a rewrite.</li></ul>
<p>One payment, every 1.x update, any number of projects. The goblin's rudest setting is off by default and we advise leaving it there.</p>`,
    theme: 'candy',
    line: { speaker: 'The goblin', says: 'Scene 14, line 9: nobody lives here. I have looked. I shouted.' },
  },
])
