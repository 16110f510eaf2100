/** `npm run doctor` */
import { examine } from './doctor.ts'

const MARKS = { good: 'ok  ', warn: 'look', bad: 'BAD ' }

const findings = await examine(process.env)
const faults = findings.filter(({ state }) => state === 'bad').length
const lines = findings.map(({ check, state, sentence }) => `${MARKS[state]}  ${check}: ${sentence}`)
const end = faults === 0 ? 'The store is well.' : `${faults} ${faults === 1 ? 'fault' : 'faults'} found.`
process.stdout.write(`${[...lines, '', end].join('\n')}\n`)
process.exit(faults === 0 ? 0 : 1) // at once, whatever connection still hangs
