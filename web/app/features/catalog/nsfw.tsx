import type { ContentChoice } from '@nofiller/contract/catalog/content-choice'
import { useContentView } from '../../session/content-choice.ts'
import { chooseContent } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { IconEye } from '../../ui/icons.tsx'

/** The choices in the order of what they show. */
export const CONTENT_OPTIONS = [
  { value: 'sfw', label: 'Hide' },
  { value: 'blur', label: 'Blur' },
  { value: 'show', label: 'Show' },
] as const satisfies { value: ContentChoice; label: string }[]

/** Hides 18+ games, blurs their pictures or shows them, everywhere; stored. Visitors of unknown age have no such choice. */
export function NsfwSwitch() {
  const view = useContentView()
  if (view === 'none') return null
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden="true" className="text-sm font-bold text-muted">
        18+
      </span>
      <Segmented label="18+ games" options={CONTENT_OPTIONS} value={view} onChange={chooseContent} />
    </div>
  )
}

/** Over a blurred picture: shows every NSFW picture. The button then disappears, so the focus must move. */
export function ShowNsfw({ onShown }: { onShown: () => void }) {
  const press = () => {
    chooseContent('show')
    onShown()
  }
  return (
    <Button onClick={press}>
      <IconEye />
      Show 18+ pictures
    </Button>
  )
}
