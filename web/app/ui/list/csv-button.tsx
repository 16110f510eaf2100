import { useMutation } from '@tanstack/react-query'
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
  const save = useMutation({
    mutationFn: load,
    onSuccess: (file) => saveFile(file, fileName),
    onError: (error) => toast(failure(error), { kind: 'bad' }),
    networkMode: 'always',
  })
  return (
    <Button icon={<IconDownload />} busy={save.isPending} onClick={() => save.mutate()}>
      CSV
    </Button>
  )
}
