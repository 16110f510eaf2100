import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import { cutText } from '@nofiller/contract/text/characters'

/** White on each of these is at least 4.5 to 1. */
const COLOURS = [
  'bg-[#b04273]',
  'bg-[#1d7a66]',
  'bg-[#45409c]',
  'bg-[#9a4d1c]',
  'bg-[#2d6ca2]',
  'bg-[#7a3d94]',
  'bg-[#5e6b1f]',
  'bg-[#a33b3b]',
] as const

const SIZES = { small: 'size-8 text-ui/6', large: 'size-18 text-d3' }

type AvatarProps = {
  user: Pick<SessionUser, 'username' | 'displayName' | 'avatarUrl'>
  /** 32 or 72 px. */
  size?: keyof typeof SIZES
}

/** A person's picture, else their initial on a colour of their own. Decoration: the name stands beside it. */
export function Avatar({ user: { username, displayName, avatarUrl }, size = 'small' }: AvatarProps) {
  const look = `shrink-0 rounded-2 ${SIZES[size]}`
  if (avatarUrl) return <img src={avatarUrl} alt="" className={`object-cover ${look}`} />
  return (
    <span
      aria-hidden="true"
      className={`grid place-items-center font-750 text-[#fff] ${look} ${colourOf(username)}`}
    >
      {cutText(displayName || username, 1)}
    </span>
  )
}

function colourOf(username: string) {
  const sum = [...username].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7)
  return COLOURS[sum % COLOURS.length]
}
