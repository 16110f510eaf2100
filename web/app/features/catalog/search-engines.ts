import type { MetaDescriptor } from 'react-router'

/** Keeps a page out of search engines where it is about a game that is found by its address alone. */
export const indexedIf = (isListed: boolean): MetaDescriptor[] =>
  isListed ? [] : [{ name: 'robots', content: 'noindex' }]
