import { IconX } from '../../../ui/icons.tsx'

/** A removable tag; the button's name is "Remove {label}". */
export function RemovableTag({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-7 max-w-full items-center max-phone:h-10 rounded-1 bg-text/9 pl-2 text-xs text-muted">
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="grid size-6 shrink-0 cursor-pointer place-items-center hover:text-text max-phone:size-10"
      >
        <IconX className="size-3" />
      </button>
    </span>
  )
}
