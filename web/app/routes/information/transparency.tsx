import { callFile } from '../../api/client.ts'
import { MonthTable } from '../../features/transparency/month-table.tsx'
import { RuleTable } from '../../features/transparency/rule-table.tsx'
import { YearFigures } from '../../features/transparency/year-figures.tsx'
import { servicesContext } from '../../services.ts'
import { storeOf, titled } from '../../shell/store-info.ts'
import { CsvButton } from '../../ui/list/csv-button.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import type { Route } from './+types/transparency.ts'

export const loader = ({ context }: Route.LoaderArgs) => context.get(servicesContext).transparency()

export const meta: Route.MetaFunction = ({ matches }) => [
  ...titled('Transparency')({ matches }),
  { name: 'description', content: 'What people reported, what we decided and under which rule.' },
  { tagName: 'link', rel: 'canonical', href: `${storeOf(matches)?.publicUrl}/transparency` },
]

/** Moderation in numbers. */
export default function Transparency({ loaderData: { months, rules, year } }: Route.ComponentProps) {
  return (
    <Container width="middle" className="grid gap-10 pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageTitle>Transparency</PageTitle>
          <p className="mt-2 max-w-[52ch] text-muted">
            What people reported, what we decided and under which rule. Counted by the store itself, each
            night. No names, no titles.
          </p>
        </div>
        <CsvButton
          load={() => callFile('GET /api/transparency.csv')}
          fileName="transparency.csv"
          failure={() => 'Failed to load the counts'}
        />
      </div>
      <section aria-labelledby="by-month">
        <h2 id="by-month" className="d3 mb-4">
          By month
        </h2>
        <MonthTable months={months} />
        <p className="mt-3 text-sm text-muted">
          Cases about minors or real people are counted separately, so that no number can identify anyone.
        </p>
      </section>
      <RuleTable rules={rules} />
      {year && (
        <section aria-labelledby="this-year">
          <h2 id="this-year" className="d3 mb-4">
            Also in {year.year}
          </h2>
          <YearFigures year={year} />
        </section>
      )}
    </Container>
  )
}
