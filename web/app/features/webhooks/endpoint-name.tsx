import type { Endpoint } from '@nofiller/contract/webhooks/webhooks'
import { nameOf } from './endpoint-words.ts'

/** An endpoint's name, or its address: whole in any direction of writing, and never translated. */
export const EndpointName = ({ endpoint }: { endpoint: Pick<Endpoint, 'name' | 'url'> }) => (
  <bdi translate="no" className="wrap-anywhere">
    {nameOf(endpoint)}
  </bdi>
)
