/** The words beside the checkboxes for news. A change of them raises the version, which each consent stores. */
export const NEWS_TEXTS = {
  version: 4,
  signUp: 'Email me product updates',
  settings: 'Product updates',
  settingsHint: 'News about the store, games you own or sell, your wishlist, what you follow, and reviews.',
} as const

/** The pages with such a checkbox, besides sign-up. */
export const NEWS_SETTINGS_PAGES = ['/settings', '/settings/mails', '/notices/preferences'] as const
export type NewsSettingsPage = (typeof NEWS_SETTINGS_PAGES)[number]

/** Where a consent was given, or withdrawn: a page, or a complaint passed on by a mail program. */
export type ConsentPlace = NewsSettingsPage | '/signup' | '/u' | 'complaint'
