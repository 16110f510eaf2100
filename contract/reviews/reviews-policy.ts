/** What `/reviews-policy` says, from the rules that the code follows (RV12). No zod: the browser loads this. */
import { BUILT_IN_RULES, type PolicyRules } from './policy-rules.ts'
import { MARK_LABELS, OWNER_NAME, type ReviewMark } from './review-rules.ts'

export type PolicySection = { id: string; title: string; paragraphs: string[]; list?: string[] }

const MARK_REASONS: Record<ReviewMark, (rules: PolicyRules) => string> = {
  free_copy: () => 'its writer got the game from its developer, by a code that made it free.',
  team: ({ limits }) => `its writer made the game, or had it within the last ${limits.teamMonths} months.`,
  refunded: () => 'its writer does not own the game any more.',
  surge: () => 'it was written in days that a person judged to be off topic, as said below.',
}

/** The sections of the page. @param rules those of the code */
export function reviewsPolicy(rules: PolicyRules = BUILT_IN_RULES): PolicySection[] {
  const { limits, z, surge, held } = rules
  const number = (count: number) => count.toLocaleString('en-US')
  return [
    {
      id: 'who',
      title: 'From owners only',
      paragraphs: [
        `Only who owns a game can review it, from ${limits.waitHours} hours after they first downloaded one of its files, with an account of ${limits.waitHours} hours and a confirmed email address. The store checks this itself for each review, from its own records. Nothing is taken over from elsewhere.`,
        'Developers can’t review their own games. Neither can accounts that are paid to the same address, or admins who decided about the game.',
        `A review says Recommended or Not recommended, with ${number(limits.textMin)} to ${number(limits.textMax)} characters of text or none. One a person and game; what is changed is dated. An account writes at most ${limits.newADay} new reviews in a day, and all accounts of one network at most ${limits.newADayNetwork}. Under it stands “${OWNER_NAME}” or a name that its writer chose. The store asks an owner for a review once a game, ${limits.remindDays} days after their first download, unless they turned that off.`,
      ],
    },
    {
      id: 'shown',
      title: 'All are shown, good and bad',
      paragraphs: [
        'Every review is shown to everybody, whatever it says. Sellers can answer each review once, and report one like anybody. They can’t delete, hide, pin or order reviews.',
      ],
    },
    {
      id: 'order',
      title: 'How they are ordered and counted',
      paragraphs: [
        `The share is the part of counted reviews that recommend the game, from ${limits.shareFrom} counted ones on. In a paid game the reviews of those count who paid for it; in a free game also those of accounts that claimed it and are ${limits.claimDays} days old. Reviews of suspended accounts don’t count while they are. Recent means since the newest release or in the last ${limits.recentDays} days, whichever is longer.`,
        `Within a game, the reviews that other owners found helpful come first, by the lower bound of Wilson’s interval of their votes (z = ${z.reviews}), those of the newest release ahead; you can choose the newest or the oldest. Between games, Best reviewed goes by the same bound of the counted reviews (z = ${z.games}). Nobody can pay for a place.`,
      ],
    },
    {
      id: 'rewards',
      title: 'No rewards',
      paragraphs: [
        'The store gives nothing for a review, and nobody else may: no game, no discount, no money, neither for a good one nor for taking a bad one back. Threats are treated alike.',
      ],
    },
    {
      id: 'marks',
      title: 'Shown, but not counted',
      paragraphs: ['Some reviews are shown and don’t count. The mark is made from the store’s records:'],
      list: (Object.keys(MARK_LABELS) as ReviewMark[]) // its own keys
        .map((mark) => `${MARK_LABELS[mark]}: ${MARK_REASONS[mark](rules)}`),
    },
    {
      id: 'surges',
      title: 'When there are unusually many',
      paragraphs: [
        `Each hour the store looks for games with at least ${surge.reviewsMin} reviews in ${surge.hours} hours, and at least ${surge.timesUsual} times as many as in the median ${surge.hours} hours of the ${surge.usualDays} days before, if their share is ${surge.shareGap} points or more off, or at least ${surge.newWriters * 100}% of them are by accounts younger than ${surge.newDays} days or whose first game this is and was free. The game’s page then says so in the same hour, with all reviews by week. Nothing is removed, and everything counts until a person decides, within ${surge.decideHours} hours.`,
        'They decide that the reviews are as they should be, or that those of some days are not about the game. These stay readable and don’t count; the page tells both shares. The seller and the writers are told, and can appeal.',
      ],
    },
    {
      id: 'held',
      title: 'What waits for a look',
      paragraphs: [
        `A text that is nearly the same as another account’s of the last ${held.copyHours} hours waits for a person, and so does what an account writes of whose last ${held.ofLast} reviews ${held.removed} were removed. Only its writer sees it until then.`,
      ],
    },
    {
      id: 'removed',
      title: 'What is removed',
      paragraphs: [
        'A review is removed only by a person, under a rule of the store, and never for its opinion. Its writer gets the reasons and can appeal for six months. So many were removed:',
      ],
    },
  ]
}
