import { REPORT_PICTURES_MAX } from '@nofiller/contract/moderation/report-rules'
import { useId } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { IconImage } from '../../ui/icons.tsx'

type ReportPicturesProps = {
  pictures: readonly File[]
  error: string | null
  onPictures: (pictures: File[]) => void
}

/** Chooses pictures for a report, and names those that were chosen. */
export function ReportPictures({ pictures, error, onPictures }: ReportPicturesProps) {
  const id = useId()
  return (
    <div className="grid justify-items-start gap-1.5">
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
        Up to {REPORT_PICTURES_MAX}, if they help. Only those who decide see them.
      </p>
      {pictures.length > 0 && (
        <ul aria-label="Your pictures" className="grid w-full grid-cols-1">
          {pictures.map((picture, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
            <li key={index} className="flex items-center justify-between gap-3">
              <span className="truncate text-ui">{picture.name}</span>
              <Button
                kind="quiet"
                size="small"
                aria-label={`Remove ${picture.name}`}
                onClick={() => onPictures(pictures.filter((_other, at) => at !== index))}
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
