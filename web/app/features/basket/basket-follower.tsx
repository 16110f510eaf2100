import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onOtherTabsChange } from './change-basket.ts'
import { useBasket } from './use-basket.ts'

/** Shows nothing: asks for the basket on every page, so that its count is right in every tab, and merges it after log-in. */
export default function BasketFollower() {
  const queries = useQueryClient()
  useBasket()
  useEffect(
    () => onOtherTabsChange(() => void queries.invalidateQueries({ queryKey: ['basket'] })),
    [queries],
  )
  return null
}
