import { NEWS_TEXTS } from '@nofiller/contract/news/news-rules'
import {
  MAIL_CHOICES,
  type MailChoice,
  NOTICE_TOPICS,
  type NoticeTopic,
  TOPICS,
} from '@nofiller/contract/notices/notice-rules'
import type { TopicPreference } from '@nofiller/contract/notices/notices'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { mergeUser, useUser } from '../../session/session.ts'
import { CheckBox, Select } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { MailingGames } from './mailing-games.tsx'

const CALL = 'GET /api/notices/preferences'
const MAIL_LABELS: Record<MailChoice, string> = { each: 'Each', never: 'Never' }
const SWITCH = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const

/** How the user is told about what. Each change is saved at once. */
export function NoticePreferences() {
  const user = useUser()
  const preferences = useCall(CALL, {})
  const { set, isSaved } = useSetPreference()
  const news = useAction(
    (notifyUpdates: boolean) =>
      call('PUT /api/settings', { body: { notifyUpdates, page: '/notices/preferences' } }),
    { onDone: ({ user: changed }) => mergeUser(changed), failureOf: () => 'Failed to save settings.' },
  )
  if (user === null) return null
  return (
    <>
      <Panel className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="max-w-[60ch]">
          <h2 className="text-md/6 font-650">Send me news by email</h2>
          <p className="text-sm text-muted">
            {NEWS_TEXTS.settingsHint} Receipts and security emails come either way.
          </p>
        </div>
        <Segmented
          label="Send me news by email"
          options={SWITCH}
          value={user.notifyUpdates ? 'on' : 'off'}
          onChange={(value) => news.press(value === 'on')}
        />
      </Panel>
      <QueryView query={preferences} error="Failed to load your preferences">
        {({ topics }) => (
          <Panel flush>
            <table aria-label="Topics" className="w-full border-collapse text-ui">
              <thead>
                <tr className="text-xs text-faint">
                  <th scope="col" className={`${CELL} text-left font-semibold`}>
                    Topic
                  </th>
                  <th scope="col" className={`${CELL} text-left font-semibold`}>
                    Email
                  </th>
                  <th scope="col" className={`${CELL} text-right font-semibold`}>
                    On the site
                  </th>
                </tr>
              </thead>
              <tbody>
                {TOPICS.filter((topic) => user.role !== 'player' || topic !== 'builds-leave').map((topic) => (
                  <TopicRow
                    key={topic}
                    topic={topic}
                    preference={topics.find((one) => one.topic === topic)}
                    onChange={set}
                  />
                ))}
              </tbody>
            </table>
          </Panel>
        )}
      </QueryView>
      <p role="status" className="min-h-5 text-right text-sm text-go">
        {isSaved && 'Saved'}
      </p>
      <MailingGames />
    </>
  )
}

const CELL = 'border-t border-line px-3 py-3 first:pl-4 last:pr-4 phone:first:pl-5 phone:last:pr-5'

function useSetPreference() {
  const queries = useQueryClient()
  const saving = useAction(
    (preference: TopicPreference) => call('PUT /api/notices/preferences', { body: { topics: [preference] } }),
    {
      onDone: (saved) => queries.setQueriesData({ queryKey: [CALL] }, saved),
      failureOf: () => 'Failed to save settings.',
    },
  )
  return { set: saving.press, isSaved: saving.isDone }
}

type TopicRowProps = {
  topic: NoticeTopic
  /** Of a topic that can be switched. */
  preference: TopicPreference | undefined
  onChange: (preference: TopicPreference) => void
}

function TopicRow({ topic, preference, onChange }: TopicRowProps) {
  const { group, label, hint } = NOTICE_TOPICS[topic]
  const name = `${group}: ${label}`
  return (
    <tr>
      <th scope="row" className={`${CELL} text-left font-normal`}>
        <span className="block text-xs text-faint">{group}</span>
        <span className="block font-650">{label}</span>
        <span className="block text-sm text-muted">{hint}</span>
      </th>
      <td className={`${CELL} w-32`}>
        {preference ? (
          <Select
            size="small"
            aria-label={`Email, ${name}`}
            value={preference.mail}
            onChange={({ target }) =>
              onChange({ ...preference, mail: target.value === 'each' ? 'each' : 'never' })
            }
          >
            {MAIL_CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {MAIL_LABELS[choice]}
              </option>
            ))}
          </Select>
        ) : (
          <span className="text-muted">Never</span>
        )}
      </td>
      <td className={`${CELL} text-right`}>
        {preference ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: the box is the control
          <label className="inline-grid size-10 cursor-pointer place-items-center">
            <span className="sr-only">On the site, {name}</span>
            <CheckBox
              checked={preference.site}
              onChange={({ target }) => onChange({ ...preference, site: target.checked })}
            />
          </label>
        ) : (
          <span className="text-muted">Always</span>
        )}
      </td>
    </tr>
  )
}
