/** `npm run doctor` */
import { examine } from './doctor.ts'
import { reportOf } from './finding.ts'

const { text, exitCode } = reportOf(await examine(process.env))
process.stdout.write(text)
process.exit(exitCode) // at once, whatever connection still hangs
