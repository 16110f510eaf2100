import type { Block } from '@nofiller/contract/blocks/blocks'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { changeAnswers } from '../../session/content-choice.ts'
import { toast } from '../../ui/feedback/toast.tsx'

export type Blockable = Pick<Block, 'kind' | 'id'> & { name: string }

/**
 * Blocks a developer or a game, which can be taken back at once, and lifts blocks. What is on the screen follows.
 * @param onLifted called once a block is lifted
 */
export function useBlocks(onLifted?: () => void) {
  const lift = async ({ kind, id }: Pick<Block, 'kind' | 'id'>) => {
    await call('DELETE /api/blocks/:kind/:id', { params: { kind, id } })
    await changeAnswers()
    onLifted?.()
  }
  const unblock = useAction(lift)
  const block = useAction(async ({ kind, id, name }: Blockable) => {
    await call('PUT /api/blocks/:kind/:id', { params: { kind, id } })
    await changeAnswers()
    toast(kind === 'game' ? `${name} is hidden from now on.` : `${name} is blocked.`, {
      action: { label: 'Undo', onPress: () => unblock.press({ kind, id }) },
    })
  })
  return { block, unblock }
}
