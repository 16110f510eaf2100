import type { AdminGame, ListedUser } from '@nofiller/contract/admin/admin'
import { REASON_MAX, REASON_MIN, REASON_MISSING } from '@nofiller/contract/admin/admin-rules'
import { SEARCH_MAX } from '@nofiller/contract/text/characters'
import { shortProblem } from '@nofiller/contract/text/text-length'
import { useState } from 'react'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Field, Select, Textarea, TextInput } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { GameResults } from '../../catalog/featured/game-results.tsx'
import { GameRow } from '../../catalog/featured/game-row.tsx'
import { useOrderActions } from './use-admin-order.ts'

const RESULTS_MAX = 6

type GrantDialogProps = { orderId: string; buyer: ListedUser; onClose: () => void }

/** Gives the buyer of an order a game, or one of its extras, for free. */
export function GrantDialog({ orderId, buyer, onClose }: GrantDialogProps) {
  const { grant } = useOrderActions(orderId)
  const [game, setGame] = useState<AdminGame | null>(null)
  const form = useForm({
    initial: { q: '', fileId: '', reason: '' },
    check: ({ reason }) => ({
      q: game === null ? 'Find a game and choose it.' : null,
      reason: shortProblem(reason, REASON_MIN, REASON_MISSING),
    }),
    send: ({ fileId, reason }) =>
      grant({
        accountId: buyer._id,
        gameId: game?._id ?? '',
        fileId: fileId === '' ? null : fileId,
        reason: reason.trim(),
      }),
    onSent: () => {
      toast(`${buyer.username} now owns ${game?.title}.`)
      onClose()
    },
  })
  const choose = (chosen: AdminGame | null) => {
    setGame(chosen)
    form.set({ q: '', fileId: '' })
  }
  return (
    <FormDialog form={form} title="Grant a game" onClose={onClose} button="Grant">
      {game === null ? (
        <>
          <Field
            label="Find a game"
            hint="Title, developer or tag, at least two letters."
            {...form.field('q')}
          >
            <TextInput type="search" maxLength={SEARCH_MAX} autoComplete="off" />
          </Field>
          <GameResults typed={form.values.q} filter={{ limit: RESULTS_MAX }}>
            {(found) => (
              <Button size="small" aria-label={`Choose ${found.title}`} onClick={() => choose(found)}>
                Choose
              </Button>
            )}
          </GameResults>
        </>
      ) : (
        <>
          <GameRow game={game}>
            <Button size="small" onClick={() => choose(null)}>
              Change
            </Button>
          </GameRow>
          <Field label="What" {...form.field('fileId')}>
            <GoodsSelect gameId={game._id} />
          </Field>
        </>
      )}
      <Field label="Reason" hint={`${buyer.username} reads it.`} {...form.field('reason')}>
        <Textarea required maxLength={REASON_MAX} size="small" />
      </Field>
      <p className="rounded-2 border border-line bg-inset px-4 py-3 text-ui text-muted">
        It is added to {buyer.username}’s library right away, free of charge, and they get an email. Nothing
        is booked for its developer, and no refund takes it away.
      </p>
    </FormDialog>
  )
}

/** The base of a game, or one of its extras; for a hidden game, only the base. */
function GoodsSelect({ gameId, ...bound }: { gameId: string }) {
  const game = useCall('GET /api/games/:id', { params: { id: gameId }, retry: false })
  const extras = game.data?.gameFiles.filter(({ customPriceEnabled }) => customPriceEnabled) ?? []
  return (
    <Select {...bound}>
      <option value="">Base game</option>
      {extras.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          Extra: {name}
        </option>
      ))}
    </Select>
  )
}
