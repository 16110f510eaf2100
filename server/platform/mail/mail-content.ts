/** A line of an email: a paragraph, a code in large letters, or a link. */
export type Line = string | { big: string } | { link: string; label: string }
export type MailContent = { subject: string; lines: Line[] }
