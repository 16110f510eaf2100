import { useId } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/form/field.tsx'
import { FirstFrameNote } from '../../../ui/form/first-frame-note.tsx'
import { IconImage, IconPlus } from '../../../ui/icons.tsx'
import { useFileDrop } from '../files/drop.ts'
import { pickedFiles } from '../files/file-pick.tsx'
import { chosenFile, type PictureChoice } from '../form/game-draft.ts'
import { usePictureUrl } from './picture-url.ts'

type PickProps = {
  label: string
  choice: PictureChoice
  error: string | null
  onPick: (file: File | null) => void
}

const FOCUS =
  'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus'

/** The aspect ratios of the two large pictures: a card of 250x175 and a cover of 16:9. */
const SHAPES = { card: 'aspect-[10/7]', cover: 'aspect-video' }

type PicturePickProps = PickProps & {
  hint: string
  shape: keyof typeof SHAPES
  /** A picture that was chosen elsewhere in the form, and could stand here as well. */
  offer: PictureChoice
}

/** Chooses one picture and shows it like pages will: a drop zone that becomes the picture. */
export function PicturePick({ label, hint, shape, offer, choice, error, onPick }: PicturePickProps) {
  const id = useId()
  const url = usePictureUrl(choice)
  const offered = chosenFile(offer)
  const drop = useFileDrop(([file]) => file && onPick(file))
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-ui font-semibold">{label}</span>
      <div
        {...drop.target}
        className={`relative ${SHAPES[shape]} rounded-2 ${FOCUS} ${drop.isOver ? 'outline-2 outline-offset-2 outline-focus' : ''}`}
      >
        {url === null ? (
          <label
            htmlFor={id}
            className={`grid size-full cursor-pointer place-content-center justify-items-center gap-2 rounded-2 border border-dashed bg-inset text-ui/6 text-muted hover:border-text hover:text-text ${error ? 'border-bad' : 'border-edge'}`}
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
              <RemovePicture label={label} onPick={onPick} />
            </div>
          </>
        )}
        <PictureInput id={id} label={label} error={error} onPick={([file]) => file && onPick(file)} />
      </div>
      {url === null && offered && (
        <OfferedPicture offer={offer} shape={shape} onTake={() => onPick(offered)} />
      )}
      <p className="text-sm text-faint">{hint}</p>
      <FirstFrameNote file={chosenFile(choice)} />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

type OfferedPictureProps = { offer: PictureChoice; shape: keyof typeof SHAPES; onTake: () => void }

/** Offers a picture that was chosen elsewhere, cut as it would be shown here. */
function OfferedPicture({ offer, shape, onTake }: OfferedPictureProps) {
  const url = usePictureUrl(offer)
  return (
    <div className="flex items-center gap-3">
      {url && <img src={url} alt="" className={`${SHAPES[shape]} w-20 rounded-1 object-cover`} />}
      <Button size="small" onClick={onTake}>
        Use the {shape === 'cover' ? 'card' : 'cover'} image, cut like this
      </Button>
    </div>
  )
}

/** The page's background fills a window; a button keeps the picture's own ratio, at most 96 px high. */
const SMALL_SHAPES = {
  page: 'aspect-video w-full object-cover',
  button: 'max-h-24 max-w-full object-contain',
}

type SmallPicturePickProps = PickProps & { shape: keyof typeof SMALL_SHAPES }

/** Chooses an optional picture by a small button. */
export function SmallPicturePick({ label, shape, choice, error, onPick }: SmallPicturePickProps) {
  const id = useId()
  const url = usePictureUrl(choice)
  const drop = useFileDrop(([file]) => file && onPick(file))
  return (
    <div
      className={`grid content-start justify-items-start gap-2 ${url === null ? '' : 'w-full grid-cols-1 phone:w-72'}`}
    >
      {url !== null && <img src={url} alt="" className={`rounded-2 ${SMALL_SHAPES[shape]}`} />}
      <div
        {...drop.target}
        className={`relative flex items-center gap-2 rounded-2 ${FOCUS} ${drop.isOver ? 'outline-2 outline-offset-2 outline-focus' : ''}`}
      >
        <label htmlFor={id} className={buttonClass({ size: 'small' })}>
          <IconImage className="size-3.5" />
          {label}
        </label>
        {url !== null && <RemovePicture label={label} onPick={onPick} />}
        <PictureInput id={id} label={label} error={error} onPick={([file]) => file && onPick(file)} />
      </div>
      <FirstFrameNote file={chosenFile(choice)} />
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

const RemovePicture = ({ label, onPick }: Pick<PickProps, 'label' | 'onPick'>) => (
  <Button kind="quiet" size="small" aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onPick(null)}>
    Remove
  </Button>
)

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
  const drop = useFileDrop(onPick)
  return (
    <div
      {...drop.target}
      className={`relative aspect-video rounded-1 ${FOCUS} ${drop.isOver ? 'outline-2 outline-offset-2 outline-focus' : ''}`}
    >
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

/** The file input itself: hidden, but it gets the focus, the keys and the error. */
const PictureInput = ({ id, label, error, multiple = false, onPick }: PictureInputProps) => (
  <input
    id={id}
    type="file"
    accept="image/*"
    multiple={multiple}
    aria-label={label}
    aria-invalid={error ? true : undefined}
    aria-describedby={error ? `${id}-error` : undefined}
    onChange={(event) => onPick(pickedFiles(event))}
    className="sr-only"
  />
)
