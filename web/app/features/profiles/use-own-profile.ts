import type { OwnProfile, Profile } from '@nofiller/contract/profiles/profiles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { refreshUser } from '../../session/session.ts'

const OWN_PROFILE = ['GET /api/profile']

/** The signed-in user's account, profile and games. */
export const useOwnProfile = () =>
  useQuery({ queryKey: OWN_PROFILE, queryFn: ({ signal }) => call('GET /api/profile', { signal }) })

/** Saves the given fields of the user's own profile; everything that shows them is refetched. */
export function useSaveProfile(userId: string): (changes: Partial<Profile>) => Promise<void> {
  const queries = useQueryClient()
  return async (changes) => {
    const { profile } = await call('PATCH /api/profile/:id', { params: { id: userId }, body: changes })
    queries.setQueryData<OwnProfile>(OWN_PROFILE, (own) => own && { ...own, profile })
    void refreshUser()
  }
}
