import type { OwnerNotice } from '@nofiller/contract/releases/release-rules'
import { plural } from '@nofiller/contract/text/digits'
import { Field, TextInput } from '../../../ui/form/field.tsx'
import { RadioList } from '../../../ui/form/radio-list.tsx'
import { isTwice, showUtc, timeOf, zoneAt } from '../local-time.ts'
import { ReleaseSection } from './release-section.tsx'
import type { ReleaseFormState } from './use-release-form.ts'

type TimingProps = { form: ReleaseFormState; owners: number }

/** When it goes live: now, or at a time in the developer's own zone. */
export function ReleaseTime({ form: { draft, problems, change }, owners }: TimingProps) {
  return (
    <ReleaseSection title="When">
      <RadioList
        legend="When"
        value={draft.when}
        onChange={(when) => change({ when })}
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
        ]}
      />
    </ReleaseSection>
  )
}

function TimeHint({ at }: { at: string }) {
  const time = timeOf(at)
  if (!time) return 'In your own time zone.'
  return (
    <>
      {zoneAt(time)} ({showUtc(time)} UTC).
      {isTwice(time) &&
        ' The clocks go back that night, and this hour happens twice: the first one is meant.'}
    </>
  )
}

const NOTICES: readonly { value: OwnerNotice; label: string; hint: string }[] = [
  { value: 'silent', label: 'Silent', hint: 'In the library only' },
  { value: 'site', label: 'In the store', hint: 'A line under the bell' },
  { value: 'mail', label: 'Email too', hint: 'To those who agreed. One email a game in 24 hours.' },
]

/** How owners hear of it (VE8). */
export const TellOwners = ({ form: { draft, change }, owners }: TimingProps) => (
  <ReleaseSection title="Tell owners" hint="The moment it goes live.">
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
