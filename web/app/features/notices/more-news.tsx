import { NEWS_TEXTS } from '@nofiller/contract/news/news-rules'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { usePreferences, useSetPreferences } from './use-preferences.ts'

/** Asks a user who agreed to news when these told of less, once, whether they want emails about the rest. */
export function MoreNews() {
  const { data } = usePreferences()
  const { press, busy } = useSetPreferences()
  if (!data?.asksForMore) return null
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <section aria-label="More news" className="max-w-[60ch]">
        <h2 className="text-md/6 font-650">Do you want emails about more than before?</h2>
        <p className="text-sm text-muted">
          {NEWS_TEXTS.settingsHint} Most of it comes once a week, and you can change each topic.
        </p>
      </section>
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={busy} onClick={() => press({ wantsMore: true })}>
          Yes, email me
        </Button>
        <Button size="small" kind="quiet" busy={busy} onClick={() => press({ wantsMore: false })}>
          No, thanks
        </Button>
      </div>
    </Panel>
  )
}
