import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { mergeUser } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

/** Saves the excluded tags in the account, for every later visit. */
export default function SaveExclusions({ tags }: { tags: readonly string[] }) {
  return (
    <Button size="small" className="mt-2 justify-self-start" onClick={() => void save([...tags])}>
      {tags.length > 0 ? 'Always exclude these tags' : 'Clear saved exclusions'}
    </Button>
  )
}

async function save(tags: string[]): Promise<void> {
  try {
    const { user } = await call('PUT /api/settings', { body: { excludedTags: tags } })
    mergeUser(user)
    toast(tags.length > 0 ? 'These tags are now excluded from every list.' : 'Saved exclusions cleared.')
  } catch (error) {
    toast(messageOf(error, 'Failed to save settings.'), { kind: 'bad' })
  }
}
