/** A line of an email: a paragraph, a code in large letters, a heading, or a link. */
export type Line = string | { big: string } | { heading: string } | { link: string; label: string }
export type MailContent = { subject: string; lines: Line[] }
