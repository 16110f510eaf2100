import { showTotal } from '@nofiller/contract/catalog/browsing'
import type { Limits } from '@nofiller/contract/content-limits/limit-rules'
import { LimitPresets } from '../../features/content-limits/limit-presets.tsx'
import { ThemeLimits } from '../../features/content-limits/theme-limits.tsx'
import { type Saving, useLimits } from '../../features/content-limits/use-limits.ts'
import { servicesContext } from '../../services.ts'
import { useLoginAddress } from '../../session/login-address.ts'
import { useUser } from '../../session/session.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/form/field.tsx'
import { IconCheck } from '../../ui/icons.tsx'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { Route } from './+types/limits.ts'

/** How long the count must be stable before it is announced. */
const ANNOUNCED_AFTER_MS = 500

export const loader = ({ context }: Route.LoaderArgs) => context.get(servicesContext).limits()

export const meta = titled('Limits')

/** The content that a buyer wants to avoid; saved at each change. */
export default function LimitsPage({ loaderData }: Route.ComponentProps) {
  const { limits, counted, saving, change, retry } = useLimits(loaderData)
  return (
    <Container className="pt-6 pb-16 phone:pt-10 phone:pb-24">
      <div className="mb-7 grid max-w-180 gap-2">
        <PageTitle>Limits</PageTitle>
        <p className="text-lg text-muted">
          Choose what you’d rather not see. Games that contain it disappear from every list, search and email.
          Games you own stay in your library.
        </p>
      </div>
      <NeedsScripts to="change your limits" />
      <CountBar counted={counted} saving={saving} retry={retry} />
      <LimitPresets levels={limits.levels} onChoose={(levels) => change({ ...limits, levels })} />
      <ThemeLimits levels={limits.levels} onChange={(levels) => change({ ...limits, levels })} />
      <Avoidable limits={limits} onChange={change} />
    </Container>
  )
}

type CountBarProps = { counted: { hidden: number; total: number }; saving: Saving; retry: () => void }

function CountBar({ counted: { hidden, total }, saving, retry }: CountBarProps) {
  const user = useUser()
  const count = `Hides ${showTotal(hidden)} of ${showTotal(total)} games`
  const saved = user === null ? 'Saved on this device' : 'Saved'
  const announced = useDebounced(saving === 'saved' ? `${count}. ${saved}` : '', ANNOUNCED_AFTER_MS)
  return (
    <div className="sticky top-14 z-10 mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-y border-line bg-bg/96 py-2.5 phone:top-16 phone:py-3.5">
      <p className="d3 text-[23px]/[32px]! phone:text-d3!">{count}</p>
      <span className="flex items-center gap-4">
        {saving === 'saved' && (
          <span className="flex items-center gap-1.5 text-sm text-go">
            <IconCheck className="size-3.5" />
            {saved}
          </span>
        )}
        {saving === 'failed' && (
          <span role="alert" className="flex items-center gap-3 text-sm text-bad">
            Not saved.
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          </span>
        )}
        <ButtonLink to="/games" className="max-phone:hidden">
          See the games
        </ButtonLink>
      </span>
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  )
}

function Avoidable({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  const login = useLoginAddress('/login')
  const user = useUser()
  return (
    <Panel className="mt-8 grid gap-x-10 gap-y-4 bar:grid-cols-2">
      <Checkbox
        checked={limits.allowsAvoidable}
        onChange={({ target }) => onChange({ ...limits, allowsAvoidable: target.checked })}
        hint="Keeps games that ask first and let you skip the theme or turn it off."
      >
        Allow what I can avoid in the game
      </Checkbox>
      <p className="text-sm text-faint">
        If a developer hasn’t told us about a theme, we treat it as shown.{' '}
        {user === null ? (
          <>
            No account needed; <TextLink to={login}>log in</TextLink> to use your limits on other devices.{' '}
          </>
        ) : (
          <>
            Single games and developers are hidden on their own pages:{' '}
            <TextLink to="/settings/blocks">your blocks</TextLink>.{' '}
          </>
        )}
        Your limits are private: not logged, not visible to developers or admins.
      </p>
    </Panel>
  )
}
