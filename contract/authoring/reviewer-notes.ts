import { z } from 'zod'
import { IsoTime } from '../call.ts'

/** A developer's note for reviewers of a game. */
export const ReviewerNotes = z.object({
  adultsStatedAt: IsoTime.nullable().describe(
    'When it was stated that everyone in a sexual scene is, and looks, 18 or older',
  ),
  strongestScene: z.string().describe('How to reach it; empty when that was not told'),
})
export type ReviewerNotes = z.infer<typeof ReviewerNotes>
