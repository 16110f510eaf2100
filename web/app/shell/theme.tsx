import { scriptOf } from '../ui/browser/inline-script.tsx'
import { useMedia } from '../ui/browser/media.ts'
import { preference } from '../ui/browser/preference.ts'
import { Segmented } from '../ui/form/segmented.tsx'
import { IconMoon, IconSun } from '../ui/icons.tsx'

type Theme = 'dark' | 'light'

const chosen = preference('theme')

/** Runs in the head of every page, before anything is painted. */
export const THEME_SCRIPT = import.meta.env.SSR ? scriptOf(setTheme) : ''

/** The visitor's choice, and until then the system's theme. */
function setTheme() {
  const light = matchMedia('(prefers-color-scheme: light)')
  const set = () => {
    let theme: unknown
    try {
      theme = localStorage.theme
    } catch {
      // Storage is forbidden.
    }
    const isLight = theme === 'light' || (theme !== 'dark' && light.matches)
    document.documentElement.dataset.theme = isLight ? 'light' : 'dark'
  }
  set()
  light.addEventListener('change', set)
}

/** The attributes set by that script. React rerenders the page if a translator or an extension has changed them. */
export const themeShown = (): string | undefined =>
  import.meta.env.SSR ? 'dark' : document.documentElement.dataset.theme

const OPTIONS = [
  { value: 'dark', label: 'Dark', icon: <IconMoon /> },
  { value: 'light', label: 'Light', icon: <IconSun /> },
] as const

export function ThemeSwitch() {
  const system = useMedia('(prefers-color-scheme: light)') ? 'light' : 'dark'
  const theme = chosen.use() ?? system
  const choose = (next: Theme) => {
    chosen.write(next)
    document.documentElement.dataset.theme = next
  }
  return (
    <Segmented
      label="Theme"
      options={OPTIONS}
      value={theme === 'light' ? 'light' : 'dark'}
      onChange={choose}
    />
  )
}
