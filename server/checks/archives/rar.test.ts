import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { useTestStore } from '../../testing/store.ts'
import { rarFinding, rarHead } from './rar.ts'

const test = useTestStore()

async function headOf(bytes: Buffer) {
  const key = `game-files/${randomBytes(8).toString('hex')}/archive`
  await test.storage.write(key, bytes)
  return rarHead(test.storage, key, bytes.length)
}

const hex = (...parts: string[]) => Buffer.from(parts.join('').replaceAll(' ', ''), 'hex')

/** RAR 5: sizes of one byte; a checksum that nobody checks. */
const RAR5 = '526172211a070100'
const main5 = (archiveFlags: string) => `00000000 03 01 00 ${archiveFlags}`
const file5 = (extra = '') => {
  const rest = `02 ${extra ? '03' : '02'} ${extra ? size(extra) : ''} 05 00 05 20 00 01 01 61 ${extra}`
  return `00000000 ${size(rest)} ${rest} 6869686968`
}
const size = (part: string) => (part.replaceAll(' ', '').length / 2).toString(16).padStart(2, '0')
const ENCRYPTED_RECORD = '04 01 00 00 0f'
const LOCATOR_RECORD = '03 03 00 00'

/** RAR 4: a header of 7 bytes, `ADD_SIZE` after it. */
const RAR4 = '526172211a0700'
const main4 = (flags: string) => `0000 73 ${flags} 0d00 000000000000`
const file4 = (flags: string) =>
  `0000 74 ${flags} 2100 05000000 05000000 00 00000000 00000000 14 30 0100 20000000 61 6869686968`
const comment4 = '0000 7a 0080 0b00 03000000 616263'

const NOTHING = { isPart: false, isEncrypted: false }
const PART = { isPart: true, isEncrypted: false }

it.each([
  ['RAR 5 as games are packed', hex(RAR5, main5('00'), file5()), NOTHING],
  ['RAR 5 with other records of a file', hex(RAR5, main5('00'), file5(LOCATOR_RECORD)), NOTHING],
  ['RAR 5, one part of several', hex(RAR5, main5('01'), file5()), PART],
  [
    'RAR 5 with a password',
    hex(RAR5, main5('00'), file5(`${LOCATOR_RECORD} ${ENCRYPTED_RECORD}`)),
    { isPart: false, isEncrypted: true },
  ],
  [
    'RAR 5 with its list encrypted',
    hex(RAR5, '00000000 05 04 00 00 00 0f'),
    { isPart: false, isEncrypted: true },
  ],
  ['RAR 4 as games are packed', hex(RAR4, main4('0000'), file4('0080')), NOTHING],
  ['RAR 4 with a comment', hex(RAR4, main4('0000'), comment4, file4('0080')), NOTHING],
  ['RAR 4, one part of several', hex(RAR4, main4('0101'), file4('0280')), PART],
  [
    'RAR 4 with a password',
    hex(RAR4, main4('0000'), comment4, file4('0480')),
    { isPart: false, isEncrypted: true },
  ],
  ['RAR 4 with its list encrypted', hex(RAR4, main4('8000')), { isPart: false, isEncrypted: true }],
  ['what only begins like one', hex(RAR5, 'aaaa'), NOTHING],
  ['nothing but its mark', hex(RAR4, '00'), NOTHING],
])('D6 reads the header of a RAR archive: %s', async (_, bytes, head) => {
  expect(await headOf(bytes)).toEqual(head)
})

it('D6 reads past a comment of any length', async () => {
  const comment = 'c'.repeat(300_000)
  const bytes = Buffer.concat([
    hex(RAR5, main5('00'), '00000000 07 03 02 e0a712 00 00'),
    Buffer.from(comment),
    hex(file5(ENCRYPTED_RECORD)),
  ])
  expect(await headOf(bytes)).toEqual({ isPart: false, isEncrypted: true })
})

it('tells developers what to do about a RAR archive, and accepts a part that is named as one', () => {
  expect(rarFinding({ isPart: false, isEncrypted: true }, 'game.rar')?.sentence).toMatch(/password/)
  expect(rarFinding(PART, 'game.rar')?.sentence).toMatch(/one part of a split RAR archive/)
  expect(rarFinding(PART, 'Game.Part02.RAR')).toBeNull()
  expect(rarFinding(NOTHING, 'game.part1.rar')).toBeNull()
})
