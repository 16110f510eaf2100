import { ADMIN_STATES, DEVELOPER_STATES, type PayoutState } from '@nofiller/contract/payouts/payout-rules'
import type { ReactNode } from 'react'
import { IconDashedCircle } from '../../ui/dashboard-icons.tsx'
import { IconBan, IconCheck, IconClock, IconTriangleAlert, IconX } from '../../ui/icons.tsx'
import { Pill, type PillKind } from '../../ui/pill.tsx'

const WAITING = { kind: 'neutral', icon: <IconDashedCircle /> } as const
const MOVING = { kind: 'warn', icon: <IconClock /> } as const

const LOOKS: Record<PayoutState, { kind: PillKind; icon: ReactNode }> = {
  DRAFT: WAITING,
  APPROVED: WAITING,
  PREPARING: WAITING,
  PREPARED: WAITING,
  RELEASING: MOVING,
  SENDING: MOVING,
  BLOCKED: { kind: 'warn', icon: <IconBan /> },
  UNKNOWN: { kind: 'bad', icon: <IconTriangleAlert /> },
  PAID: { kind: 'go', icon: <IconCheck /> },
  FAILED: { kind: 'bad', icon: <IconTriangleAlert /> },
  CANCELLED: { kind: 'neutral', icon: <IconX /> },
}

/** The state of a payout, in words for its developer. */
export const DeveloperPill = ({ state }: { state: PayoutState }) => (
  <Pill {...(state === 'UNKNOWN' ? MOVING : LOOKS[state])}>{DEVELOPER_STATES[state]}</Pill>
)

/** The state of a payout, in words for an admin. */
export const AdminPill = ({ state }: { state: PayoutState }) => (
  <Pill {...LOOKS[state]}>{ADMIN_STATES[state]}</Pill>
)
