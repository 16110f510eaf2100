import type { Mute } from '@nofiller/contract/mutes/mutes'
import { useRef } from 'react'
import { useList } from '../../api/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { IconUser } from '../../ui/icons.tsx'
import { List } from '../../ui/list/list.tsx'
import { Panel } from '../../ui/page.tsx'
import { showDay } from '../../ui/when.ts'
import { useRemoveMute } from './use-mutes.tsx'

/** The names under reviews that an account muted, the newest first, each with the button that unmutes it. */
export function MuteList() {
  const list = useList('GET /api/mutes', {})
  const heading = useRef<HTMLHeadingElement>(null)
  const unmute = useRemoveMute(() => heading.current?.focus())
  return (
    <section aria-labelledby="muted-names" className="grid grid-cols-1 gap-4">
      <h2 id="muted-names" ref={heading} tabIndex={-1} className="d3 outline-none">
        Muted names
      </h2>
      <p className="max-w-[70ch] text-muted">
        Reviews that are signed with these names are collapsed for you. Nobody else sees this list.
      </p>
      <List
        list={list}
        error="Failed to load your muted names"
        empty={
          <p className="text-muted">You haven’t muted a name. A review that shows one has “Mute” below it.</p>
        }
      >
        {(mutes) => (
          <Panel flush>
            <ul className="divide-y divide-line">
              {mutes.map((mute) => (
                <Row key={mute.id} mute={mute} busy={unmute.busy} onUnmute={() => unmute.press(mute.id)} />
              ))}
            </ul>
          </Panel>
        )}
      </List>
    </section>
  )
}

type RowProps = { mute: Mute; busy: boolean; onUnmute: () => void }

function Row({ mute: { name, mutedAt }, busy, onUnmute }: RowProps) {
  const shown = name === null ? 'A name that is no longer shown' : <bdi translate="no">{name}</bdi>
  return (
    <li
      data-row
      className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 phone:px-5"
    >
      <IconUser className="size-4 text-faint" />
      <span className="min-w-0">
        <b className="block font-650 wrap-anywhere">{shown}</b>
        <span className="block text-sm text-muted">Muted {showDay(mutedAt)}</span>
      </span>
      <Button size="small" busy={busy} onClick={onUnmute}>
        Unmute <span className="sr-only">{shown}</span>
      </Button>
    </li>
  )
}
