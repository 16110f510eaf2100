import type { ContentChoice } from '@nofiller/contract/catalog/content-choice'
import type { Limits } from '@nofiller/contract/content-limits/limit-rules'
import type { Role } from '@nofiller/contract/role'
import type { Blocks } from './http/audience.ts'

/** The signed-in caller, as read from the database for this request. */
export type Account = {
  id: string
  sessionId: string
  username: string
  email: string
  role: Role
  /** Whether the account is being deleted; it may then do little but cancel that. */
  isClosing: boolean
  /** Whether this session proved the user's identity within the last minutes. */
  isFresh: boolean
  /** Where the request came from. */
  address: string
  /** The last choice, null before the first; `contentChoiceOf` returns the effective one. */
  contentChoice: ContentChoice | null
  /** The content limits, null before they were ever set; `audienceOf` returns the effective ones. */
  limits: Limits | null
  /** What the account blocked; null without blocks. */
  blocks: Blocks | null
}
