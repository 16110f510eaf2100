/**
 * The contents of a copyright notice and its counter-notice, and the states of a notice (17 USC 512(c)(3) and (g)(3)). No zod: the
 * browser loads this.
 */
import { emailProblem } from '../accounts/account-rules.ts'

/** The part of a game that a notice names: `page` is all of it. */
export const NOTICE_PART =
  /^(page|card|cover|text|demo|screenshot-[1-9]\d?|file-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
export const NOTICE_PARTS_MAX = 60

/** `C-1001`. */
export const NOTICE_NUMBER = /^C-[1-9]\d{0,14}$/
/** The number of a notice as people write it. */
export const noticeNumber = (number: number): string => `C-${number}`
export const isNoticeNumber = (text: string): boolean => NOTICE_NUMBER.test(text)

/**
 * `unconfirmed`: the claimant's address is not confirmed. `standing`: the named parts are off. `answered`: the developer sent a
 * counter-notice, which an admin must check. `countered`: the claimant has it, and the parts return on a set day.
 * `court`: the parts stay off because of a court action.
 */
export const NOTICE_STATES = [
  'unconfirmed',
  'received',
  'returned',
  'standing',
  'answered',
  'countered',
  'court',
  'restored',
  'withdrawn',
] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

/** States in which the named parts are off for everyone. */
export const STANDING_STATES = [
  'standing',
  'answered',
  'countered',
  'court',
] as const satisfies readonly NoticeState[]

/** States in which an admin must act. */
export const DUE_STATES = ['received', 'answered'] as const satisfies readonly NoticeState[]

/** Hours until a complete notice is decided, an incomplete one gets a reply, and a counter-notice is checked. */
export const NOTICE_HOURS = 48
export const INCOMPLETE_HOURS = 24
export const COUNTER_HOURS = 24

export const LINE_MAX = 200
export const TEXT_MAX = 5_000
export const DEED_TEXT_MIN = 10

export type NoticeFields = {
  works: string
  material: string
  address: string
  phone: string
  email: string
  goodFaith: boolean
  accurate: boolean
  signature: string
}

export type CounterFields = {
  material: string
  mistake: boolean
  name: string
  address: string
  phone: string
  consent: boolean
  signature: string
}

/** A counter-notice as it is sent: `recipient`, that the developer has read who gets a copy. */
export type NewCounter = CounterFields & { recipient: boolean }

export const NOTICE_TEXT = {
  parts: 'Choose at least one thing.',
  works: 'Say which work of yours it is.',
  material: 'Say what is copied, and where it is.',
  address: 'Enter your postal address.',
  phone: 'Enter your phone number.',
  name: 'Enter your full name.',
  goodFaith: 'We need this statement.',
  signature: 'Type your full name.',
  recipient: 'Confirm that you know who gets this.',
  document: 'Add the document, as a PDF, JPEG or PNG of up to 10 MB.',
} as const

/** The statements to check, word for word. */
export const GOOD_FAITH =
  'I believe in good faith that the use of this material is not authorized by the copyright owner, its agent, or the law.'
export const ACCURATE =
  'The information in this notice is accurate, and under penalty of perjury, I am the copyright owner or authorized to act for the owner.'
export const MISTAKE =
  'Under penalty of perjury, I believe in good faith that the material was disabled by mistake or misidentification.'
export const CONSENT =
  'I consent to the jurisdiction of the US Federal District Court for the district of my address or, if that is outside the United States, for any district in which this store may be found. I will accept service of process from the person who sent the notice or an agent of that person.'

type Problems<Fields> = Partial<Record<keyof Fields, string>>

/** A sentence for each missing or wrong field; none for a complete notice. */
export function noticeProblems(fields: NoticeFields): Problems<NoticeFields> {
  const wrongEmail = emailProblem(fields.email.trim())
  return {
    ...emptyOf(fields, ['works', 'material', 'address', 'phone', 'signature']),
    ...(wrongEmail && { email: wrongEmail }),
    ...(!fields.goodFaith && { goodFaith: NOTICE_TEXT.goodFaith }),
    ...(!fields.accurate && { accurate: NOTICE_TEXT.goodFaith }),
  }
}

/** A sentence for each missing field; none for a complete counter-notice. */
export const counterProblems = (fields: NewCounter): Problems<NewCounter> => ({
  ...emptyOf(fields, ['material', 'name', 'address', 'phone', 'signature']),
  ...(!fields.mistake && { mistake: NOTICE_TEXT.goodFaith }),
  ...(!fields.consent && { consent: NOTICE_TEXT.goodFaith }),
  ...(!fields.recipient && { recipient: NOTICE_TEXT.recipient }),
})

type Written = 'works' | 'material' | 'name' | 'address' | 'phone' | 'signature'

function emptyOf<Name extends Written>(
  fields: Record<Name, string>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const problems: Partial<Record<Name, string>> = {}
  for (const name of names) if (fields[name].trim() === '') problems[name] = NOTICE_TEXT[name]
  return problems
}

/** The missing parts of an incomplete notice, in words. */
export const FIELD_NAMES: Record<keyof NoticeFields, string> = {
  works: 'the work',
  material: 'what is copied, and where it is',
  address: 'a postal address',
  phone: 'a phone number',
  email: 'an email address',
  goodFaith: 'the statement of good faith',
  accurate: 'the statement that it is accurate, under penalty of perjury',
  signature: 'a signature',
}
