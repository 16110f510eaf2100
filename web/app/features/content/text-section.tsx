import type { InformationSection } from '@nofiller/contract/content/information'
import { Prose } from './prose.tsx'

/** A section under its heading. */
export const TextSection = ({ section: { id, number, title, html } }: { section: InformationSection }) => (
  <section id={id} className="mt-9">
    <h2 className="mb-2 text-[20px]/7 font-bold">{number === null ? title : `${number}. ${title}`}</h2>
    <Prose html={html} />
  </section>
)
