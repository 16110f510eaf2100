import type { ResponseBody } from '@nofiller/contract/calls'
import type { Finding } from '@nofiller/contract/checks/findings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useSellerGameChanged } from '../releases/head/use-seller-game.ts'

export type Checked = ResponseBody<'POST /api/games/:id/preflight'>
export type CheckedFinding = Checked['findings'][number]

const ASK_AGAIN_MS = 2_000

const checksOf = (gameId: string) =>
  queryOptions({
    queryKey: ['GET /api/dev/games/:id', 'checks', gameId],
    queryFn: ({ signal }) => call('POST /api/games/:id/preflight', { params: { id: gameId }, signal }),
  })

/** What the checks find in a game now; asked again while a file is still being read. */
export const useChecks = (gameId: string) =>
  useQuery({
    ...checksOf(gameId),
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? ASK_AGAIN_MS : false),
  })

/** What they find on its page; nothing until that is read. */
export function usePageFindings(gameId: string): readonly CheckedFinding[] {
  const { data } = useQuery({ ...checksOf(gameId), select: onPage })
  return data ?? []
}

const onPage = ({ findings }: Checked): CheckedFinding[] => findings.filter(({ buildId }) => buildId === null)

/** Says of a warning that it is meant so, or takes that back. */
export const meanSo = (gameId: string, { id, where, buildId }: Finding, isMeant: boolean) => {
  const named = { params: { id: gameId }, body: { id, where, buildId } }
  return isMeant
    ? call('POST /api/games/:id/preflight/acknowledgements', named)
    : call('DELETE /api/games/:id/preflight/acknowledgements', named)
}

/** The actions of a finding, after which all is checked again. */
export function useFindingActions(gameId: string) {
  const onDone = useSellerGameChanged()
  const mean = useAction(
    ({ finding, isMeant }: { finding: Finding; isMeant: boolean }) => meanSo(gameId, finding, isMeant),
    { onDone },
  )
  const answer = useAction(
    (explicit: boolean) =>
      call('PUT /api/games/:id/explicit-card', { params: { id: gameId }, body: { explicit } }),
    { onDone },
  )
  return { mean, answer }
}
