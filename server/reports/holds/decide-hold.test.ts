import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decideHold, type HoldFacts, type ReportingPerson } from './decide-hold.ts'

const MAILBOX: ReportingPerson = { hasAccount: false, isOld: false, hasPaid: false }
const NEW: ReportingPerson = { hasAccount: true, isOld: false, hasPaid: false }
const OLD: ReportingPerson = { hasAccount: true, isOld: true, hasPaid: false }
const BUYER: ReportingPerson = { hasAccount: true, isOld: true, hasPaid: true }

const seen: HoldFacts = {
  people: [],
  isApproved: true,
  isChanged: false,
  wasCleared: false,
  hadDismissedHold: false,
  isUnseen: false,
  holdsOfDay: 0,
}
const changed = { isChanged: true }
const unseen = { isApproved: false, isChanged: true, holdsOfDay: null }
const dismissed = { isChanged: true, hadDismissedHold: true }

it.each<[string, Partial<HoldFacts>, string]>([
  ['T3 nobody known only alarms', { ...unseen }, 'alarm'],
  ['T3 one person alarms about a game that nobody looked at', { ...unseen, people: [BUYER] }, 'alarm'],
  ['T3 one person hides it once it waited 2 hours', { ...unseen, people: [MAILBOX], isUnseen: true }, 'hide'],
  ['T3 nobody known never does', { ...unseen, isUnseen: true }, 'alarm'],
  ['T3 two people of any kind hide it', { ...unseen, people: [MAILBOX, MAILBOX] }, 'hide'],
  ['T4 an approved game takes two old accounts, one that paid', { people: [OLD, BUYER] }, 'hide'],
  ['T4 two old accounts that paid nothing alarm', { people: [OLD, OLD] }, 'alarm'],
  ['T4 a new account beside a buyer alarms', { people: [NEW, BUYER] }, 'alarm'],
  ['T4 a mailbox beside a buyer alarms', { people: [MAILBOX, BUYER] }, 'alarm'],
  ['T4 a changed part takes two accounts, one of them old', { ...changed, people: [NEW, OLD] }, 'hide'],
  ['T4 two new accounts alarm about a changed part', { ...changed, people: [NEW, NEW] }, 'alarm'],
  [
    'T4 after a dismissed hold two buyers hide what changed',
    { ...dismissed, people: [BUYER, BUYER] },
    'hide',
  ],
  ['T4 after one only buyers do', { ...dismissed, people: [BUYER, OLD, OLD] }, 'alarm'],
  ['T4 and only what changed', { hadDismissedHold: true, people: [BUYER, BUYER] }, 'alarm'],
  ['T4 five holds of a day only alarm', { people: [OLD, BUYER], holdsOfDay: 5 }, 'alarm'],
  ['T4 four do not brake', { people: [OLD, BUYER], holdsOfDay: 4 }, 'hide'],
  ['T4 what was cleared stays up', { wasCleared: true, people: [BUYER, BUYER] }, 'queue'],
])('%s', (_name, changes, decision) => {
  expect(decideHold({ ...seen, ...changes })).toBe(decision)
})

const facts = fc.record({
  isApproved: fc.boolean(),
  isChanged: fc.boolean(),
  wasCleared: fc.boolean(),
  hadDismissedHold: fc.boolean(),
  isUnseen: fc.boolean(),
  holdsOfDay: fc.option(fc.nat(8)),
})

it('T3 a report without a known person hides nothing, whatever else is so', () => {
  fc.assert(fc.property(facts, (each) => decideHold({ ...each, people: [] }) !== 'hide'))
})

it('T4 no number of mailboxes and new accounts hides an approved game', () => {
  fc.assert(
    fc.property(facts, fc.array(fc.constantFrom(MAILBOX, NEW), { maxLength: 20 }), (each, people) => {
      expect(decideHold({ ...each, isApproved: true, people })).not.toBe('hide')
    }),
  )
})
