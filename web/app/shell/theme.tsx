import { preference } from '../ui/browser/preference.ts'
import { Segmented } from '../ui/form/segmented.tsx'
import { IconMoon, IconSun } from '../ui/icons.tsx'

type Theme = 'dark' | 'light'

const chosen = preference('theme')

/** Sets the theme before anything is painted; runs in the head of every page. Dark unless the visitor chose light. */
export const THEME_SCRIPT =
  "document.documentElement.dataset.theme=(()=>{try{return localStorage.theme==='light'?'light':'dark'}catch{return'dark'}})()"

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
