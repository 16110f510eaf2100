import { z } from 'zod'
import { THEMES, WARNING_LEVELS, WARNING_NOTE_MAX } from '../content-limits/content-warnings.ts'
import { writtenText } from '../text/written-text.ts'

export const ThemeIds = z.enum(THEMES.map(({ id }) => id))
const NamedTheme = z.object({ theme: ThemeIds, label: z.string() })

/** The level of one theme in a game. */
const Warning = z.object({
  level: z.enum(WARNING_LEVELS),
  avoidable: z
    .boolean()
    .default(false)
    .describe('The player is told beforehand and can skip it or switch it off'),
  spoiler: z.boolean().default(false).describe('Pages show it only when asked for'),
  note: writtenText({ max: WARNING_NOTE_MAX }).nullable().default(null),
})

/** A developer's answer for one theme; `none` for a theme that the game lacks. */
const WarningAnswer = z.discriminatedUnion('level', [z.object({ level: z.literal('none') }), Warning])

/** A developer's answers by theme. An omitted theme stays as it is: at first, unknown. */
export const WarningAnswers = z.partialRecord(ThemeIds, WarningAnswer)
export type WarningAnswers = z.infer<typeof WarningAnswers>

/** A game's warnings, as its page shows them. A theme that the store forbids is in no list unless it was answered. */
export const ContentWarnings = z.object({
  contains: z.array(Warning.required().extend(NamedTheme.shape)).describe('The strongest first'),
  absent: z.array(ThemeIds).describe('Themes that are not in the game, as its developer says'),
  unknown: z.array(NamedTheme).describe('Themes of which its developer has not said anything'),
  waiting: z
    .array(
      z.discriminatedUnion('level', [
        z.object({ level: z.literal('none') }).extend(NamedTheme.shape),
        Warning.required().extend(NamedTheme.shape),
      ]),
    )
    .optional()
    .describe('Weaker answers that count once an admin has looked; for its developer and admins alone'),
  isReviewed: z
    .boolean()
    .describe(
      'Has a theme that the store allows only after review: who buys the game is shown what it contains',
    ),
})
export type ContentWarnings = z.infer<typeof ContentWarnings>
