import { Section } from '../form/section.tsx'
import { ThemeFields } from '../form/theme-fields.tsx'
import type { GameFormState } from '../form/use-game-form.ts'
import { PicturePick, SmallPicturePick } from './picture-pick.tsx'
import { Screenshots } from './screenshots.tsx'

/** Card, cover and screenshots. */
export function ImagesSection({ form }: { form: GameFormState }) {
  const { draft, problems, setPicture } = form
  return (
    <Section form={form} id="images" title="Images" hint="Covers sell games. Keep lettering large.">
      {/* Their widths follow their aspect ratios, so both have the same height. */}
      <div className="grid gap-4 phone:grid-cols-[45fr_56fr]">
        <PicturePick
          label="Card image"
          shape="card"
          hint="Recommended 250x175"
          choice={draft.pictures.cardImage}
          offer={draft.pictures.coverImage}
          error={problems.cardImage ?? null}
          onPick={(file) => setPicture('cardImage', file)}
        />
        <PicturePick
          label="Cover image"
          shape="cover"
          hint="16:9, shown at the top of your page"
          choice={draft.pictures.coverImage}
          offer={draft.pictures.cardImage}
          error={problems.coverImage ?? null}
          onPick={(file) => setPicture('coverImage', file)}
        />
      </div>
      <Screenshots
        shots={draft.screenshots}
        error={problems.screenshots ?? null}
        onAdd={form.addScreenshots}
        onMove={form.moveScreenshot}
        onAlt={form.setAlt}
        onRemove={(id) => form.change({ screenshots: draft.screenshots.filter((shot) => shot.id !== id) })}
      />
    </Section>
  )
}

const PAGE_PICTURES = [
  { field: 'pageBgImage', label: 'Page background image', shape: 'page' },
  { field: 'buyButtonImage', label: 'Buy button image', shape: 'button' },
  { field: 'demoButtonImage', label: 'Demo button image', shape: 'button' },
] as const

/** The look of the game's page: colors and pictures. */
export function ThemeSection({ form }: { form: GameFormState }) {
  const { draft, problems, change, setPicture } = form
  return (
    <Section form={form} id="theme" title="Theme" hint="Colors of your game page.">
      <ThemeFields
        theme={draft.theme}
        problems={problems}
        hasPagePicture={draft.pictures.pageBgImage.from !== 'nowhere'}
        onChange={(theme) => change({ theme })}
      />
      <div className="flex flex-wrap gap-3">
        {PAGE_PICTURES.map(({ field, ...picture }) => (
          <SmallPicturePick
            key={field}
            {...picture}
            choice={draft.pictures[field]}
            error={problems[field] ?? null}
            onPick={(file) => setPicture(field, file)}
          />
        ))}
      </div>
    </Section>
  )
}
