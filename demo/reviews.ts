import type { ReviewProgress } from '@nofiller/contract/reviews/review-rules'

export type DemoReview = {
  recommends: boolean
  text: string
  progress?: ReviewProgress
  /** By whom it is signed: "Owner", or the name of its writer's account. */
  name?: 'owner' | 'username'
  /** The pen name that its writer chose and signed it with. */
  penName?: string
  daysAgo: number
  /** How many other owners found it helpful. */
  helpful?: number
  /** What the developer answered, and how many days ago. */
  answer?: { text: string; daysAgo: number }
}

/** Many at once, a few hours apart; the first of them with a text. */
const wave = (count: number, daysAgo: number, texts: readonly string[]): DemoReview[] =>
  Array.from({ length: count }, (_, nth) => ({
    recommends: false,
    text: texts[nth] ?? '',
    daysAgo: daysAgo - (nth * 1.5) / count,
  }))

/** Days in which a game got unusually many reviews, whose `reason` is what an admin decided; without one it is open. */
export type DemoSurge = { daysAgo: number; untilDaysAgo?: number; reason?: string }

export const surges: Record<string, DemoSurge> = {
  saltglass: {
    daysAgo: 17,
    untilDaysAgo: 15,
    reason:
      'A forum about lighthouses asked its members to complain about the lamp on the cover. None of these reviews is about playing the game.',
  },
  'velvet-orbit': { daysAgo: 2 },
}

/** What owners wrote about games, by their slug, the oldest first. */
export const reviews: Record<string, readonly DemoReview[]> = {
  saltglass: [
    {
      recommends: true,
      text: 'Two adults who talk like adults. The lamp is oddly restful to keep, and the fog has better timing than most comedians.',
      progress: 'finished',
      daysAgo: 40,
      helpful: 2,
    },
    {
      recommends: false,
      text: 'Lovely, but the map swallowed my notes and the middle chapter stops where it should turn. I will wait for the next one.',
      progress: 'some_hours',
      daysAgo: 30,
      helpful: 3,
      answer: {
        text: 'You are right about both. The notes are kept since 1.5, and the chapter has its second half now.',
        daysAgo: 28,
      },
    },
    { recommends: true, text: '', daysAgo: 22 },
    ...wave(11, 17, [
      'That is not how a Fresnel lens looks, and no keeper would ever hold the lamp like this.',
      'The lens on the cover is wrong. I have not started the game and I will not.',
    ]),
    {
      recommends: true,
      text: 'I logged the weather for an hour before I noticed that I had fallen for somebody. Nobody hurries you.\n\n[spoiler]The radio answers on day nine.[/spoiler]',
      progress: 'finished',
      name: 'username',
      daysAgo: 12,
      helpful: 4,
    },
    {
      recommends: true,
      text: 'The larger text came a day after I asked for it. The harbor looks good at that size, too.',
      progress: 'started',
      daysAgo: 2,
    },
    { recommends: true, text: '', progress: 'some_hours', daysAgo: 1 },
  ],
  'velvet-orbit': [
    {
      recommends: true,
      text: 'The quietest game about being tired together. The fourth dinner is the best scene that I have read this year.',
      progress: 'finished',
      penName: 'wrenlike',
      daysAgo: 34,
      helpful: 2,
    },
    {
      recommends: false,
      text: 'Crashes at the title screen on my old laptop. The refund was quick, so no hard feelings.',
      progress: 'started',
      daysAgo: 20,
      answer: {
        text: 'That was ours. It starts there since the last release; thank you for saying so.',
        daysAgo: 18,
      },
    },
    { recommends: true, text: '', daysAgo: 9 },
    {
      recommends: true,
      text: 'Somebody finally wrote a spaceship on which people do the laundry. I trust every one of them.',
      progress: 'some_hours',
      daysAgo: 4,
      helpful: 1,
    },
    { recommends: true, text: '', daysAgo: 3 },
    ...wave(12, 2, [
      'Does not start since the update, and the window closes before I can read what it says.',
      'Everybody I know has it crash now. Wait for a fix before you buy it.',
    ]),
  ],
  'static-bloom': [
    {
      recommends: true,
      text: 'Two of the flowers are tuned to you, they say. It took me three evenings to find the first.',
      progress: 'some_hours',
      daysAgo: 10,
    },
  ],
}
