import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { IconArchive } from '../../../ui/dashboard-icons.tsx'
import { IconCircleCheck, IconClock, IconEdit, IconEyeOff, IconX } from '../../../ui/icons.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { statusOf } from './own-games.ts'

const PILLS = {
  Archived: { kind: 'neutral', icon: <IconArchive /> },
  Published: { kind: 'go', icon: <IconCircleCheck /> },
  'Published · in review': { kind: 'warn', icon: <IconClock /> },
  'Changes requested': { kind: 'warn', icon: <IconEdit /> },
  Rejected: { kind: 'bad', icon: <IconX /> },
  'Taken down': { kind: 'warn', icon: <IconEyeOff /> },
  Draft: { kind: 'neutral', icon: <IconEdit /> },
} as const

/** The status of a developer's game. */
export function GameStatusPill({ game }: { game: OwnGame }) {
  const status = statusOf(game)
  return <Pill {...PILLS[status]}>{status}</Pill>
}
