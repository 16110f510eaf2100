/** The store's texts about itself, written as Markdown under `content/` (requirements 9.1). */
export type PageName =
  | 'how-to-buy'
  | 'detailed-how-to-buy'
  | 'faq'
  | 'support'
  | 'privacy'
  | 'terms'
  | 'roadmap'
  | 'rules'
  | 'copyright'

export type JournalName = 'devlog' | 'patch-notes'

/** A text for its screens. `intro` and the sections' `html` are clean HTML. */
export type InformationPage = {
  title: string
  /** A sentence for search engines and link previews. */
  description: string
  /** The text before the first section. */
  intro: string
  sections: InformationSection[]
}

export type InformationSection = {
  /** For URLs like `/terms#payment`; it changes only with the title. */
  id: string
  /** Of a title like `4. Payment`. */
  number: number | null
  title: string
  html: string
}

/** A page that grows: entries, newest first. */
export type Journal = Omit<InformationPage, 'sections'> & { name: JournalName; entries: JournalEntry[] }

export type JournalEntry = {
  /** For URLs like `/devlog#open-doors`; the name of its file without the date. */
  id: string
  title: string
  /** `2026-11-21` */
  date: string
  html: string
}
