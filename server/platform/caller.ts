import type { ContentChoice } from '@nofiller/contract/catalog/content-choice'
import type { Limits } from '@nofiller/contract/content-limits/limit-rules'
import type { Role } from '@nofiller/contract/role'

/** The signed-in caller, as read from the database for this request. */
export type Account = {
  id: string
  sessionId: string
  username: string
  email: string
  role: Role
  /** Whether it waits for its deletion, and may do little else than be kept. */
  isClosing: boolean
  /** Whether somebody proved in this session within the last minutes who they are. */
  isFresh: boolean
  /** Where the request came from. */
  address: string
  /** The last choice, null before the first; `contentChoiceOf` says what counts. */
  contentChoice: ContentChoice | null
  /** What they would rather not see, null before they ever said; `audienceOf` says what counts. */
  limits: Limits | null
}
