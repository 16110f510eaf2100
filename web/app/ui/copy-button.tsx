import { Button } from './button.tsx'
import { toast } from './feedback/toast.tsx'
import { IconCopy } from './icons.tsx'

/** Copies a text, and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('Copied')
  } catch {
    // Browsers refuse on an insecure page, or without permission.
    toast('We couldn’t copy this. Select the text instead.', { kind: 'bad' })
  }
}

/** Copies `text` and says so. `name` tells a screen reader what is copied. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  return (
    <Button size="small" aria-label={`Copy ${name}`} onClick={() => copyText(text)}>
      <IconCopy className="size-3.5" />
      Copy
    </Button>
  )
}
