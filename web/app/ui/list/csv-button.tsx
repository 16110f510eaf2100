import { useState } from 'react'
import { saveFile } from '../browser/save-file.ts'
import { Button } from '../button.tsx'
import { toast } from '../feedback/toast.tsx'
import { IconDownload } from '../icons.tsx'

type CsvButtonProps = {
  load: () => Promise<Blob>
  fileName: string
  /** What to say when it did not come. */
  failure: (error: unknown) => string
}

/** Saves what a page shows, all pages of it, as CSV. */
export function CsvButton({ load, fileName, failure }: CsvButtonProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(await load(), fileName)
    } catch (error) {
      toast(failure(error), { kind: 'bad' })
    }
    setBusy(false)
  }
  return (
    <Button icon={<IconDownload />} busy={busy} onClick={() => void save()}>
      CSV
    </Button>
  )
}
