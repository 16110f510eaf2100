import type { ReactNode } from 'react'

type PolicySection = { id: string; title: string; paragraphs: readonly string[]; list?: readonly string[] }

type PolicySectionsProps = {
  sections: readonly PolicySection[]
  /** What follows the text of a section. */
  after?: (id: string) => ReactNode
}

/** The sections of a page that is made from the store's rules. */
export const PolicySections = ({ sections, after }: PolicySectionsProps) =>
  sections.map(({ id, title, paragraphs, list }) => (
    <section key={id} id={id} className="mt-9 grid gap-3">
      <h2 className="text-[20px]/7 font-bold">{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {list && (
        <ul className="list-disc pl-5">
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {after?.(id)}
    </section>
  ))
