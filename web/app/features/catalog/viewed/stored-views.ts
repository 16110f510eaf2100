import { preference } from '../../../ui/browser/preference.ts'

/** The games looked at last, as JSON in this browser alone; empty while it remembers none. */
export const storedViews = preference('viewed')

export const rememberGames = (): void => storedViews.write('[]')

/** Forgets them all, and remembers no more: also at log-out, as whoever comes next to this browser did not switch it on. */
export const forgetGames = (): void => storedViews.write('')
