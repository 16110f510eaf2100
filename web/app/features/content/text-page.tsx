import type { InformationPage } from '@nofiller/contract/content/information'
import { showDate } from '@nofiller/contract/text/time'
import { useMemo } from 'react'
import { LongPage } from './long-page.tsx'
import { Prose } from './prose.tsx'
import { TextSection } from './text-section.tsx'

/** A text of many sections. `lastUpdated` is a day like `2026-11-21`. */
export function TextPage({ page, lastUpdated }: { page: InformationPage; lastUpdated?: string }) {
  const { title, intro, sections } = page
  const places = useMemo(
    () =>
      sections.map(({ id, number, title }) => ({
        id,
        title: number === null ? title : `${number}. ${title}`,
      })),
    [sections],
  )
  return (
    <LongPage
      title={title}
      note={
        lastUpdated && (
          <>
            Last Updated: <time dateTime={lastUpdated}>{showDate(lastUpdated)}</time>
          </>
        )
      }
      places={places}
    >
      <Prose html={intro} className="mt-6" />
      {sections.map((section) => (
        <TextSection key={section.id} section={section} />
      ))}
    </LongPage>
  )
}
