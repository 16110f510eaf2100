import { extra, gamesOf } from '../game.ts'

export const adaQuill = gamesOf('ada.quill', [
  {
    title: 'Half-Moon Diner',
    version: '1.2',
    category: 'SFW',
    tags: ['visual novel', 'cozy', 'slice of life', 'short'],
    devices: ['Web', 'Windows', 'Mac', 'Linux'],
    publishedDaysAgo: 330,
    popularity: 75,
    description: `<p>The Half-Moon opens when the bars shut and shuts when the bakeries open. You have the counter, the coffee and the pie, of which there is always one slice fewer than there are people who deserve it.</p>
<p>It is a visual novel about six customers on one night. You pour, they talk. What you choose is less what to say than when to come back with the pot: too early and they stop, too late and they have gone. I drew every plate by hand. There are two hundred and six plates.</p>
<h3>Menu</h3>
<ul><li>Six stories, which overlap at the jukebox.</li><li>One slice of pie, and what you do with it.</li><li>No bad endings. One has no pie in it, but nobody dies.</li></ul>
<p>It takes between an hour and ninety minutes, and nothing is lost if you close the window; the diner will wait. It is free because I wrote it for a friend who was ill and had a lot of nights to fill. She is fine now. She gave the slice to the trucker, and has defended it ever since.</p>`,
    theme: 'rose',
    line: { speaker: 'Trucker', says: 'I only ever stop here because the sign is half out. So am I.' },
  },
  {
    title: 'Paper Foxes',
    version: '1.4',
    priceCents: 599,
    category: 'SFW',
    tags: ['puzzle', 'relaxing', 'origami', 'hand-drawn'],
    devices: ['Web', 'Android', 'iOS'],
    hasDemo: true,
    publishedDaysAgo: 207,
    popularity: 62,
    description: `<p>A sheet of paper, a fold, another fold, a fox. Then the fox gets up and walks to the end of the table and looks back at you, because there is a gap there and it would like a bridge.</p>
<p><strong>Paper Foxes</strong> is a puzzle game about folding. Every level is one square sheet. Where you crease it, the world creases with it: two sides of a river can be brought together, a wall can be turned into a roof, night can be folded over day. Then you unfold, and the crease stays.</p>
<h2>Details</h2>
<ul><li>Ninety sheets. The last ten are unreasonable and clearly marked.</li><li>Undo without limit, all the way back to flat.</li><li>Foxes with six temperaments, which matter more than you would think.</li></ul>
<p>All the paper is real: scanned, lit and folded by me, including one by my nephew, who is credited as Lead Crane. Left-handed mode mirrors everything, foxes included.</p>
<p>If you have a square of paper on the desk it helps. If you do not, there is one in the download to print.</p>`,
    theme: 'moss',
    line: { speaker: 'Fox', says: 'Fold here, please. No. Where my paw is. Thank you.' },
  },
  {
    title: 'Moth & Lantern',
    version: '1.1',
    priceCents: 899,
    category: 'NSFW',
    tags: ['horror', 'adventure', 'hand-drawn', 'desire'],
    devices: ['Windows', 'Mac', 'Linux'],
    extras: [extra('Sketchbook, 64 pages', 450)],
    publishedDaysAgo: 123,
    popularity: 46,
    description: `<p>A lodger who only goes out after dark. A landlady who has started to leave a lamp in her window. <strong>Moth &amp; Lantern</strong> is a horror story about wanting something that will certainly burn you, told from the side of the lamp.</p>
<p>It is a point-and-click adventure in ink and candle soot, literally: I held the paper over the flame. You have a boarding house of nine rooms in 1911, a ring of keys you promised not to use, and the sound of large soft wings from the floor above.</p>
<h2>In this house</h2>
<ul><li>Puzzles of the sort that a tired person could solve by thinking.</li><li>A lodger who answers every question truthfully, in an order that does not help.</li><li>A closeness that grows by rules, which you are the one to break.</li></ul>
<p>Adults only for its subject and for two scenes with the lamp turned low. There is transformation in it. Whether it is a horror depends, I have learned from your letters, on the reader.</p>
<p>Around four hours. The sketchbook shows how everything was burned, in order.</p>`,
    theme: 'ochre',
    line: { speaker: 'The lodger', says: 'Put it out, if you wish me to go. You have only to put it out.' },
  },
  {
    title: 'Mirrorlake',
    version: '1.0',
    priceCents: 950,
    category: 'SFW',
    tags: ['sandbox', 'walking sim', 'exploration', 'relaxing'],
    devices: ['Windows', 'Mac', 'VR'],
    publishedDaysAgo: 74,
    popularity: 39,
    description: `<p>There is a lake, a boat, and a second country upside down beneath it. What you change in one is changed in the other, but not in the same way.</p>
<p><strong>Mirrorlake</strong> is a quiet sandbox. Plant a tree on the shore and a tower grows under it. Light a fire and it snows below. Row out, lean over, and put your hand in, and you can be there yourself, looking up at the hull.</p>
<p>I painted both countries in watercolor, one in the morning and one at night, and never on the same day. They have between them:</p>
<ul><li>Thirty-eight kinds of things to place, and what each means on the other side.</li><li>A year of light. It passes in about three hours, or not at all, if you stop the clock.</li><li>Somebody else in another boat, very far off, who waves.</li></ul>
<p>Nothing is asked of you. I am told that it is good after funerals, and that it is good with a toddler on one's knee, and I could not wish for stranger praise.</p>
<p>In VR the water is at the height of your real chair.</p>`,
    theme: 'frost',
    line: { speaker: 'The lake', says: 'You planted an oak. Come and see what you have done.' },
  },
  {
    title: 'Letters I Burned',
    version: '1.0',
    category: 'NSFW',
    tags: ['visual novel', 'epistolary', 'grief', 'short'],
    devices: ['Windows', 'Mac', 'Linux', 'Web'],
    theme: 'default',
    publishedDaysAgo: 280,
    popularity: 42,
    description: `<p>A stove, a box of letters, one evening. You may read each letter before you burn it. You may keep three.</p>
<p>They were written over eleven years by somebody who loved you, to you, mostly from hotel rooms. They are funny, and often indecent, and there is a gap of fourteen months in the middle that neither of you ever spoke about. <strong>Letters I Burned</strong> is the shortest thing I have made and took the longest.</p>
<h3>Notes for the reader</h3>
<ul><li>Forty-four letters. Reading all of them takes an hour. Almost nobody does.</li><li>The handwriting is a person's. A plain typeface can be chosen at any time.</li><li>Frank about bodies, in the way of people who know each other's well.</li><li>It deals with a death, quietly, towards the bottom of the box.</li></ul>
<p>The game remembers which ones you kept, and should you open it again there are only those three, and the stove, cold.</p>
<p>It is free. I did try to put a price on it and could not think of one that was not silly.</p>`,
    line: {
      speaker: 'Letter 17',
      says: 'Room 408 again. The wallpaper sends its regards and so does all of me.',
    },
  },
  {
    title: 'The Cat Sits',
    version: '1.0.1',
    priceCents: 299,
    category: 'SFW',
    tags: ['cozy', 'simulation', 'cats', 'relaxing'],
    devices: ['Windows', 'Mac', 'Android', 'iOS'],
    publishedDaysAgo: 2,
    popularity: 67,
    description: `<p>The cat sits. You may wait with it.</p>
<p><strong>The Cat Sits</strong> is a game in which you look after the flat of a friend for one rainy autumn. There are plants to water, a parcel to accept and a radiator that needs to be spoken to. There is also Agnes, on the sill, who was here before the friend and will be here after.</p>
<p>You cannot pick Agnes up. You cannot call her. You can sit down, do something else, and find after some minutes that she has moved a little closer without appearing to. That is the whole of the game, and I tuned it for a year.</p>
<ul><li>Thirty evenings of some ten minutes each.</li><li>Fifty-one ways of sitting, drawn from life, mostly on the bill I needed.</li><li>A final evening on which you are chosen, or not. It cannot be rushed and can be ruined.</li></ul>
<p>No microtransactions, unless one counts the fish. On a phone, the purr is in the vibration motor, and I would ask you to try it once with your eyes closed.</p>`,
    theme: 'dusk',
    line: { speaker: 'Agnes', says: '(has noticed you noticing)' },
  },
])
