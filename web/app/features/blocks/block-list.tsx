import type { Block } from '@nofiller/contract/blocks/blocks'
import { useRef } from 'react'
import { useList } from '../../api/use-list.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { IconEyeOff, IconGamepad, IconUser } from '../../ui/icons.tsx'
import { Empty } from '../../ui/list/empty.tsx'
import { List } from '../../ui/list/list.tsx'
import { Panel } from '../../ui/page.tsx'
import { showDay } from '../../ui/when.ts'
import { useBlocks } from './use-blocks.ts'

/** Everything that an account blocked, the newest first, each with the button that lifts it. */
export function BlockList() {
  const list = useList('GET /api/blocks', {})
  const heading = useRef<HTMLHeadingElement>(null)
  const { unblock } = useBlocks(() => heading.current?.focus())
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        What you blocked
      </h2>
      <List
        list={list}
        error="Failed to load your blocks"
        empty={
          <Empty title="You haven’t blocked anything." icon={<IconEyeOff />}>
            A game’s page has “Not interested” and “Block this developer” at the end of its details.
          </Empty>
        }
      >
        {(blocks) => (
          <Panel flush>
            <ul className="divide-y divide-line">
              {blocks.map((block) => (
                <Row
                  key={block.id}
                  block={block}
                  busy={unblock.busy}
                  onUnblock={() => unblock.press(block)}
                />
              ))}
            </ul>
          </Panel>
        )}
      </List>
    </>
  )
}

type RowProps = { block: Block; busy: boolean; onUnblock: () => void }

function Row({ block: { kind, name, path, blockedAt }, busy, onUnblock }: RowProps) {
  const isGame = kind === 'game'
  const shownName = name ?? (isGame ? 'A game that isn’t available' : 'A developer who isn’t available')
  return (
    <li
      data-row
      className="grid grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 phone:px-5"
    >
      {isGame ? <IconGamepad className="size-4 text-faint" /> : <IconUser className="size-4 text-faint" />}
      <span className="min-w-0">
        <b translate="no" dir="auto" className="block font-650 wrap-anywhere">
          {path ? <TextLink to={`${path}?show=once`}>{shownName}</TextLink> : shownName}
        </b>
        <span className="block text-sm text-muted">
          {isGame ? 'Game' : 'Developer'}, blocked {showDay(blockedAt)}
        </span>
      </span>
      <Button size="small" busy={busy} onClick={onUnblock}>
        {isGame ? 'Show again' : 'Unblock'}
        <span className="sr-only"> {shownName}</span>
      </Button>
    </li>
  )
}
