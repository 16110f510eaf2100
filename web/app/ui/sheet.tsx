import type { ReactNode } from 'react'
import './sheet.css'

export const HEAD = 'border-b border-[#d5d0d2] pb-2.5 text-xs font-semibold text-[#555] print:pb-1.5'
export const LINE = 'border-b border-[#d5d0d2]'

/** Ink on white in both themes, and the only part that is printed. */
export const Sheet = ({ children }: { children: ReactNode }) => (
  <article
    data-receipt
    className="grid grid-cols-1 gap-8 rounded-2 bg-[#fff] p-5 max-narrow:p-3 text-[#161215] phone:p-12 print:gap-5 print:rounded-none print:p-0"
  >
    {children}
  </article>
)

/** The seller, at the head of a sheet. */
export type SheetSeller = {
  name: string
  address: string | null
  website: string | null
  supportEmail: string
  logoUrl: string | null
}

export function SellerBlock({ seller }: { seller: SheetSeller }) {
  const reach = [seller.website?.replace(/^https?:\/\//, '').replace(/\/$/, ''), seller.supportEmail]
  return (
    <div className="flex items-start gap-3">
      {seller.logoUrl === null ? (
        <StoreMark />
      ) : (
        <img src={seller.logoUrl} alt="" className="h-10 max-w-40 object-contain" />
      )}
      <address className="min-w-0 text-sm not-italic">
        <b className="block text-base/5 font-650">{seller.name}</b>
        {seller.address && <span className="block whitespace-pre-line">{seller.address}</span>}
        <span className="block break-words">{reach.filter(Boolean).join(' · ')}</span>
      </address>
    </div>
  )
}

const StoreMark = () => (
  <svg viewBox="0 0 28 28" aria-hidden="true" className="size-9 shrink-0" fill="currentColor">
    <path d="M2 5h16v4h-12v13h13v-12h4v16H2z" />
    <path d="M20 2h6v6h-6z" />
  </svg>
)

export function Fact({
  name,
  wide = false,
  children,
}: {
  name: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={`min-w-0 ${wide ? 'col-span-2' : ''}`}>
      <dt className="text-xs text-[#555]">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
