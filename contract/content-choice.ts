/**
 * What a visitor wants to see of NSFW games: none of them, their pictures blurred, or everything. Kept in a cookie of this
 * name, so that the server's answers follow it, and in the account, so that it comes along to another browser.
 */
export const CONTENT_CHOICES = ['sfw', 'blur', 'show'] as const
export type ContentChoice = (typeof CONTENT_CHOICES)[number]
export const CONTENT_COOKIE = 'content'
