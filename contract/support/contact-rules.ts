import { emailProblem, TEXT } from '../accounts/account-rules.ts'
import { lengthProblem } from '../text/text-length.ts'

/** The rules of the contact form (requirements 9.3). No zod: the browser loads this. */
export const SUBJECT_MAX = 100
export const MESSAGE_MAX = 2_000
/** From this length on, the counter warns. */
export const MESSAGE_WARNING = 1_800

export const CONTACT_TEXT = {
  missing: 'Please fill in all required fields.',
  email: TEXT.email,
  subject: `A subject has at most ${SUBJECT_MAX} characters.`,
  message: `A message has at most ${MESSAGE_MAX} characters.`,
} as const

export type ContactMessage = { email: string; subject: string; message: string }

/** A sentence for each wrong field; none when the message may be sent. */
export function contactProblems(contact: ContactMessage): Partial<Record<keyof ContactMessage, string>> {
  const missing = (value: string) => (value.trim() === '' ? CONTACT_TEXT.missing : null)
  const problems: [keyof ContactMessage, string | null][] = [
    ['email', missing(contact.email) ?? emailProblem(contact.email)],
    [
      'subject',
      missing(contact.subject) ?? lengthProblem(contact.subject, SUBJECT_MAX, CONTACT_TEXT.subject),
    ],
    [
      'message',
      missing(contact.message) ?? lengthProblem(contact.message, MESSAGE_MAX, CONTACT_TEXT.message),
    ],
  ]
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null))
}
