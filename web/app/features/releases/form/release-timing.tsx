import { sellerGamePath } from '@nofiller/contract/catalog/paths'
import type { OwnerNotice } from '@nofiller/contract/releases/release-rules'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { NextRelease } from '@nofiller/contract/releases/seller-game'
import { type Audience, showLead, windowWords } from '@nofiller/contract/releases/windows'
import { plural } from '@nofiller/contract/text/digits'
import { TextLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { RadioList } from '../../../ui/form/radio-list.tsx'
import { showLocalMoment } from '../local-time.ts'
import { AUDIENCE_NAMES, StepFields } from '../steps/step-fields.tsx'
import { proposedRows } from '../steps/step-rows.ts'
import { TimeHint } from '../time-hint.tsx'
import type { ReleaseForm } from './release-form.ts'
import { ReleaseSection } from './release-section.tsx'
import type { ReleaseFormState } from './use-release-form.ts'

type TimingProps = { form: ReleaseFormState; owners: number }

/** When it goes live: now, at a time in the developer's own zone, or to one audience after the other. */
export function ReleaseTime({
  form: { draft, problems, change },
  owners,
  next,
  isFree,
}: TimingProps & { next: NextRelease; isFree: boolean }) {
  const { audiences, leadDays } = next
  const names = audiences.map(({ audience }) => audience)
  const choose = (when: ReleaseForm['when']) =>
    change({
      when,
      ...(when === 'steps' &&
        draft.steps.length === 0 && { steps: proposedRows(names, leadDays, currentTime()) }),
    })
  return (
    <ReleaseSection title="When">
      <RadioList
        legend="When"
        value={draft.when}
        onChange={choose}
        options={[
          { value: 'now', label: 'Now', hint: owners > 0 && `For all ${plural(owners, 'owner')}` },
          {
            value: 'time',
            label: 'At a time',
            hint: 'For all owners, to the second',
            fields: (
              <Field label="Day and time" hint={<TimeHint at={draft.at} />} error={problems.at ?? null}>
                <TextInput
                  type="datetime-local"
                  className="max-w-64"
                  value={draft.at}
                  onChange={(event) => change({ at: event.target.value })}
                />
              </Field>
            ),
          },
          ...(audiences.length > 1
            ? [{ value: 'steps' as const, label: 'In steps', hint: stepsHint(names) }]
            : []),
        ]}
      />
      {draft.when === 'steps' && (
        <StepFields
          rows={draft.steps}
          isFree={isFree}
          problems={problems}
          onChange={(steps) => change({ steps })}
          peopleOf={(of) => audiences.find(({ audience }) => audience === of)?.people ?? null}
        />
      )}
      {draft.when === 'steps' && leadDays !== null && (
        <p className="-mt-2 text-sm text-faint">
          Supporters were promised {showLead(leadDays)} before owners, no more and no less.
        </p>
      )}
    </ReleaseSection>
  )
}

type AnnouncedProps = { release: OwnRelease; gameId: string }

/** When a release opens that supporters were told of: its steps are changed with a reason. */
export const AnnouncedTime = ({ release, gameId }: AnnouncedProps) => (
  <ReleaseSection title="When">
    <p>
      {windowWords(release.steps, currentTime(), (opensAt) => showLocalMoment(opensAt, currentTime()))}.{' '}
      <span className="block text-sm text-muted">
        Supporters were told. To change the steps, or to withdraw it, open it among{' '}
        <TextLink to={`${sellerGamePath(gameId)}/releases`}>all releases</TextLink>.
      </span>
    </p>
  </ReleaseSection>
)

/** `Supporters first, owners later` */
const stepsHint = ([first = 'owners', second = 'everyone']: readonly Audience[]): string =>
  `${AUDIENCE_NAMES[first]} first, ${second} later`

const NOTICES: readonly { value: OwnerNotice; label: string; hint: string }[] = [
  { value: 'silent', label: 'Silent', hint: 'In the library only' },
  { value: 'site', label: 'In the store', hint: 'A line under the bell' },
  { value: 'mail', label: 'Email too', hint: 'To those who agreed. One email a game in 24 hours.' },
]

/** How owners hear of it (VE8). */
export const TellOwners = ({ form: { draft, change }, owners }: TimingProps) => (
  <ReleaseSection
    title="Tell owners"
    hint={draft.when === 'steps' ? 'Each at their step.' : 'The moment it goes live.'}
  >
    <RadioList
      legend="Tell owners"
      value={draft.notify}
      onChange={(notify) => change({ notify })}
      options={NOTICES.map((notice) => ({
        ...notice,
        note: notice.value === 'site' && owners > 0 && plural(owners, 'owner'),
      }))}
    />
  </ReleaseSection>
)
