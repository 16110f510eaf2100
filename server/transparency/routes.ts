import type { Serve } from '../platform/http/serve.ts'
import type { Store } from '../store.ts'
import { transparencyCsv } from './transparency.ts'

export function transparencyRoutes(serve: Serve, store: Store): void {
  serve.csv('GET /api/transparency.csv', 'transparency.csv', () => transparencyCsv(store))
}
