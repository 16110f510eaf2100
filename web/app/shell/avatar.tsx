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

/** A person's picture, else their initial on a colour of their own. Decoration: the name stands beside it. */
export function Avatar({ username, url }: { username: string; url: string | null }) {
  if (url) return <img src={url} alt="" width={32} height={32} className="size-8 rounded-2 object-cover" />
  return (
    <span
      aria-hidden="true"
      className={`grid size-8 shrink-0 place-items-center rounded-2 text-[14px] font-750 text-[#fff] ${colourOf(username)}`}
    >
      {[...username][0]}
    </span>
  )
}

function colourOf(username: string) {
  const sum = [...username].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9_973, 7)
  return COLOURS[sum % COLOURS.length]
}
