/** A small count at the corner of a button that is named elsewhere; nothing for none. */
export const ButtonCount = ({ count }: { count: string | number | null }) =>
  count ? (
    <span
      aria-hidden="true"
      className="absolute -top-px -right-px min-w-[17px] rounded-full bg-accent px-1 text-center text-[11px]/[17px] font-750 text-on-accent"
    >
      {count}
    </span>
  ) : null
