import { type ChangeEvent, useId } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { IconImage, IconPlus } from '../../ui/icons.tsx'
import type { PictureChoice } from './game-draft.ts'
import { usePictureUrl } from './picture-url.ts'

type PickProps = {
  label: string
  choice: PictureChoice
  error: string | null
  onPick: (file: File | null) => void
}

/** Chooses one picture and shows it: a drop zone that becomes the picture. */
export function PicturePick({ label, hint, choice, error, onPick }: PickProps & { hint: string }) {
  const id = useId()
  const url = usePictureUrl(choice)
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-[14px]/5 font-semibold">{label}</span>
      <div className="relative aspect-[10/7] rounded-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus">
        {url === null ? (
          <label
            htmlFor={id}
            className={`grid size-full cursor-pointer place-content-center justify-items-center gap-2 rounded-2 border border-dashed bg-inset text-[14px] text-muted hover:border-text hover:text-text ${error ? 'border-bad' : 'border-edge'}`}
          >
            <IconImage className="size-[22px]" />
            Choose an image
          </label>
        ) : (
          <>
            <img src={url} alt="" className="size-full rounded-2 object-cover" />
            <div className="absolute top-2 right-2 flex gap-0.5 rounded-2 bg-bg/90 p-0.5">
              <label htmlFor={id} className={buttonClass({ kind: 'quiet', size: 'small' })}>
                Replace
              </label>
              <Button
                kind="quiet"
                size="small"
                aria-label={`Remove ${label.toLowerCase()}`}
                onClick={() => onPick(null)}
              >
                Remove
              </Button>
            </div>
          </>
        )}
        <PictureInput id={id} label={label} error={error} onPick={([file]) => file && onPick(file)} />
      </div>
      <p className="text-sm text-faint">{hint}</p>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** Chooses one picture by a small button, for those that a page can do without. */
export function SmallPicturePick({ label, choice, error, onPick }: PickProps) {
  const id = useId()
  const url = usePictureUrl(choice)
  return (
    <div className="grid gap-1.5">
      <div className="relative flex items-center gap-2 rounded-2 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus">
        {url !== null && <img src={url} alt="" className="h-8 w-12 rounded-1 object-cover" />}
        <label htmlFor={id} className={buttonClass({ size: 'small' })}>
          <IconImage className="size-3.5" />
          {label}
        </label>
        {url !== null && (
          <Button
            kind="quiet"
            size="small"
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => onPick(null)}
          >
            Remove
          </Button>
        )}
        <PictureInput id={id} label={label} error={error} onPick={([file]) => file && onPick(file)} />
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** The tile that adds screenshots. */
export function AddPictures({
  label,
  error,
  onPick,
}: {
  label: string
  error: string | null
  onPick: (files: File[]) => void
}) {
  const id = useId()
  return (
    <div className="relative aspect-video rounded-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus">
      <label
        htmlFor={id}
        className="grid size-full cursor-pointer place-items-center rounded-1 border border-dashed border-edge bg-inset text-muted hover:border-text hover:text-text"
      >
        <IconPlus />
        <span className="sr-only">{label}</span>
      </label>
      <PictureInput id={id} label={label} error={error} multiple onPick={onPick} />
    </div>
  )
}

type PictureInputProps = {
  id: string
  label: string
  error: string | null
  multiple?: boolean
  onPick: (files: File[]) => void
}

/** The file input itself: not seen, but it takes the focus, the keys and the error. */
function PictureInput({ id, label, error, multiple = false, onPick }: PictureInputProps) {
  const picked = (event: ChangeEvent<HTMLInputElement>) => {
    onPick([...(event.target.files ?? [])])
    // Choosing the same file again is to count as a choice.
    event.target.value = ''
  }
  return (
    <input
      id={id}
      type="file"
      accept="image/*"
      multiple={multiple}
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      onChange={picked}
      className="sr-only"
    />
  )
}
