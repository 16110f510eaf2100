import type { ReactNode } from 'react'

type SectionProps = { title: string; hint?: string; children: ReactNode }

/** A part of the form of a release: its name at the left, its fields at the right. */
export const ReleaseSection = ({ title, hint, children }: SectionProps) => (
  <section className="grid gap-3 border-t border-line py-6 first:border-t-0 first:pt-0 phone:py-7 desktop:grid-cols-[152px_minmax(0,1fr)] desktop:gap-6">
    <div>
      <h3 className="text-md font-650">{title}</h3>
      {hint && <p className="mt-1 text-sm text-faint">{hint}</p>}
    </div>
    <div className="grid min-w-0 content-start gap-4">{children}</div>
  </section>
)
