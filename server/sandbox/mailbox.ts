import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import type { Config } from '../config.ts'

const NEWEST = 50

/** The emails that the demo wrote instead of sending, newest first, as a plain page. */
export function mailboxRoute(app: FastifyInstance, config: Config): void {
  const folder = join(config.dataDir, 'mail')
  app.get('/sandbox/mail', { config: { access: 'anyone' } }, async (_request, reply) => {
    const emails = await newestMails(folder)
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      })
      .send(page(config.STORE_NAME, emails.map(article).join('\n')))
  })
}

type StoredMail = { to: string; subject: string; date: string; text: string }

async function newestMails(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(() => []) // made with the first email
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .slice(-NEWEST)
    .reverse()
  return Promise.all(newest.map((name) => readMail(join(folder, name))))
}

async function readMail(path: string): Promise<StoredMail> {
  const mail = await PostalMime.parse(await readFile(path))
  return {
    to: (mail.to ?? []).map((to) => ('address' in to ? to.address : to.name)).join(', '),
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    text: mail.text ?? '',
  }
}

const article = ({ to, subject, date, text }: StoredMail): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p>to ${escapeHtml(to)} · ${escapeHtml(date)}</p><pre>${withLinks(text)}</pre></article>`

const page = (name: string, articles: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Test mailbox · ${escapeHtml(name)}</title>
<style>
:root{color-scheme:dark light;font:15px/1.6 system-ui,sans-serif}
body{margin:0 auto;max-width:720px;padding:24px 16px}
article{border-top:1px solid #8886;padding:16px 0}
h2{font-size:17px;margin:0}p{margin:0;opacity:.75}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:12px 0 0}
</style></head><body><h1>Test mailbox</h1><p>Mails that this store would have sent. Nothing leaves this machine. Reload for newer ones.</p>
${articles || '<p>No mail yet.</p>'}
</body></html>`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const withLinks = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s&]+(?:&#38;[^\s&]+)*/g, (link) => `<a href="${link}">${link}</a>`)
