const MAIL = /^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const ADDRESS = /^(?:https?:\/\/[^\s/]|mailto:[^\s])/i

/** The intended address, with its scheme: `a.test` is a site, `june@a.test` an email address. Null for a forbidden link. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  const address = MAIL.test(text) ? `mailto:${text}` : SCHEME.test(text) ? text : `https://${text}`
  return ADDRESS.test(address) && URL.canParse(address) ? address : null
}
