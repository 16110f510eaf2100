import { plural } from '../text/digits.ts'
/** Limits and names of an admin's open work. No zod: the browser loads this. */

/** Counting stops here: a larger number does not help. */
export const WAITING_MAX = 1_000
/** How many items of each kind are listed. */
export const WAITING_SHOWN = 5

export const HEALTH_PARTS = [
  'provider',
  'mail',
  'storage',
  'database',
  'jobs',
  'payouts',
  'disk',
  'backup',
] as const
export type HealthPart = (typeof HEALTH_PARTS)[number]
export const HEALTH_NAMES: Record<HealthPart, string> = {
  provider: 'Payment provider',
  mail: 'Mail',
  storage: 'Storage',
  database: 'Database',
  jobs: 'Jobs',
  payouts: 'Payout process',
  disk: 'Disk',
  backup: 'Backup',
}

export const HEALTH_STATES = ['go', 'warn', 'bad'] as const

/** The number of waiting items, by kind. */
export type ToDoCounts = {
  reports: number
  requests: number
  cases: number
  payouts: number
  messages: number
  approvals: number
  reviews: number
  appeals: number
  notices: number
  sealed: number
  malware: number
  jobs: number
  total: number
}

type ToDoKind = Exclude<keyof ToDoCounts, 'total'>
/** One and several of each kind, in the order in which an email names them. */
const KINDS: Record<ToDoKind, readonly [one: string, several: string]> = {
  reports: ['reported matter', 'reported matters'],
  notices: ['copyright notice', 'copyright notices'],
  sealed: ['sealed game', 'sealed games'],
  malware: ['malware report', 'malware reports'],
  payouts: ['payout', 'payouts'],
  cases: ['payment case', 'payment cases'],
  requests: ['request to sell', 'requests to sell'],
  messages: ['message', 'messages'],
  approvals: ['game to review', 'games to review'],
  reviews: ['surge or held review', 'surges and held reviews'],
  appeals: ['appeal', 'appeals'],
  jobs: ['failed mail or job', 'failed emails and jobs'],
}
const LIST = new Intl.ListFormat('en')

/** `2 payment cases and 1 message`. */
export const phraseOf = (counts: ToDoCounts): string =>
  LIST.format(
    (Object.keys(KINDS) as ToDoKind[]) // its keys are the kinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => plural(counts[kind], ...KINDS[kind])),
  )
