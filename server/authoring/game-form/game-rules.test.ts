import { DEFAULT_THEME, THEME_COLORS } from '@nofiller/contract/authoring/theme'
import { expect, it } from 'vitest'
import {
  aPicture,
  aZip,
  createGame,
  editGame,
  type FormFields,
  filesJson,
  upload,
} from '../../testing/fixtures/game-form.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const june = usePerson(test, 'developer')

const files = (count: number, entry: object = {}) =>
  filesJson(...Array.from({ length: count }, (_, at) => ({ tempKey: `${at}`.padStart(32, '0'), ...entry })))
const words = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`)

/** A field of the form as it must not be, and the sentence of requirements 5.1 for it. */
const RULES: [FormFields, Record<string, string>][] = [
  [{ title: '' }, { title: 'Title is required' }],
  [{ title: ' \u2028 ' }, { title: 'Title is required' }],
  [{ title: '\u200b\u200b' }, { title: 'Remove the invisible characters.' }],
  [{ title: '\u202eyrreF thgiN' }, { title: 'Remove the invisible characters.' }],
  [{ description: '<p><br></p>' }, { description: 'Description is required' }],
  [{ description: '<script>x()</script>' }, { description: 'Description is required' }],
  [
    { description: '<b>'.repeat(600) },
    { description: 'This description is nested too deeply. Simplify its HTML.' },
  ],
  [{ description: 'x'.repeat(100_001) }, { description: 'Description is too long' }],
  [{ projectType: '' }, { projectType: 'Please select a project type' }],
  [{ projectType: 'Game Asset' }, { projectType: 'Please select a project type' }],
  [{ stage: 'Soon' }, { stage: 'Please select a stage' }],
  [{ cardImage: undefined }, { cardImage: 'Card image is required' }],
  [{ coverImage: undefined }, { coverImage: 'Cover image is required' }],
  [{ category: 'sfw' }, { category: 'Please choose SFW or NSFW' }],
  [{ tags: [] }, { tags: 'Please add at least one tag' }],
  [{ tags: ['  ', ''] }, { tags: 'Please add at least one tag' }],
  [{ tags: words(11) }, { tags: 'You can only add up to 10 tags.' }],
  [{ price: '1000.01' }, { price: 'Price cannot exceed $1000' }],
  [{ price: '0' }, { price: 'Set a price above $0 or mark the game as free' }],
  [{ price: '9.999' }, { price: 'Use at most two decimal places' }],
  [{ price: '1.500' }, { price: 'This could mean two amounts. Enter 1500 or 1.50.' }],
  [{ price: 'abc' }, { price: 'Enter the price as a number like 9.99' }],
  [{ gameFilesTempJson: '[]' }, { files: 'Please upload at least one game file' }],
  [{ gameFilesTempJson: files(26) }, { files: 'You can only add up to 25 files.' }],
  [{ gameFilesTempJson: files(1) }, { 'files.0': 'Upload a file and wait for it to finish' }],
  [{ demoTempKey: 'f'.repeat(32) }, { demoTempKey: 'Upload a file and wait for it to finish' }],
  [{ cardImage: Buffer.from('no picture') }, { cardImage: 'Only image files are allowed.' }],
  [{ pageBgImage: Buffer.from('no picture') }, { pageBgImage: 'Only image files are allowed.' }],
  [{ previewBgAlpha: '1.01' }, { previewBgAlpha: 'Use a value from 0 to 1' }],
]

it('answers each broken rule of the game form with its message', async () => {
  const onceUploaded = { gameFilesTempJson: filesJson({ tempKey: await upload(june, aZip()) }) }
  for (const [changes, fields] of RULES) {
    const { status, body } = await createGame(june, { ...onceUploaded, ...changes })
    expect([status, body.fields], JSON.stringify(changes).slice(0, 100)).toEqual([422, fields])
  }
})

it('requires the device of every file, and refuses a price for the first file', async () => {
  const tempKeys = await Promise.all([aZip(), aZip()].map((bytes) => upload(june, bytes)))
  const entries = (first: object, second: object) => ({
    gameFilesTempJson: filesJson({ tempKey: tempKeys[0], ...first }, { tempKey: tempKeys[1], ...second }),
  })
  const devices = await createGame(june, entries({ device: '' }, { device: 'Amiga' }))
  expect(devices.body.fields).toEqual({
    'files.0.device': 'Select a device',
    'files.1.device': 'Select a device',
  })
  const priced = { customPriceEnabled: true, customPrice: 5 }
  expect((await createGame(june, entries(priced, priced))).body.fields).toEqual({
    'files.0': 'The first file cannot have its own price',
  })
  for (const [customPrice, sentence] of [
    [0, 'Set a price above $0 or mark the game as free'],
    [-1, 'Set a price above $0 or mark the game as free'],
    [null, 'Set a price above $0 or mark the game as free'],
    [9.999, 'Use at most two decimal places'],
    [1_000.01, 'Price cannot exceed $1000'],
  ] as const)
    expect((await createGame(june, entries({}, { ...priced, customPrice }))).body.fields).toEqual({
      'files.1.customPrice': sentence,
    })
})

it('names everything that is wrong with one file', async () => {
  const good = await upload(june, aZip())
  const gone = { tempKey: 'f'.repeat(32), device: '', customPriceEnabled: true, customPrice: 0 }
  const { body } = await createGame(june, { gameFilesTempJson: filesJson({ tempKey: good }, gone) })
  expect(body.fields).toEqual({
    'files.1': 'Upload a file and wait for it to finish',
    'files.1.device': 'Select a device',
    'files.1.customPrice': 'Set a price above $0 or mark the game as free',
  })
})

it('reports what was found in an archive at its row, whether it is new, a replacement or the demo', async () => {
  const broken = () => upload(june, aZip().subarray(0, 1_500))
  const finding = expect.stringContaining('incomplete or damaged')
  const added = await createGame(june, { gameFilesTempJson: filesJson({ tempKey: await broken() }) })
  expect([added.status, added.body.fields]).toEqual([422, { 'files.0': finding }])
  expect((await createGame(june, { demoTempKey: await broken() })).body.fields).toEqual({
    demoTempKey: finding,
  })
  const { body } = await createGame(june)
  const _id = body.gameFiles[0]._id
  const replaced = await editGame(june, body._id, {
    gameFilesTempJson: filesJson({ _id, tempKey: await broken() }),
  })
  expect(replaced.body.fields).toEqual({ 'files.0': finding })
})

it('accepts ten tags, cuts each to 15 characters, and drops repeated ones', async () => {
  const { body } = await createGame(june, {
    tags: [...words(9), 'TAG 3', 'a tag of more than 15 characters'],
  })
  expect(body.tags).toEqual([...words(9), 'a tag of more t'])
})

it('requires card and cover for a new game, and keeps the existing ones when a game is edited', async () => {
  const { body } = await createGame(june)
  const gameFilesTempJson = filesJson({ _id: body.gameFiles[0]._id })
  expect((await editGame(june, body._id, { gameFilesTempJson })).status).toBe(200)
  const other = await editGame(june, body._id, { gameFilesTempJson, cardImage: await aPicture() })
  expect(other.body.cardImage).not.toBe(body.cardImage)
})

it('E7 accepts a color only as six hexadecimal digits, for every color of the theme', async () => {
  const onceUploaded = { gameFilesTempJson: filesJson({ tempKey: await upload(june, aZip()) }) }
  const refused = ['red', '#abc', '#abcdeg', '#abcdef;}', 'abcdef', '#abcdef/*', 'var(--x)', '#12345678', '']
  const all = (value: string) => Object.fromEntries(THEME_COLORS.map((field) => [field, value]))
  for (const color of refused) {
    const { status, body } = await createGame(june, { ...all(color), ...onceUploaded })
    expect([status, body.fields], color).toEqual([422, all('Use a color like #1a2b3c')])
  }
  const { body } = await createGame(june, all('#ABCDEF'))
  for (const field of THEME_COLORS) expect(body[field]).toBe('#abcdef')
  expect(body.previewBgAlpha).toBe(DEFAULT_THEME.previewBgAlpha)
})

it('shows developers which of their games are public', async () => {
  const maker = await signedIn(test, 'developer')
  const [draft, taken, shown] = [
    await createGame(maker, { status: 'draft', title: 'Draft' }),
    await createGame(maker, { title: 'Taken' }),
    await createGame(maker, { title: 'Shown' }),
  ]
  await test.sql`update games set suspended_at = now() where id = ${taken?.body._id}`
  const { body } = await maker.get('/api/my-games')
  expect(body.map((game: Record<string, unknown>) => [game._id, game.status, game.visibility])).toEqual([
    [shown?.body._id, 'published', 'public'],
    [taken?.body._id, 'published', 'private'],
    [draft?.body._id, 'draft', 'private'],
  ])
})
