import type { Strike } from '@nofiller/contract/moderation/moderation'
import { REVIEWED_FIRST_POINTS } from '@nofiller/contract/moderation/moderation-rules'
import { plural } from '@nofiller/contract/text/digits'
import { showUtcDay } from '@nofiller/contract/text/time'
import { TextLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'

/** The active strikes against a developer, with their end. */
export function StrikeList({ strikes }: { strikes: readonly Strike[] }) {
  if (strikes.length === 0) return null
  const sum = strikes.reduce((total, { points }) => total + points, 0)
  return (
    <Panel className="grid gap-3 wrap-anywhere">
      <h2 className="d4">Strikes: {plural(sum, 'point')}</h2>
      <p className="text-muted">
        With {REVIEWED_FIRST_POINTS} points or more, new games are looked at before they are public. Nothing
        else happens by itself.
      </p>
      <ul className="grid gap-2">
        {strikes.map(({ title, rule, points, decision, endsAt }) => (
          <li key={decision}>
            <TextLink to={`/decision/${decision}`}>{title}</TextLink>: {plural(points, 'point')} until{' '}
            {showUtcDay(endsAt)}, by rule <TextLink to={`/rules#${rule}`}>{rule}</TextLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
