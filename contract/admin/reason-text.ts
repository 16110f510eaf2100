import { writtenText } from '../text/written-text.ts'
import { REASON_MAX, REASON_MIN, REASON_MISSING } from './admin-rules.ts'

/** The reason for an admin's action. */
export const reasonText = writtenText({ min: REASON_MIN, tooShort: REASON_MISSING, max: REASON_MAX })
