import { extra, gamesOf } from '../game.ts'

export const midnightParcel = gamesOf('midnight.parcel', [
  {
    title: 'Low Tide Motel',
    version: '1.5',
    priceCents: 1999,
    category: 'NSFW',
    tags: ['visual novel', 'noir', 'choices matter', 'romance'],
    devices: ['Windows', 'Mac'],
    extras: [extra('Original soundtrack', 599), extra('Art book, 120 pages', 899)],
    hasDemo: true,
    publishedDaysAgo: 96,
    popularity: 100,
    description: `<p>Room nine has been paid for until Sunday by a man who checked out on Thursday, feet first. You have the night desk, his suitcase, and a guest in room ten who would like to know which of those you opened.</p>
<p><strong>Low Tide Motel</strong> is a noir in four nights. Everybody in it is lying about money and telling the truth about loneliness. You can work the case, work the guest, or mind your own business and see what that costs; the story has room for all three and a memory for each.</p>
<h2>Checking in</h2>
<ul><li>Twelve rooms, one pool, a vending machine with a plot of its own.</li><li>Choices that look small at the desk and arrive, later, with luggage.</li><li>Three possible lovers, two of whom may be using you. So may you.</li></ul>
<p>Intimate scenes are written as scenes: somebody wants something, somebody gets less or more of it. They can be turned down in the story or faded in the settings.</p>
<blockquote>Seven hours a run. Contains violence off-screen, smoking on it, and a very sad karaoke.</blockquote>`,
    theme: 'ember',
    line: { speaker: 'Room ten', says: 'You keep looking at my hands. Which of us are you worried about?' },
  },
  {
    title: 'Velvet Orbit',
    version: '1.4',
    priceCents: 1800,
    category: 'NSFW',
    tags: ['simulation', 'romance', 'space', 'choices matter'],
    devices: ['Windows', 'Mac', 'Linux'],
    extras: [extra('Original soundtrack', 400), extra('Art book, 96 pages', 650)],
    hasDemo: true,
    publishedDaysAgo: 150,
    popularity: 94,
    description: `<p>Four months on a survey ship, one very slow planet, and a crew of six who have run out of polite things to say to each other. <strong>Velvet Orbit</strong> is a relationship simulation about shift work, shared kitchens and the long dark between contacts.</p>
<p>You are the medic, which means you know everyone's blood pressure and must pretend at dinner that you do not. Every watch is eight hours. You spend them on the ship, on the crew or on yourself, and whatever you neglect gets a little louder.</p>
<h2>What you do</h2>
<ul><li>Plan each watch: repair, rest, or knock on someone's door.</li><li>Learn five people well enough to know when to leave them alone.</li><li>Reach nine endings, three of them kind. Every conversation can be walked away from.</li></ul>
<blockquote>Adults only. Contains mature themes, alcohol and strong language. Intimacy is explicit about feelings and discreet about the rest.</blockquote>
<h2>Build notes</h2>
<p>Version 1.4 adds full controller support and a text-size setting. Questions and bug reports are answered on <a href="https://midnightparcel.example">the developer's site</a>, usually by the person who caused the bug.</p>`,
    theme: 'iris',
    line: {
      speaker: 'Okafor',
      says: 'Your chart says I am resting. Come in and help me make it accurate.',
    },
  },
  {
    title: 'Slow Burn',
    version: '1.2',
    priceCents: 1250,
    category: 'NSFW',
    tags: ['romance', 'dating sim', 'slow burn', 'cooking'],
    devices: ['Windows', 'Mac', 'Linux', 'Android'],
    hasDemo: true,
    publishedDaysAgo: 233,
    popularity: 72,
    description: `<p>You run a chilli-sauce stall. So does the person opposite. The market is on Saturdays, the competition is in August, and by then one of you is going to have to admit that the other's is better.</p>
<p><strong>Slow Burn</strong> is a dating sim with a single date, stretched over one summer of Saturdays. There is nobody else to romance and no meter to fill. There is a market, some weather, an ex with a cheese van, and the question of whether that was flirting.</p>
<ul><li>Twenty-two Saturdays, each about fifteen minutes.</li><li>Recipes you really can cook; the hot ones are marked honestly.</li><li>A rival who reacts to what you wear, sell, and do not say.</li></ul>
<h3>How adult is it?</h3>
<p>For eighteen Saturdays, barely. Then it is, warmly, for about four. If you never make the first move you will still get a good game about vinegar. Several people have written to say that this was their ending and that they felt seen.</p>
<p>Subtitles for every sigh. Runs on anything that can warm a pan.</p>`,
    theme: 'brick',
    line: {
      speaker: 'Teo',
      says: 'It is too sweet. I have had nine spoonfuls and I am telling you, too sweet.',
    },
  },
  {
    title: 'The Understudy',
    version: '1.0',
    priceCents: 1699,
    category: 'NSFW',
    tags: ['visual novel', 'burlesque', 'backstage', 'comedy'],
    devices: ['Windows', 'Mac', 'Linux'],
    extras: [extra('Songs from the show', 450)],
    publishedDaysAgo: 33,
    popularity: 66,
    description: `<p>Miss Coco Valour has twisted her ankle eleven minutes before curtain. You sew the sequins. You also, it turns out, know every step.</p>
<p>Set over a single run at a burlesque house that owes rent to three landlords, <strong>The Understudy</strong> is about the strange bravery of being looked at on purpose. You build an act from the ground: a name, a song, a joke, a reveal, and the one thing you will not take off, which the game takes more seriously than anything that you do.</p>
<h2>Programme</h2>
<ol><li>By day: costume, rehearsal, and keeping the gas man in the lobby.</li><li>By night: the act, played as timing and nerve. The house answers in real time.</li><li>After: dressing-room talk with eight performers who have been at this longer than you.</li></ol>
<p>It is more tease than anything, as the form demands. There is affection, there is jealousy, there is one wonderful kiss in the flies. Nobody in this game is a cautionary tale.</p>
<p>Music by an actual pit band, drunk only for the finale. Includes a mode without quick timing.</p>`,
    theme: 'rose',
    line: {
      speaker: 'Coco',
      says: 'They are not here for the glove, darling. They are here for the waiting.',
    },
  },
  {
    title: 'Room Service',
    version: '1.8',
    priceCents: 1549,
    category: 'NSFW',
    tags: ['simulation', 'management', 'comedy', 'hotel'],
    devices: ['Windows', 'Mac', 'Linux'],
    publishedDaysAgo: 187,
    popularity: 58,
    description: `<p>The Hotel Imperator takes bookings by the hour, by the night and, in one case, since 1996. It is discreet. It is clean. It is nine weeks from closing, and you are the new manager.</p>
<p><strong>Room Service</strong> is a hotel management game about other people's evenings. You never see behind a closed door. What you get is the request: two more pillows, a ladder, silence, a cake with no writing on it. From such evidence you staff, stock and soundproof a house where guests come to be nobody in particular.</p>
<h2>On the desk</h2>
<ul><li>Thirty-four rooms to fit out, from the plain to the frankly upholstered.</li><li>Staff with limits, which you set in the contract and then have to honor.</li><li>Regulars whose stories unfold entirely through their bills.</li><li>An inspector. He is not corrupt; he is lonely. Handle as you see fit.</li></ul>
<p>Innuendo throughout, nothing shown. We are told it plays well beside somebody you can laugh with.</p>
<p>Patch 1.8 rebalances laundry, which several players described as the real villain of the piece.</p>`,
    theme: 'ochre',
    line: { speaker: 'Room 12', says: 'A ladder, please. And no, we are perfectly all right, thank you.' },
  },
  {
    title: 'Second Date Dungeon',
    version: '1.1',
    priceCents: 1300,
    category: 'NSFW',
    tags: ['roguelike', 'romance', 'deckbuilder', 'comedy'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    hasDemo: true,
    publishedDaysAgo: 12,
    popularity: 83,
    description: `<p>The first date went well. For the second, your match suggested the dungeon. You assumed it was a bar.</p>
<p><strong>Second Date Dungeon</strong> is a deckbuilding roguelike for two characters who hardly know each other. Your cards are conversation: small talk blocks, jokes hit, a true thing costs three and cannot be taken back. Monsters are the ordinary kind, until floor four, where they begin to look like former partners.</p>
<h2>How a run goes</h2>
<ul><li>Pick a match from nineteen, each with a deck that reveals what they are like.</li><li>Fight room by room. Cards you play on monsters are also heard by your date.</li><li>Camp. Share food, a blanket, or a reason you are like this.</li><li>Leave together, leave separately, or be carried out by something with horns and excellent manners.</li></ul>
<p>Runs last forty minutes. Death means that the evening ended; you text, you try again. Adult scenes belong to a few of the good endings and may be switched to a closing door.</p>
<blockquote>Balanced by a couple who met while testing it. They would like the goblin nerfed. No.</blockquote>`,
    theme: 'candy',
    line: {
      speaker: 'Your date',
      says: 'Is that thing between us and the exit, or between us and dessert?',
    },
  },
  {
    title: 'Neon Confessional',
    version: '1.3',
    priceCents: 2199,
    category: 'NSFW',
    tags: ['adventure', 'visual novel', 'cyberpunk', 'faith'],
    devices: ['Windows', 'Linux', 'VR'],
    extras: [extra('Original soundtrack', 599), extra('Chapter six: Vespers', 799)],
    publishedDaysAgo: 270,
    popularity: 63,
    description: `<p>In the arcade under the flyover there is a booth where, for a small fee, somebody will listen to you and forget it by morning. The forgetting is guaranteed. You are the one who forgets.</p>
<p><strong>Neon Confessional</strong> is an adventure about privacy sold by the minute. Each night you hear what people want, owe and have done. Each dawn the memory is taken, and you are left with what you managed to hide: a scratch on the panel, a stranger's lighter, a bruise that answers to a name.</p>
<h2>Inside the booth</h2>
<ul><li>Fifty-three penitents, written by four people who were not allowed to compare notes.</li><li>A case that you solve without ever remembering having begun it.</li><li>In VR, the booth is exactly as large as it looks. Mind your elbows.</li></ul>
<p>Some confessions are erotic, more are about rent. The writing is frank in both. You can close the shutter on anyone at any time, and the game will respect it for good.</p>
<p>Eight hours, plus the extra chapter for people who want to know what the sexton did. Dense text; take breaks.</p>`,
    theme: 'candy',
    line: {
      speaker: 'Penitent 31',
      says: 'Last night you laughed at this part. I would like you to laugh again.',
    },
  },
  {
    title: 'Interest Rate',
    version: '1.0.2',
    priceCents: 1750,
    category: 'NSFW',
    tags: ['strategy', 'debt', 'romance', 'economy'],
    devices: ['Windows', 'Mac'],
    publishedDaysAgo: 78,
    popularity: 52,
    description: `<p>You owe a hundred and forty thousand to a man with beautiful cuffs. He does not break legs. He invites people to dinner, and he remembers what they ordered.</p>
<p>It is a strategy game about debt and attraction, which use the same words: interest, exposure, maturity, default. You have two years, a failing perfume house and a creditor who wants either his money or your company and is honest that he has not decided.</p>
<h2>The books</h2>
<ul><li>Run the house week by week: blend, price, borrow, bluff.</li><li>Every favor is an instrument with a date on it. Trade them.</li><li>Dinner once a month, played as negotiation in five courses.</li></ul>
<h2>The bed</h2>
<p>You may seduce, be seduced, or pay in full and leave by the front door; the last is the hardest setting and the one we are proudest of. No scene can be reached by owing. <strong>Consent is never collateral</strong>, and the game ends the moment anyone tries to make it so.</p>
<p>A run takes four hours. The economy is real enough that one reviewer asked us for a loan.</p>`,
    theme: 'noir',
    line: {
      speaker: 'Mr. Sable',
      says: 'I am in no hurry. Hurry is for people who charge simple interest.',
    },
  },
  {
    title: 'Afterparty, Unattended',
    version: '1.0',
    category: 'NSFW',
    tags: ['visual novel', 'short', 'queer', 'bittersweet'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    theme: 'default',
    publishedDaysAgo: 366,
    popularity: 60,
    description: `<p>Four in the morning. The party is over, the host has gone to bed, and there are two people left in the kitchen pretending to wash up.</p>
<p>We made this in a weekend for a game jam whose theme was <em>leftovers</em>. It has since been played more often than everything else we have done together, which is humbling, and free, which may explain it.</p>
<h3>What happens</h3>
<p>You talk. You dry a plate. You find out that you were both in love with the same person at university and that neither of you has been able to say so aloud until now. Then you decide whether the taxi is for one or for two, and whether two means anything.</p>
<ul><li>About twenty-five minutes. Play it twice, at most; it was not built for more.</li><li>One optional scene that closes the kitchen door behind it.</li><li>The fridge light works, and took a whole day of the two.</li></ul>
<p>If you like it, <strong>Low Tide Motel</strong> is what happened when the same four people were given a year, a budget and a proper lock on the office door.</p>`,
    line: { speaker: 'Jules', says: 'You have dried that one already. You have dried it twice.' },
  },
])
