import { create } from 'qrcode'

const QUIET = 2

/** A QR code, always ink on paper, as scanners expect. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const side = size + 2 * QUIET
  const dark = Array.from(data, (isDark, at) =>
    isDark ? `M${QUIET + (at % size)} ${QUIET + Math.floor(at / size)}h1v1h-1z` : '',
  )
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-full rounded-2 bg-sticker text-sticker-ink"
    >
      <path d={dark.join('')} fill="currentColor" />
    </svg>
  )
}
