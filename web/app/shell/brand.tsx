/** The store's mark: an open square with one pixel of the accent. */
export const Mark = () => (
  <svg viewBox="0 0 28 28" aria-hidden="true" className="size-7 shrink-0">
    <path d="M2 5h16v4h-12v13h13v-12h4v16H2z" fill="currentColor" />
    <path d="M20 2h6v6h-6z" className="fill-accent" />
  </svg>
)

/** The black and white 18+ mark; paper and ink in both themes. */
export function AdvisoryMark({ size = 'small' }: { size?: 'small' | 'large' }) {
  const large = size === 'large'
  return (
    <span
      role="img"
      aria-label="Adults only, 18 plus"
      className="inline-grid grid-cols-[auto_auto] border-2 border-sticker-ink bg-sticker leading-none font-[850] text-sticker-ink outline outline-sticker [font-stretch:75%]"
    >
      <b
        className={`bg-sticker-ink font-[850] text-sticker ${large ? 'px-3 py-2.5 text-[34px]' : 'px-2 py-1.5 text-[22px]'}`}
      >
        18+
      </b>
      <span
        className={`self-center tracking-[.02em] ${large ? 'px-3.5 text-md/[17px]' : 'px-[9px] text-[11px]/3'}`}
      >
        ADULTS
        <br />
        ONLY
      </span>
    </span>
  )
}
