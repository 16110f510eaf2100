import { scriptOf } from '../ui/browser/inline-script.tsx'
import { preference } from '../ui/browser/preference.ts'
import { Segmented } from '../ui/form/segmented.tsx'
import { IconMoon, IconSun } from '../ui/icons.tsx'

type Theme = 'dark' | 'light'

const chosen = preference('theme')

/** Runs in the head of every page, before anything is painted. */
export const THEME_SCRIPT = import.meta.env.SSR ? scriptOf(setTheme) : ''

/** Dark unless the visitor chose light. */
function setTheme() {
  const { dataset } = document.documentElement
  try {
    dataset.theme = localStorage.theme === 'light' ? 'light' : 'dark'
  } catch {
    dataset.theme = 'dark' // no storage is allowed
  }
}

const OPTIONS = [
  { value: 'dark', label: 'Dark', icon: <IconMoon /> },
  { value: 'light', label: 'Light', icon: <IconSun /> },
] as const

export function ThemeSwitch() {
  const theme: Theme = chosen.use() === 'light' ? 'light' : 'dark'
  const choose = (next: Theme) => {
    chosen.write(next)
    document.documentElement.dataset.theme = next
  }
  return <Segmented label="Theme" options={OPTIONS} value={theme} onChange={choose} />
}
