import type { GameAccess } from '@nofiller/contract/catalog/visibility'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useSellerGameChanged } from '../../releases/head/use-seller-game.ts'

/** A change of a part of what a developer chose. */
export type AccessChange = {
  to: Partial<GameAccess>
  /** What is said once it is stored. */
  done: string
  /** What sets it back; nothing for what was set back itself. */
  undo?: AccessChange
}

/**
 * Who sees a game and whether it is sold, with the changes that are under way as if they were stored. Each takes effect at
 * once; they are sent one after the other, so that the last press holds.
 */
export function useAccess({ _id: id, access }: SellerGame) {
  const client = useQueryClient()
  const changed = useSellerGameChanged()
  const [underWay, setUnderWay] = useState<readonly AccessChange[]>([])
  const stored = () =>
    client.getQueryData<SellerGame>(['GET /api/dev/games/:id', { params: { id } }])?.access ?? access
  const { mutate } = useMutation({
    scope: { id: `access of ${id}` },
    onMutate: (change) => setUnderWay((before) => [...before, change]),
    onSettled: (_, __, change) => setUnderWay((before) => before.filter((other) => other !== change)),
    mutationFn: ({ to }: AccessChange) =>
      call('PUT /api/games/:id/access', { params: { id }, body: { ...stored(), ...to } }),
    onSuccess: async (_, { done, undo }) => {
      await changed()
      toast(done, undo && { action: { label: 'Undo', onPress: () => mutate(undo) } })
    },
    onError: (error, change) =>
      toast(messageOf(error), {
        kind: 'bad',
        action: { label: 'Try again', onPress: () => mutate(change) },
      }),
    networkMode: 'always', // without a connection it fails at once, instead of waiting for one
  })
  const shown: GameAccess = Object.assign({}, access, ...underWay.map(({ to }) => to))
  return {
    access: shown,
    isSaving: underWay.length > 0,
    change: mutate,
  }
}
