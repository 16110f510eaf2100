import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import type { Sale } from '@nofiller/contract/sales/sales'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { GamesField } from './games-field.tsx'
import { useSalesChanged } from './use-sales.ts'

type TakePartProps = { sale: Sale; games: readonly OwnGame[]; onClose: () => void }

/** Which of a developer's games take part in a sale of the store; none means leaving it. */
export function TakePartDialog({ sale, games, onClose }: TakePartProps) {
  const changed = useSalesChanged()
  const form = useForm({
    initial: { gameIds: sale.games.map(({ _id }) => _id).join(',') },
    send: ({ gameIds }) =>
      call('POST /api/dev/sales/:id/games', {
        params: { id: sale._id },
        body: { gameIds: gameIds.split(',').filter(Boolean) },
      }),
    onSent: async (_, { gameIds }) => {
      await changed()
      toast(gameIds === '' ? 'None of your games takes part.' : 'Your games take part.')
      onClose()
    },
    failureOf: (error) => messageOf(error, 'We couldn’t save this. Please try again.'),
  })
  return (
    <FormDialog form={form} title={sale.name} button="Save" onClose={onClose}>
      <p className="text-muted">
        Chosen games cost {sale.percent}% less while the sale runs. You can leave it at any time.
      </p>
      <GamesField
        games={games}
        chosenIds={form.values.gameIds.split(',').filter(Boolean)}
        error={form.problem('gameIds')}
        onChange={(ids) => form.set({ gameIds: ids.join(',') })}
      />
    </FormDialog>
  )
}
