import { PICTURE_BYTES_MAX } from '@nofiller/contract/authoring/game-rules'
import { REPORT_PICTURES_MAX, REPORT_TEXT } from '@nofiller/contract/reports/report-rules'
import { showSize } from '@nofiller/contract/text/size'
import { useId, useRef } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { FirstFrameNote } from '../../ui/form/first-frame-note.tsx'
import { IconImage } from '../../ui/icons.tsx'

type ReportPicturesProps = {
  pictures: readonly File[]
  error: string | null
  onPictures: (pictures: File[]) => void
}

/** Why these pictures cannot be sent, shown as soon as they are chosen. */
export const picturesProblem = (pictures: readonly File[]): string | null => {
  if (pictures.length > REPORT_PICTURES_MAX) return REPORT_TEXT.picturesMax
  return pictures.some(isTooLarge) ? REPORT_TEXT.pictureSize : null
}

const isTooLarge = ({ size }: File): boolean => size > PICTURE_BYTES_MAX

/** Chooses pictures for a report, and lists them. */
export function ReportPictures({ pictures, error, onPictures }: ReportPicturesProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const remove = (index: number) => {
    onPictures(pictures.filter((_other, at) => at !== index))
    input.current?.focus() // the clicked button is gone
  }
  return (
    <div className="grid justify-items-start gap-1.5">
      <p aria-hidden="true" className="text-ui font-semibold">
        Pictures
      </p>
      <label
        className={buttonClass({
          size: 'small',
          className:
            'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
        })}
      >
        <IconImage className="size-3.5" />
        Add pictures
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif"
          multiple
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={({ target }) => {
            onPictures([...pictures, ...(target.files ?? [])])
            target.value = '' // choosing the same again then counts as a choice
          }}
          className="sr-only"
        />
      </label>
      <p id={`${id}-hint`} className="text-sm text-faint">
        Optional: up to {REPORT_PICTURES_MAX}, 10 MB each. Only the people who decide can see them.
      </p>
      {pictures.length > 0 && (
        <ul aria-label="Your pictures" className="grid w-full grid-cols-1">
          {pictures.map((picture, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
              key={index}
              className="flex items-center gap-x-3"
            >
              <span className="mr-auto grid min-w-0 py-1">
                <span className="truncate text-ui" title={picture.name}>
                  {picture.name}
                </span>
                <FirstFrameNote file={picture} />
              </span>
              {isTooLarge(picture) && (
                <span className="text-sm font-550 text-bad">{showSize(picture.size)}</span>
              )}
              <Button
                kind="quiet"
                size="small"
                className="-mr-3"
                aria-label={`Remove ${picture.name}`}
                onClick={() => remove(index)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
