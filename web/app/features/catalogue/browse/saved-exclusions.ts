import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { mergeUser, useUser } from '../../../session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

const NONE: string[] = []

/** The tags that the signed-in account leaves out of lists; `save` is null for a visitor who is not signed in. */
export function useSavedExclusions() {
  const user = useUser()
  return { saved: user?.excludedTags ?? NONE, save: user ? saveExclusions : null }
}

async function saveExclusions(tags: string[]): Promise<void> {
  try {
    const { user } = await call('PUT /api/settings', { body: { excludedTags: tags } })
    mergeUser(user)
    toast(tags.length > 0 ? 'These tags are now excluded from every list.' : 'Saved exclusions cleared.')
  } catch (error) {
    toast(messageOf(error, 'Failed to save settings.'), { kind: 'bad' })
  }
}
