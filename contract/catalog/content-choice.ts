/**
 * How a visitor wants to see NSFW games: hidden, with blurred pictures, or fully. Stored in a cookie of this
 * name, so the server's responses follow it, and in the account, so it applies in other browsers.
 */
export const CONTENT_CHOICES = ['sfw', 'blur', 'show'] as const
export type ContentChoice = (typeof CONTENT_CHOICES)[number]
export const CONTENT_COOKIE = 'content'
/** Restarts with each visit with scripts. */
export const CONTENT_COOKIE_SECONDS = 365 * 86_400

/** The choice behind a response, or that none was made yet, as by a first visitor, a search engine or a link preview. */
export const CONTENT_VIEWS = ['none', ...CONTENT_CHOICES] as const
export type ContentView = (typeof CONTENT_VIEWS)[number]

/** Where the age gate sends its form, with `content` and `back`, the page to return to. */
export const AGE_GATE_PATH = '/age'
/** Either of these confirms at the gate that a visitor is of age. */
export const GATE_CHOICES = ['show', 'blur'] as const satisfies readonly ContentChoice[]

/** The choice in a cookie, a form or storage; null for anything else. */
export const contentChoiceIn = (value: unknown): ContentChoice | null =>
  CONTENT_CHOICES.find((choice) => choice === value) ?? null
