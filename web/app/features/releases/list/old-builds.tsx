import { OLD_BUILDS_MAX } from '@nofiller/contract/releases/release-rules'
import type { GameStorage } from '@nofiller/contract/releases/seller-game'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Select } from '../../../ui/form/field.tsx'
import { RadioList } from '../../../ui/form/radio-list.tsx'
import { StoragePanel } from './storage-panel.tsx'

const SOME = 3
type Choice = 'all' | 'some' | 'newest'

const choiceOf = (oldBuilds: number | null): Choice =>
  oldBuilds === null ? 'all' : oldBuilds === 0 ? 'newest' : 'some'

/** What buyers can have of older builds who did not download them (VE9). It is saved as it is chosen. */
export function OldBuilds({ gameId, oldBuilds: stored }: { gameId: string; oldBuilds: number | null }) {
  const client = useQueryClient()
  const [oldBuilds, setOldBuilds] = useState(stored)
  const send = (next: number | null) => {
    setOldBuilds(next)
    const body = { oldBuilds: next }
    return call('PUT /api/games/:id/old-builds', { params: { id: gameId }, body }).catch((error) => {
      setOldBuilds(stored)
      throw error
    })
  }
  const { press } = useAction(send, {
    onDone: async (_: GameStorage) => {
      await client.invalidateQueries({ queryKey: ['GET /api/dev/games/:id/storage'] })
      toast('Saved.')
    },
  })
  const choose = (choice: Choice) => press({ all: null, some: SOME, newest: 0 }[choice])
  return (
    <StoragePanel
      title="Old builds"
      line="Owners keep every build they have downloaded, and what their saves may need on the way to the newest. This is about the rest."
    >
      <RadioList
        legend="Old builds"
        value={choiceOf(oldBuilds)}
        onChange={choose}
        options={[
          { value: 'all', label: 'All of them' },
          {
            value: 'some',
            label: 'The newest and some before',
            fields: (
              <Select
                size="small"
                className="max-w-52"
                aria-label="How many before the newest"
                value={oldBuilds ?? SOME}
                onChange={(event) => press(Number(event.target.value))}
              >
                {Array.from({ length: OLD_BUILDS_MAX }, (_, at) => at + 1).map((count) => (
                  <option key={count} value={count}>
                    {count} before the newest
                  </option>
                ))}
              </Select>
            ),
          },
          { value: 'newest', label: 'The newest only' },
        ]}
      />
    </StoragePanel>
  )
}
