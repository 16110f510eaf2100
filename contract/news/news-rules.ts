/** The words beside the ticks by which people ask for news. Whoever changes one raises the version, which each consent names. */
export const NEWS_TEXTS = {
  version: 1,
  signUp: 'Email me product updates',
  settings: 'Product updates',
  settingsHint: 'News about the store. At most once a month.',
} as const

/** The pages with such a tick, besides sign-up. */
export const NEWS_SETTINGS_PAGES = ['/settings', '/settings/mails'] as const
export type NewsSettingsPage = (typeof NEWS_SETTINGS_PAGES)[number]

/** Where a consent was given, or taken back: a page, or the complaint that a mail program passed on. */
export type ConsentPlace = NewsSettingsPage | '/signup' | '/u' | 'complaint'
