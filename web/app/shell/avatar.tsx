import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import { cutText } from '@nofiller/contract/text/characters'

/** White on each of these is at least 4.5 to 1. */
export const AVATAR_COLORS = '#b04273 #1d7a66 #45409c #9a4d1c #2d6ca2 #7a3d94 #5e6b1f #a33b3b'

const SIZES = { small: 'size-8 text-ui/6', large: 'size-18 text-d3' }

type AvatarProps = {
  user: Pick<SessionUser, 'username' | 'displayName' | 'avatarUrl'>
  /** 32 or 72 px. */
  size?: keyof typeof SIZES
}

/** A person's picture, else their initial on a color of their own. Decoration: the name is beside it. */
export function Avatar({ user: { username, displayName, avatarUrl }, size = 'small' }: AvatarProps) {
  const look = `shrink-0 rounded-2 ${SIZES[size]}`
  if (avatarUrl) return <img src={avatarUrl} alt="" className={`object-cover ${look}`} />
  return (
    <span
      aria-hidden="true"
      style={{ backgroundColor: avatarColor(username, AVATAR_COLORS) }}
      className={`grid place-items-center font-750 text-[#fff] ${look}`}
    >
      {cutText(displayName || username, 1)}
    </span>
  )
}

/** One of some colors, always the same for a name. It is also part of an inline script, so it uses only its arguments. */
export function avatarColor(username: string, colors: string): string {
  const all = colors.split(' ')
  let sum = 7
  for (const letter of username) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return all[sum % all.length] ?? ''
}
