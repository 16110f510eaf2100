import type { Hiding } from '@nofiller/contract/content-limits/limit-rules'
import type { Store } from '../../services.ts'

/** The head of a page that hides what it is about. */
export const hiddenMeta = ({ text }: Hiding, { name }: Store) => [
  { title: `${text} · ${name}` },
  { name: 'robots', content: 'noindex' },
]
