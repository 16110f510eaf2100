import { isLonger } from '@nofiller/contract/text/characters'
import type { Line, MailContent } from '../platform/mail/mail-content.ts'

const SUBJECT_MAX = 120

/**
 * Reads news as a person writes them into a file: the subject on the first line, then paragraphs with an empty line between
 * them. A paragraph such as `Read more: https://…` is a link.
 * @throws Error with a sentence about the problem
 */
export function readNews(text: string): MailContent {
  const [subject = '', ...rest] = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trim()
    .split('\n')
  if (subject.trim() === '') throw new Error('The file is empty.')
  if (isLonger(subject, SUBJECT_MAX))
    throw new Error(`The first line is the subject, and may have ${SUBJECT_MAX} characters.`)
  const paragraphs = rest
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  if (rest[0]?.trim() || paragraphs.length === 0)
    throw new Error('After the subject come an empty line and the text.')
  return { subject: subject.trim(), lines: paragraphs.map(lineOf) }
}

function lineOf(paragraph: string): Line {
  const [, label = '', link = ''] = /^([^\n:]+): (https?:\/\/\S+)$/.exec(paragraph) ?? []
  return URL.canParse(link) ? { label, link } : paragraph
}
