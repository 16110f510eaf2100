import type { Mail } from './mail.ts'
import type { Line, MailContent } from './mail-content.ts'

/** An inbox shows only the subject and the first line: these invisible characters fill the rest of the preview. */
const END_OF_PREVIEW = `<div style="display:none;max-height:0;overflow:hidden">${'&#847;&zwnj;&nbsp;'.repeat(120)}</div>`

/** An email as plain text and as simple HTML from the same lines: no pictures, nothing remote, every value escaped (security A7). */
export function composeMail(storeName: string, to: string, { subject, lines }: MailContent): Mail {
  const text = `${lines.map(asText).join('\n\n')}\n\n${storeName}\n`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="font:16px/24px system-ui,sans-serif;max-width:560px;margin:24px auto;padding:0 16px">${lines.map(asHtml).join('').replace('</p>', `</p>${END_OF_PREVIEW}`)}<p style="color:#666">${escapeHtml(storeName)}</p></body></html>`
  return { to, subject: subject.replace(/\p{Cc}+/gu, ' '), text, html }
}

function asText(line: Line): string {
  if (typeof line === 'string') return line
  if ('big' in line) return `    ${line.big}`
  return 'heading' in line
    ? `${line.heading}\n${'-'.repeat(line.heading.length)}`
    : `${line.label}: ${line.link}`
}

function asHtml(line: Line): string {
  if (typeof line === 'string') return `<p>${escapeHtml(line).replace(/\n/g, '<br>')}</p>`
  if ('big' in line)
    return `<p style="font-size:32px;letter-spacing:4px;font-weight:700">${escapeHtml(line.big)}</p>`
  if ('heading' in line) return `<h2 style="font-size:18px;margin-top:28px">${escapeHtml(line.heading)}</h2>`
  return `<p><a href="${escapeHtml(line.link)}">${escapeHtml(line.label)}</a><br><span style="color:#666">${escapeHtml(line.link)}</span></p>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
