import type { KeyboardEvent, ReactNode } from 'react'

type TabListProps<Value extends string> = {
  /** Links the tabs to their panels; the same for both. */
  id: string
  label: string
  tabs: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Tabs in a row; arrow keys, Home and End move and choose. The row scrolls when it does not fit. */
export function TabList<Value extends string>({ id, label, tabs, value, onChange }: TabListProps<Value>) {
  const pressed = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[placeAfter(event.key, at, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(tabId(id, next.value))?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={label}
      onKeyDown={pressed}
      className="flex overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(id, tab.value)}
          aria-controls={panelId(id, tab.value)}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className="min-h-12 cursor-pointer px-3.5 font-550 whitespace-nowrap text-muted max-phone:px-2.5 max-phone:text-ui/6 -outline-offset-2! hover:text-text aria-selected:text-text aria-selected:inset-shadow-[0_-2px_var(--accent)]"
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

type TabPanelProps = { id: string; tab: string; isShown: boolean; children: ReactNode }

/** The panel of a tab. It stays mounted while another is shown, with all entered data. */
export const TabPanel = ({ id, tab, isShown, children }: TabPanelProps) => (
  <div role="tabpanel" id={panelId(id, tab)} aria-labelledby={tabId(id, tab)} hidden={!isShown}>
    {children}
  </div>
)

const tabId = (id: string, tab: string) => `${id}-${tab}-tab`
const panelId = (id: string, tab: string) => `${id}-${tab}`

function placeAfter(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
