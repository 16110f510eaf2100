import { writtenText } from '../text/written-text.ts'
import { REASON_MAX, REASON_MIN, REASON_MISSING } from './admin-rules.ts'

/** Why an admin did something. */
export const reasonText = writtenText({ min: REASON_MIN, tooShort: REASON_MISSING, max: REASON_MAX })
