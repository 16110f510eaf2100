import { useCall } from '../../../api/use-call.ts'
import { Empty } from '../../../ui/list/empty.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { SealedEvidence } from './sealed-evidence.tsx'

/** Games that were sealed as illegal: those that can be destroyed or must be reported first. */
export function SealedList() {
  const sealed = useCall('GET /api/admin/sealed', { refetchOnWindowFocus: 'always' })
  return (
    <QueryView query={sealed} error="Failed to load sealed games">
      {(games) =>
        games.length === 0 ? (
          <Empty title="No game is sealed." />
        ) : (
          <ul className="grid grid-cols-1 gap-4 desktop:grid-cols-2">
            {games.map((game) => (
              <li key={game.gameId} className="min-w-0">
                <SealedEvidence game={game} title={game.title} withCases />
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
