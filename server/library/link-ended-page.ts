import type { Config } from '../config.ts'
import { LINK_ENDED } from './link.ts'

/** What a browser shows for a permanent link that leads nowhere any more. */
export const linkEndedPage = ({ STORE_NAME, publicUrl }: Config): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="dark light"><title>Link ended · ${escapeHtml(STORE_NAME)}</title></head>
<body><h1>${LINK_ENDED}</h1><p><a href="${publicUrl}/library">Open Library</a></p></body></html>
`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
