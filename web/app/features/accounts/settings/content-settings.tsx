import type { ContentChoice } from '@nofiller/contract/catalog/content-choice'
import { useContentView } from '../../../session/content-choice.ts'
import { chooseContent } from '../../../session/session.ts'
import { Radio } from '../../../ui/form/field.tsx'
import { Panel } from '../../../ui/page.tsx'
import { CONTENT_OPTIONS } from '../../catalog/nsfw.tsx'

const HINTS: Record<ContentChoice, string> = {
  sfw: 'Only SFW games are listed, and an 18+ game’s page shows no pictures.',
  blur: 'All games are listed, the pictures of 18+ games blurred.',
  show: 'All games are listed as they are.',
}

/** How NSFW games are shown, stored in this browser and in the account; applies at once. */
export function ContentSettings() {
  const choice = useContentView()
  return (
    <Panel>
      <fieldset className="grid justify-items-start gap-4">
        <legend className="mb-4 text-md/5 font-650">18+ games</legend>
        {CONTENT_OPTIONS.map(({ value, label }) => (
          <Radio
            key={value}
            name="content"
            checked={choice === value}
            onChange={() => chooseContent(value)}
            hint={HINTS[value]}
          >
            {label}
          </Radio>
        ))}
      </fieldset>
    </Panel>
  )
}
