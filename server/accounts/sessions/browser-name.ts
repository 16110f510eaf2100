import bowser from 'bowser'
import type { FastifyRequest } from 'fastify'

const BROWSERS = new Set(Object.values(bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(bowser.OS_MAP))

/**
 * `Firefox on Windows` from a browser's user agent; empty when unknown. Only names that the library lists:
 * emails show this to people whose address a stranger typed.
 */
export function browserName(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = bowser.parse(userAgent)
  const known = [BROWSERS.has(browser.name ?? '') && browser.name, SYSTEMS.has(os.name ?? '') && os.name]
  return known.filter(Boolean).join(' on ')
}

/** The browser's own description; empty when it sends none. */
export const userAgentOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? ''
