/** The sections of the guide, in their order. */
export const WEBHOOK_SECTIONS = [
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'request', title: 'What your server gets' },
  { id: 'signature', title: 'Check the signature' },
  { id: 'answer', title: 'How to answer' },
  { id: 'tries', title: 'Tries and switching off' },
  { id: 'limits', title: 'Limits' },
  { id: 'events', title: 'Events' },
] as const

export type SectionId = (typeof WEBHOOK_SECTIONS)[number]['id']
