import { Button } from './button.tsx'
import { IconCopy } from './icons.tsx'
import { toast } from './toast.tsx'

/** Copies `text` and says so. `name` tells a screen reader what is copied. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast('Copied')
    } catch {
      // Browsers refuse on a page that is not secure, or when the person said no.
      toast('Could not copy. Select the text instead.', { kind: 'bad' })
    }
  }
  return (
    <Button size="small" aria-label={`Copy ${name}`} onClick={copy}>
      <IconCopy className="size-3.5" />
      Copy
    </Button>
  )
}
