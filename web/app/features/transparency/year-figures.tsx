import { showFigure, type Transparency } from '@nofiller/contract/transparency/transparency-rules'
import { Panel } from '../../ui/page.tsx'

type Year = NonNullable<Transparency['year']>

/** Figures without a rule or month. */
export const YearFigures = ({ year }: { year: Year }) => (
  <Panel flush>
    <dl className="-mr-px -mb-px grid phone:grid-cols-2 bar:grid-cols-3">
      {figuresOf(year).map(([name, figure]) => (
        <div key={name} className="border-r border-b border-line px-5 py-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-650 text-lg">{figure}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)

const figuresOf = (year: Year): [name: string, figure: string][] => [
  [
    'First games reviewed',
    year.firstGamesMedianHours === null
      ? String(year.firstGames)
      : `${year.firstGames}, half within ${year.firstGamesMedianHours} h`,
  ],
  [
    'Cases about minors or real people',
    year.safetyCases === null ? `${showFigure(null)} (never shown exactly)` : showFigure(year.safetyCases),
  ],
  ['Copyright notices followed', String(year.notices)],
  ['Of these brought back', String(year.noticesRestored)],
  ['Accounts suspended', String(year.suspended)],
  ['Appeals decided by the same person', String(year.appealsBySamePerson)],
]
