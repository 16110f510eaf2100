import type { Sent } from '@nofiller/contract/calls'
import { NOTICE_MAILS, NOTICE_TOPICS, type NoticeTopic } from '@nofiller/contract/notices/notice-rules'
import type { MailingGame } from '@nofiller/contract/notices/notices'
import { plural } from '@nofiller/contract/text/digits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/form/field.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { GamePicture } from '../catalog/game-picture.tsx'
import { useRefreshLibrary } from '../library/library-entry.ts'

const CALL = 'GET /api/notices/games'

/** The games that emailed the user lately, of which they mute some, and those that they muted. */
export function MailingGames() {
  const games = useCall(CALL, {})
  return (
    <QueryView query={games} error="Failed to load the games that email you">
      {(listed) => (listed.length === 0 ? null : <Games games={listed} />)}
    </QueryView>
  )
}

function Games({ games }: { games: readonly MailingGame[] }) {
  const [chosen, setChosen] = useState<string[]>([])
  const mute = useMute(() => setChosen([]))
  const mailing = games.filter(({ mails }) => mails > 0).length
  const toggle = (gameId: string) =>
    setChosen(chosen.includes(gameId) ? chosen.filter((id) => id !== gameId) : [...chosen, gameId])
  return (
    <Panel flush>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 phone:px-5">
        <div>
          <h2 tabIndex={-1} className="text-md/6 font-650 outline-none">
            Games that email you
          </h2>
          <p className="text-sm text-muted">
            {plural(mailing, 'game')} in the last {NOTICE_MAILS.inDays} days. You hear nothing of a muted
            game, here or by email.
          </p>
        </div>
        {chosen.length > 0 && (
          <Button
            size="small"
            busy={mute.busy}
            onClick={() => mute.press({ gameIds: chosen, isMuted: true })}
          >
            Stop emails from {chosen.length}
          </Button>
        )}
      </div>
      <ul className="text-ui">
        {games.map(({ gameId, title, picture, mails, topics, isMuted }) => (
          <li key={gameId} className="flex items-center gap-3.5 border-t border-line px-4 py-2.5 phone:px-5">
            {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is the control */}
            <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3.5 has-disabled:cursor-default">
              <CheckBox
                checked={isMuted || chosen.includes(gameId)}
                disabled={isMuted}
                onChange={() => toggle(gameId)}
              />
              <GamePicture
                game={{ title, cardPicture: picture }}
                className="h-10 w-15 flex-none rounded-1"
                sizes="60px"
              />
              <span className="min-w-0">
                <span translate="no" className="block wrap-anywhere font-650">
                  {title}
                </span>
                <span className="block text-sm text-muted">
                  {[
                    ...(mails > 0 ? [plural(mails, 'email'), groupsOf(topics)] : []),
                    ...(isMuted ? ['muted'] : []),
                  ].join(' · ')}
                </span>
              </span>
            </label>
            {isMuted && (
              <Button
                size="small"
                aria-label={`Unmute ${title}`}
                busy={mute.busy}
                onClick={() => mute.press({ gameIds: [gameId], isMuted: false })}
              >
                Unmute
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** `games you own, wishlist` */
const groupsOf = (topics: readonly NoticeTopic[]): string =>
  [...new Set(topics.map((topic) => NOTICE_TOPICS[topic].group.toLowerCase()))].join(', ')

function useMute(onDone: () => void) {
  const queries = useQueryClient()
  const refreshLibrary = useRefreshLibrary()
  return useAction(
    (body: Sent<'PUT /api/notices/games', 'body'>) => call('PUT /api/notices/games', { body }),
    {
      onDone: () => {
        onDone()
        void queries.invalidateQueries({ queryKey: [CALL] })
        void refreshLibrary()
      },
      failureOf: () => 'Failed to save settings.',
    },
  )
}
