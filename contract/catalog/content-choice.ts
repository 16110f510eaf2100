/**
 * What a visitor wants to see of NSFW games: none of them, their pictures blurred, or everything. Stored in a cookie of this
 * name, so that the server's answers follow it, and in the account, so that it comes along to another browser.
 */
export const CONTENT_CHOICES = ['sfw', 'blur', 'show'] as const
export type ContentChoice = (typeof CONTENT_CHOICES)[number]
export const CONTENT_COOKIE = 'content'
/** Counted anew from each visit with scripts. */
export const CONTENT_COOKIE_SECONDS = 365 * 86_400

/** What an answer follows: a choice, or that none was made yet, as by a first visitor, a search engine or a link preview. */
export const CONTENT_VIEWS = ['none', ...CONTENT_CHOICES] as const
export type ContentView = (typeof CONTENT_VIEWS)[number]

/** Where the age gate sends its form, with `content` and `back`, the page to go back to. */
export const AGE_GATE_PATH = '/age'
/** Whoever passes the gate says by either of these that they are of age. */
export const GATE_CHOICES = ['show', 'blur'] as const satisfies readonly ContentChoice[]

/** The choice that a cookie, a form or storage names; null for anything else. */
export const contentChoiceIn = (value: unknown): ContentChoice | null =>
  CONTENT_CHOICES.find((choice) => choice === value) ?? null
