import type { SupporterOffer } from '@nofiller/contract/releases/supporters'
import { leadWords, showLead } from '@nofiller/contract/releases/windows'
import { Price } from '../../ui/price.tsx'

type SupporterNoteProps = { offer: SupporterOffer; by: 'extra' | 'amount' }

/** What supporters are promised, beside the extra or the amount that makes them (EA3). */
export default function SupporterNote({ offer: { minPaid, leadDays }, by }: SupporterNoteProps) {
  if (by === 'extra') return <span className="block text-sm text-muted">{leadWords(leadDays)}</span>
  if (minPaid === null) return null
  return (
    <p className="text-sm text-muted">
      Pay <Price dollars={minPaid} /> or more, and new versions open to you {showLead(leadDays)} before other
      owners.
    </p>
  )
}
