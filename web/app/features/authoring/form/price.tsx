import { GAME_TEXT } from '@nofiller/contract/authoring/game-rules'
import { Button } from '../../../ui/button.tsx'
import { IconUpload } from '../../../ui/dashboard-icons.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Checkbox, Field, FieldError } from '../../../ui/form/field.tsx'
import { IconX } from '../../../ui/icons.tsx'
import { DEMO } from '../files/edited-files.ts'
import { PickFiles } from '../files/file-pick.tsx'
import { DollarInput, FileRows } from '../files/file-rows.tsx'
import { FileState } from '../files/file-state.tsx'
import { clampPrice } from './game-draft.ts'
import { usePriceWarning } from './price-warning.ts'
import { Section } from './section.tsx'
import type { GameFormState } from './use-game-form.ts'
import { Warning } from './warning.tsx'

/** The game's price; a paid game can have a free demo. */
export function PriceSection({ form }: { form: GameFormState }) {
  const { draft, problems, change } = form
  const warning = usePriceWarning(draft.price)
  const setPrice = (typed: string) => {
    const { text, problem } = clampPrice(typed)
    change({ price: text })
    if (problem) form.refuseField('price', problem)
  }
  const setFree = (isFree: boolean) =>
    change({
      isFree,
      price: isFree ? '0' : '',
      ...(isFree && {
        files: draft.files.map((row) => ({ ...row, customPriceEnabled: false, customPrice: '' })),
      }),
    })
  return (
    <Section form={form} id="price" title="Price" hint="Up to $1000.">
      <Field
        label="Price (USD)"
        hint={warning && <Warning>{warning}</Warning>}
        error={problems.price}
        className="phone:max-w-1/2"
      >
        <DollarInput
          value={draft.price}
          disabled={draft.isFree}
          onChange={(event) => setPrice(event.target.value)}
        />
      </Field>
      <Checkbox checked={draft.isFree} onChange={(event) => setFree(event.target.checked)}>
        This game is free
      </Checkbox>
      <Checkbox
        checked={draft.payWhatYouWant}
        hint={
          draft.isFree ? 'Anyone can still get the game for free.' : 'Three higher amounts are suggested.'
        }
        onChange={(event) => change({ payWhatYouWant: event.target.checked })}
      >
        {draft.isFree ? 'Let players tip you' : 'Let buyers pay more'}
      </Checkbox>
      {draft.isFree ? <Note kind="warn">{GAME_TEXT.freeWarning}</Note> : <DemoField form={form} />}
    </Section>
  )
}

function DemoField({ form }: { form: GameFormState }) {
  const { demo } = form.draft
  return (
    <div className="grid gap-1.5" data-invalid={form.problems.demoFile ? true : undefined}>
      <span className="text-ui font-semibold">Free demo</span>
      {demo === null ? (
        <div className="flex flex-wrap items-center gap-3">
          <PickFiles label="Upload demo" onPick={([file]) => file && form.setDemo(file)}>
            <IconUpload className="size-3.5" />
            Upload demo
          </PickFiles>
        </div>
      ) : (
        <div className="flex items-start justify-between gap-4 rounded-2 border border-line p-4">
          <div className="grid min-w-0 flex-1 gap-1.5">
            <FileState
              {...demo}
              onRetry={(file) => form.retryFile(DEMO, file)}
              onResume={(file) => form.resumeFile(DEMO, file)}
            />
          </div>
          <Button
            kind="quiet"
            size="small"
            square
            className="-mt-1.5 -mr-1.5 max-phone:-mt-2.5 max-phone:-mr-2.5"
            aria-label={`Remove ${demo.name}`}
            onClick={() => form.setDemo(null)}
          >
            <IconX className="size-3.5" />
          </Button>
        </div>
      )}
      <p className="text-sm text-faint">Anyone can download the demo without an account.</p>
      <FieldError id="demo-error" error={form.problems.demoFile} />
    </div>
  )
}

/** The files that buyers get. */
export const FilesSection = ({ form }: { form: GameFormState }) => (
  <Section form={form} id="files" title="Game files" hint=".apk, .rar, .zip or images. Up to 25 files.">
    <FileRows
      rows={form.draft.files}
      problems={form.problems}
      isFree={form.draft.isFree}
      onAdd={form.addFiles}
      onChange={form.changeFile}
      onRetry={form.retryFile}
      onResume={form.resumeFile}
      onReplace={form.replaceFile}
      onRemove={form.removeFile}
    />
  </Section>
)
