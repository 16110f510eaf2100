import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { useState } from 'react'
import { useList } from '../../api/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { List } from '../../ui/list/list.tsx'
import { Panel } from '../../ui/page.tsx'
import { CodeTable } from './code-table.tsx'
import { NewCodeDialog } from './new-code-dialog.tsx'

/** A developer's discount codes, with a button for a new one. */
export function Codes({ games }: { games: readonly OwnGame[] }) {
  const [isMaking, setMaking] = useState(false)
  return (
    <section aria-labelledby="codes" className="grid grid-cols-1 gap-4">
      <Panel flush>
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 phone:px-6">
          <h2 id="codes" className="d4">
            Codes
          </h2>
          <Button size="small" onClick={() => setMaking(true)}>
            <IconPlus />
            New code
          </Button>
        </div>
        <List
          list={useList('GET /api/dev/discount-codes', {})}
          error="Failed to load codes"
          skeleton={<Skeleton className="h-24" />}
          empty={
            <p className="border-t border-line p-4 text-muted phone:px-6">
              No codes yet. Give a discount, or a free copy, to anyone with the code.
            </p>
          }
        >
          {(codes) => <CodeTable codes={codes} />}
        </List>
      </Panel>
      <p className="text-sm text-muted">
        Codes and sales don’t stack: the buyer gets whichever is better, and the receipt says which. You see
        how often a code was used, not by whom. You can share a link to a game that brings the code along: add{' '}
        <span translate="no" className="mono">
          ?code=
        </span>{' '}
        and the code to the game’s address.
      </p>
      {isMaking && <NewCodeDialog games={games} onClose={() => setMaking(false)} />}
    </section>
  )
}
