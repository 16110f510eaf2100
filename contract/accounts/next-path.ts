/**
 * Where to go after signing in: a path of this site, or `/` for anything else (security A14).
 * Browsers read `\` as `/` and drop tabs and line breaks, so those are refused, not repaired.
 */
export function nextPath(path: unknown): string {
  if (typeof path !== 'string' || path.length > 2_000) return '/'
  if (!/^\/(?![/\\])/.test(path)) return '/'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\\\u0000-\u0020\u007f]/.test(path)) return '/'
  if (/^\/(?:%2f|%5c|%09|%0a|%0d)/i.test(path)) return '/'
  // `/a/..//evil` resolves to `//evil`.
  return new URL(path, 'http://site').pathname.startsWith('//') ? '/' : path
}
