import type { ResponseBody } from '@nofiller/contract/calls'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'
import { momentIn } from './request-code.ts'

type PendingRegistration = NonNullable<ResponseBody<'GET /api/registration'>['registration']>

/** The registration that this browser started; `resendAt` is when another code may be requested, in ms. */
export type OwnRegistration = Pick<PendingRegistration, 'email' | 'username'> & { resendAt: number }

/** The registration of this browser that waits for its code, null for none; undefined until the server has replied. */
export function useRegistration(): OwnRegistration | null | undefined {
  const registration = useQuery({
    queryKey: ['GET /api/registration'],
    queryFn: async ({ signal }) => {
      const { registration } = await call('GET /api/registration', { signal })
      if (registration === null) return null
      const { email, username, resendSeconds } = registration
      return { email, username, resendAt: momentIn(resendSeconds) }
    },
    gcTime: 0, // another one may have started since
    retry: false,
    refetchOnWindowFocus: false,
  })
  return registration.isError ? null : registration.data
}
