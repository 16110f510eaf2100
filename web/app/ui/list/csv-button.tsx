import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../browser/save-file.ts'
import { Button } from '../button.tsx'
import { toast } from '../feedback/toast.tsx'
import { IconDownload } from '../icons.tsx'

type CsvButtonProps = {
  load: () => Promise<Blob>
  fileName: string
  /** The message when it fails to load. */
  failure: (error: unknown) => string
}

/** Saves a page's list, all of its pages, as CSV. */
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
