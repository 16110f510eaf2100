import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

type PickFilesProps = {
  /** The accessible name of the hidden input. */
  label: string
  multiple?: boolean
  onPick: (files: File[]) => void
  children: ReactNode
}

/** A button that opens the browser's file dialog for a game. */
export function PickFiles({ label, multiple = false, onPick, children }: PickFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".apk,.rar,.zip,image/*"
        multiple={multiple}
        onChange={(event) => onPick(pickedFiles(event))}
        aria-label={label}
        className="hidden"
      />
      <Button size="small" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}

/** The chosen files; choosing the same ones again then fires another change. */
export function pickedFiles({ target }: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(target.files ?? [])]
  target.value = ''
  return files
}
