import type { CallName, ResponseBody } from '@nofiller/contract/calls'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type CallOptions, call } from './client.ts'

type QueryOptions<Name extends CallName> = Omit<UseQueryOptions<ResponseBody<Name>>, 'queryKey' | 'queryFn'>

/** Reads from the server. A query's key is the call's name and its input, so that `[name]` invalidates all of a name. */
export function useCall<Name extends CallName>(
  name: Name,
  { params, query, body, ...options }: CallOptions<Name> & QueryOptions<Name>,
) {
  const input: object = { params, query, body }
  return useQuery<ResponseBody<Name>>({
    ...options,
    queryKey: [name, input],
    // A generic name hides from the types that the parts make up its options.
    queryFn: ({ signal }) => call<Name>(name, { ...input, signal } as CallOptions<Name>),
  })
}
