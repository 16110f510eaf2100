import { NEWS_TEXTS } from '@nofiller/contract/news/news-rules'
import {
  DIGEST_MAX,
  MAIL_CHOICES,
  type MailChoice,
  NOTICE_TOPICS,
  type NoticeTopic,
  SELLING,
  TOPICS,
} from '@nofiller/contract/notices/notice-rules'
import type { DigestTime, TopicPreference } from '@nofiller/contract/notices/notices'
import type { ReactNode } from 'react'
import { useUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox, Select } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { MailingGames } from './mailing-games.tsx'
import { MoreNews } from './more-news.tsx'
import { useNews, usePreferences, useSetPreferences } from './use-preferences.ts'

const SWITCH = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const

/** How the user is told about what. Each change is saved at once. */
export function NoticePreferences() {
  const user = useUser()
  const preferences = usePreferences()
  const saving = useSetPreferences()
  const news = useNews()
  if (user === null) return null
  return (
    <>
      <MoreNews />
      <QueryView query={preferences} error="Failed to load your preferences">
        {({ topics, digest }) => (
          <>
            <Panel flush className="divide-y divide-line">
              <Row
                title="Send me news by email"
                hint={`${NEWS_TEXTS.settingsHint} Receipts and security emails come either way.`}
              >
                <Segmented
                  label="Send me news by email"
                  options={SWITCH}
                  value={user.notifyUpdates ? 'on' : 'off'}
                  onChange={(value) => news.press(value === 'on')}
                />
              </Row>
              <Row
                title="Weekly email"
                hint={
                  <>
                    At most {DIGEST_MAX} items, within your limits. No news, no email. Times are in{' '}
                    <span translate="no">{digest.zone.replaceAll('_', ' ')}</span>.
                  </>
                }
              >
                <DigestFields time={digest} onChange={(time) => saving.press({ digest: time })} />
              </Row>
            </Panel>
            <Topics
              topics={TOPICS.filter(
                (topic) => user.role !== 'player' || NOTICE_TOPICS[topic].group !== SELLING,
              )}
              chosen={topics}
              isEmailed={user.notifyUpdates}
              onChange={(one) => saving.press({ topics: [one] })}
            />
          </>
        )}
      </QueryView>
      <MailingGames />
      <div className="flex min-h-10 items-center justify-between gap-4">
        {user.notifyUpdates ? (
          <Button kind="danger" size="small" busy={news.busy} onClick={() => news.press(false)}>
            Stop all news
          </Button>
        ) : (
          <p className="text-sm text-muted">No news come by email.</p>
        )}
        <p role="status" className="text-sm text-go">
          {(saving.isDone || news.isDone) && 'Saved'}
        </p>
      </div>
    </>
  )
}

const Row = ({ title, hint, children }: { title: string; hint: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 phone:px-5">
    <div className="max-w-[60ch]">
      <h2 className="text-ui font-650">{title}</h2>
      <p className="text-sm text-muted">{hint}</p>
    </div>
    {children}
  </div>
)

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** A choice is in the time zone of the browser in which it is made. */
function DigestFields({ time, onChange }: { time: DigestTime; onChange: (time: DigestTime) => void }) {
  const choose = (chosen: { day: number } | { hour: number }) =>
    onChange({ ...time, ...chosen, zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
  return (
    <div className="flex gap-2">
      <Select
        size="small"
        aria-label="Day of the weekly email"
        value={time.day}
        onChange={({ target }) => choose({ day: Number(target.value) })}
      >
        {DAYS.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        size="small"
        aria-label="Hour of the weekly email"
        value={time.hour}
        onChange={({ target }) => choose({ hour: Number(target.value) })}
      >
        {HOURS.map((name, hour) => (
          <option key={name} value={hour}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

type TopicsProps = {
  topics: readonly NoticeTopic[]
  chosen: readonly TopicPreference[]
  /** Whether the user agreed to news by email. */
  isEmailed: boolean
  onChange: (preference: TopicPreference) => void
}

const COLUMNS = 'phone:grid-cols-[minmax(0,1fr)_9rem_5rem]'

function Topics({ topics, chosen, isEmailed, onChange }: TopicsProps) {
  const groups = Map.groupBy(topics, (topic) => NOTICE_TOPICS[topic].group)
  return (
    <Panel flush>
      <div
        aria-hidden="true"
        className={`grid gap-4 px-5 py-2.5 text-xs font-semibold text-faint max-phone:hidden ${COLUMNS}`}
      >
        <span>Topic</span>
        <span>Email</span>
        <span className="text-right">On the site</span>
      </div>
      {[...groups].map(([group, those]) => (
        <section key={group} aria-label={group} className="border-line phone:border-t not-first:border-t">
          <h3 className="border-b border-line px-4 pt-4 pb-2 text-sm font-650 phone:px-5">{group}</h3>
          <ul className="divide-y divide-line">
            {those.map((topic) => (
              <TopicRow
                key={topic}
                topic={topic}
                preference={chosen.find((one) => one.topic === topic)}
                isEmailed={isEmailed}
                onChange={onChange}
              />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  )
}

const MAIL_LABELS: Record<MailChoice, string> = { each: 'Each', weekly: 'Weekly', never: 'Never' }

type TopicRowProps = {
  topic: NoticeTopic
  /** Of a topic that can be switched. */
  preference: TopicPreference | undefined
  isEmailed: boolean
  onChange: (preference: TopicPreference) => void
}

function TopicRow({ topic, preference, isEmailed, onChange }: TopicRowProps) {
  const { group, label, hint } = NOTICE_TOPICS[topic]
  const name = `${group}: ${label}`
  return (
    <li
      className={`grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 px-4 py-3 text-ui phone:px-5 ${COLUMNS}`}
    >
      <div className="max-phone:col-span-full">
        <h4 className="font-650">{label}</h4>
        <p className="text-sm text-muted">{hint}</p>
      </div>
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className="text-sm text-faint phone:hidden">
          Email
        </span>
        {preference ? (
          <Select
            size="small"
            className="max-phone:w-36"
            aria-label={`Email, ${name}`}
            value={preference.mail}
            disabled={!isEmailed}
            onChange={({ target }) =>
              onChange({
                ...preference,
                mail: MAIL_CHOICES.find((choice) => choice === target.value) ?? 'never',
              })
            }
          >
            {MAIL_CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {MAIL_LABELS[choice]}
              </option>
            ))}
          </Select>
        ) : (
          <span className="text-muted">{MAIL_LABELS.never}</span>
        )}
      </div>
      <div className="flex items-center justify-end gap-2">
        <span aria-hidden="true" className="text-sm text-faint phone:hidden">
          On the site
        </span>
        {preference ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: the box is the control
          <label className="-my-2.5 -mr-2.5 inline-grid size-10 cursor-pointer place-items-center">
            <span className="sr-only">On the site, {name}</span>
            <CheckBox
              checked={preference.site}
              onChange={({ target }) => onChange({ ...preference, site: target.checked })}
            />
          </label>
        ) : (
          <span className="text-muted">Always</span>
        )}
      </div>
    </li>
  )
}
