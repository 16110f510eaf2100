import { STORED_USER_KEY } from '../../session/stored-user.ts'
import { InlineScript, scriptOf } from '../../ui/browser/inline-script.tsx'
import { IconChevronDown } from '../../ui/icons.tsx'
import { AVATAR_COLORS, avatarColor } from '../avatar.tsx'
import { ACCOUNT_BUTTON, ACCOUNT_NAME } from './account-name.tsx'

const ID = 'stored-user'
/** A text that React leaves as the script wrote it; React would clear an empty element. */
const FILLED = ''

/**
 * The stored user's name and picture, from before the first paint until the server has confirmed the session. A
 * page is the same for all, so a script writes them into it; without a stored user it shows the links to log in.
 */
export const StoredUser = () => (
  <>
    <span id={ID} className={`${ACCOUNT_BUTTON} no-stored-user:hidden`}>
      <span
        aria-hidden="true"
        suppressHydrationWarning
        className="grid size-8 shrink-0 place-items-center rounded-2 bg-raised bg-cover bg-center text-ui/6 font-750 text-[#fff]"
      >
        {FILLED}
      </span>
      <span translate="no" suppressHydrationWarning className={ACCOUNT_NAME}>
        {FILLED}
      </span>
      <IconChevronDown />
    </span>
    <span className="size-10 stored-user:hidden bar:hidden" />
    <InlineScript code={SHOW_STORED} />
  </>
)

const SHOW_STORED = import.meta.env.SSR
  ? scriptOf(showStored, STORED_USER_KEY, ID, AVATAR_COLORS, avatarColor)
  : ''

/** Runs before the first paint. For a stored token without a user it shows an empty picture. */
function showStored(
  key: string,
  id: string,
  colors: string,
  colorOf: (name: string, colors: string) => string,
) {
  try {
    const user = JSON.parse(localStorage.getItem(key) ?? 'null')
    const [picture, name] = (document.getElementById(id)?.children ?? []) as unknown as HTMLElement[]
    if (!user?.token || !picture || !name) return
    document.documentElement.dataset.storedUser = ''
    if (!user.username) return
    name.textContent = user.displayName || user.username
    if (user.avatarUrl) picture.style.backgroundImage = `url(${JSON.stringify(user.avatarUrl)})`
    else {
      picture.style.backgroundColor = colorOf(user.username, colors)
      picture.textContent = [...(name.textContent ?? '')][0] ?? ''
    }
  } catch {
    // without storage nobody is signed in
  }
}
