import type { Game } from '@nofiller/contract/catalog/catalog'
import { levelsWith } from '@nofiller/contract/content-limits/limit-rules'
import { noticeTitle } from '@nofiller/contract/notices/notice-rules'
import type { Notice } from '@nofiller/contract/notices/notices'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import type { Mail } from '../platform/mail/mail.ts'
import { openDueReleases } from '../releases/open-on-time.ts'
import { buyAndPay } from '../testing/buying.ts'
import { aZip, editGame, filesJson, upload } from '../testing/fixtures/game-form.ts'
import { type Person, signedIn } from '../testing/fixtures/people.ts'
import { anOwner, draftRelease, fetchFile, publishGame, releaseGame } from '../testing/fixtures/publishing.ts'
import { useTestStore } from '../testing/store.ts'
import { releaseMail } from './emails.ts'
import { isStillWanted, mailNotices } from './mail-notices.ts'
import { tellOwners } from './tell-owners.ts'

const test = useTestStore({ pages: 'built' })
let dev: Person
beforeAll(async () => {
  dev = await signedIn(test, 'developer')
})

async function noticesOf(who: Person, headers: Record<string, string> = {}): Promise<Notice[]> {
  await test.drain()
  return (await who.get('/api/notices', headers)).body
}
const labelsOf = async (who: Person) => (await noticesOf(who)).flatMap(({ labels }) => labels)
const unreadOf = async (who: Person) => (await who.get('/api/notices/unread')).body.count

/** An owner who asked for news of each release. */
async function aReader(game: Game, at = 0): Promise<Person> {
  const owner = await anOwner(test, game, at)
  await owner.put('/api/settings', { notifyUpdates: true })
  await owner.put('/api/notice-preferences', {
    topics: [{ topic: 'owned-release', site: true, mail: 'each' }],
  })
  return owner
}

/** What was emailed about releases, once the 15 minutes are over. */
async function newsTo(who: Person) {
  await test.drain()
  await test.sql`update notices set mail_at = now() where account_id = ${who.id} and mail_at > now()
    and mail_at <= now() + interval '15 minutes'`
  await mailNotices(test.store)
  await test.drain()
  return (await test.mailsTo(who.email)).filter(({ text }) => text?.includes('Unsubscribe'))
}

/** As if what was emailed so far had been that long ago. */
const letPass = (interval: string) =>
  test.sql`update notices set mailed_at = mailed_at - ${interval}::interval, mail_at = mail_at - ${interval}::interval`

const mute = (who: Person, { _id }: Game) =>
  test.db.insertInto('muted_games').values({ account_id: who.id, game_id: _id }).execute()

it('VE8 Owners who downloaded a file are told on the site of a release with a build of it, and nobody of a silent one', async () => {
  const game = await publishGame(dev, ['Windows', 'Linux'])
  const [owner, onLinux] = [await anOwner(test, game), await anOwner(test, game, 1)]
  await releaseGame(dev, game, { label: '0.4', notify: 'silent' })
  expect(await noticesOf(owner)).toEqual([])
  await releaseGame(dev, game, { label: '0.5', summary: 'Chapter two.', saves: 'all' })
  expect(await noticesOf(owner)).toMatchObject([
    {
      topic: 'owned-release',
      isNew: true,
      title: game.title,
      labels: ['0.5'],
      mine: '1',
      saves: { kind: 'works' },
    },
  ])
  expect(await noticesOf(onLinux)).toEqual([])
  expect(await noticesOf(dev)).toEqual([])
})

it('VE8 Owners are told of a new file for a device of which they have another, and of no extra that they do not own', async () => {
  const game = await publishGame(dev)
  const owner = await anOwner(test, game)
  const entry = { tempKey: await upload(dev, aZip()), device: 'Windows' }
  const extra = { ...entry, tempKey: await upload(dev, aZip()), customPriceEnabled: true, customPrice: 3 }
  const publish = async (label: string, file: object) => {
    const { body } = await dev.post(`/api/games/${game._id}/releases`, { label, files: [file] })
    await test.drain()
    const { status, text } = await dev.post(`/api/releases/${body.id}/live`, {})
    expect(status, text).toBe(200)
  }
  await publish('extra', extra)
  expect(await labelsOf(owner)).toEqual([])
  await publish('0.5', entry)
  expect(await labelsOf(owner)).toEqual(['0.5'])
})

it('VE8 A save of the form is told on the site and never by email, and a scheduled release when it opens', async () => {
  const game = await publishGame(dev)
  const owner = await aReader(game)
  const replaced = { _id: game.gameFiles[0]?._id, tempKey: await upload(dev, aZip()), filename: 'game.zip' }
  await editGame(dev, game._id, { gameFilesTempJson: filesJson(replaced) })
  expect(await labelsOf(owner)).toEqual(['2'])
  expect(await newsTo(owner)).toEqual([])
  const id = await draftRelease(dev, game, { label: '0.5' })
  await dev.post(`/api/releases/${id}/live`, { opensAt: new Date(Date.now() + 3_600_000).toISOString() })
  expect(await labelsOf(owner)).toEqual(['2'])
  await test.sql`update releases set opens_at = now() where id = ${id}`
  await openDueReleases(test.store)
  expect(await labelsOf(owner)).toEqual(['0.5', '2'])
})

it('VE8 Each owner is told once, however often and in however many processes the job runs', async () => {
  const game = await publishGame(dev)
  const owners = [await anOwner(test, game), await anOwner(test, game)]
  const id = await releaseGame(dev, game, { label: '0.5' })
  await test.drain()
  await Promise.all([tellOwners(test.store, id), tellOwners(test.store, id)])
  for (const owner of owners) expect(await labelsOf(owner)).toEqual(['0.5'])
})

it('VE10 Owners of a version that was taken back are told so at once, also in a muted game, and no longer of that version', async () => {
  const game = await publishGame(dev)
  const [unlucky, careful] = [await anOwner(test, game), await anOwner(test, game)]
  await releaseGame(dev, game, { label: '0.5' })
  await test.drain()
  await fetchFile(unlucky, game)
  await unlucky.put('/api/notice-preferences', {
    topics: [{ topic: 'owned-release', site: false, mail: 'never' }],
  })
  await mute(unlucky, game)
  const [, earlier] = (await dev.get(`/api/dev/games/${game._id}/releases`)).body
  await dev.post(`/api/releases/${earlier.id}/rollback`, { reason: 'It crashes.' })
  expect(await noticesOf(unlucky)).toMatchObject([{ topic: 'rolled-back', labels: ['1-2'], mine: '0.5' }])
  expect(await noticesOf(careful)).toEqual([])
})

it('VE10 Who has a version that is withdrawn is told why, and nobody else', async () => {
  const game = await publishGame(dev)
  const [unlucky, careful] = [await anOwner(test, game), await anOwner(test, game)]
  const id = await releaseGame(dev, game, { label: '0.5' })
  await test.drain()
  await fetchFile(unlucky, game)
  await dev.post(`/api/releases/${id}/withdraw`, { reason: 'It crashes.' })
  const told = { topic: 'rolled-back', labels: ['0.5'], mine: '0.5', reason: 'It crashes.' }
  expect(await noticesOf(unlucky)).toMatchObject([told])
  expect(await noticesOf(careful)).toEqual([])
})

it('VE8 Owners who asked for news get an email with label, summary, what becomes of their saves, and a link to the library', async () => {
  const game = await publishGame(dev)
  const [reader, other] = [await aReader(game), await anOwner(test, game)]
  await releaseGame(dev, game, { label: '0.5', summary: 'Chapter two.', saves: 'none', notify: 'mail' })
  const [mail, more] = await newsTo(reader)
  expect(more).toBeUndefined()
  expect(mail?.subject).toBe(`${game.title} 0.5 is out`)
  for (const line of [
    `${game.title} 0.5 is out.`,
    'Chapter two.',
    'You have 1. Old saves do not work.',
    `Open Library: ${test.url}/library?updated=1`,
  ])
    expect(mail?.text).toContain(line)
  expect(await newsTo(other)).toEqual([])
})

it('VE8 The releases of a day are told in one email, and the next waits for 24 hours', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  for (const label of ['0.5', '0.5.1', '0.5.2', '0.5.3', '0.5.4'])
    await releaseGame(dev, game, { label, notify: 'mail' })
  const [mail, more] = await newsTo(reader)
  expect(more).toBeUndefined()
  expect(mail?.subject).toBe(`${game.title}: 5 updates`)
  expect(mail?.text).toContain(`${game.title} 0.5.4 is out.`)
  expect(mail?.text).toContain('It follows 0.5.3, 0.5.2, 0.5.1 and 0.5.')
  await releaseGame(dev, game, { label: '0.6', notify: 'mail' })
  expect(await newsTo(reader)).toHaveLength(1)
  await releaseGame(dev, game, { label: '0.7', notify: 'mail' })
  await letPass('24 hours')
  const mails = await newsTo(reader)
  expect(mails).toHaveLength(2)
  expect(mails.map(({ text }) => text).join()).toContain('It follows 0.6.')
  expect(await newsTo(reader)).toHaveLength(2)
})

const NO_LONGER_WANTED: Record<string, (reader: Person, game: Game, releaseId: string) => Promise<unknown>> =
  {
    'the release is withdrawn': async (_reader, _game, id) =>
      dev.post(`/api/releases/${id}/withdraw`, { reason: 'It crashes.' }),
    'the release is rolled back': async (_reader, game) => {
      const releases: OwnRelease[] = (await dev.get(`/api/dev/games/${game._id}/releases`)).body
      const first = releases.find(({ label }) => label === '1')
      return dev.post(`/api/releases/${first?.id}/rollback`, { reason: 'It crashes.' })
    },
    'the game is muted': mute,
    'the game is hidden in the library': (reader, { _id }) =>
      reader.patch(`/api/library/${_id}`, { hidden: true }),
    'the game is taken down': (_reader, { _id }) =>
      test.sql`update games set suspended_at = now() where id = ${_id}`,
    'the game is not owned any more': (reader) =>
      test.sql`delete from grants where account_id = ${reader.id}`,
    'limits hide it': (reader) =>
      reader.put('/api/limits', { levels: levelsWith({ gore: 3 }), allowsAvoidable: false }),
    'its developer is blocked': (reader) => reader.put(`/api/blocks/developer/${dev.id}`, undefined),
    '18+ games are hidden': (reader) => reader.put('/api/settings', { contentChoice: 'sfw' }),
    'the topic is off': (reader) =>
      reader.put('/api/notice-preferences', {
        topics: [{ topic: 'owned-release', site: false, mail: 'never' }],
      }),
    'the consent is taken back': (reader) => reader.put('/api/settings', { notifyUpdates: false }),
    'the account is to be deleted': (reader) =>
      test.sql`update accounts set deletion_at = now() + interval '9 days' where id = ${reader.id}`,
    'the version was downloaded': (reader, game) => fetchFile(reader, game),
  }
/** Of these the bell still tells. */
const STILL_TOLD = [
  'the topic is off',
  'the consent is taken back',
  'the version was downloaded',
  'the account is to be deleted',
]

it.each(Object.keys(NO_LONGER_WANTED))('N6 N12 Neither bell nor email names a game when %s', async (what) => {
  const game = await publishGame(dev, ['Windows'], { category: 'NSFW' })
  const [reader, late] = [await aReader(game), await aReader(game)]
  const id = await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  await test.drain()
  expect(await labelsOf(reader)).toEqual(['0.5'])
  const queued = await queuedMail(late)
  expect(await isStillWanted(test.store, queued)).toBe(true)
  for (const who of [reader, late]) await NO_LONGER_WANTED[what]?.(who, game, id)
  expect(await newsTo(reader)).toEqual([])
  expect(await isStillWanted(test.store, queued)).toBe(false)
  expect(await newsTo(late)).toEqual([])
  if (STILL_TOLD.includes(what)) return
  for (const who of [reader, late]) {
    const texts = [(await who.get('/api/notices')).text, (await who.get('/api/notices/unread')).text]
    expect(texts.join()).not.toContain(game.title)
  }
})

it('N1 A topic is switched for the site and for email, and one that always comes cannot be switched', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  const set = (site: boolean, mail: string, topic = 'owned-release') =>
    reader.put('/api/notice-preferences', { topics: [{ topic, site, mail }] })
  await set(false, 'each')
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  expect(await labelsOf(reader)).toEqual([])
  expect(await newsTo(reader)).toHaveLength(1)
  await set(true, 'never')
  await letPass('24 hours')
  await releaseGame(dev, game, { label: '0.6', notify: 'mail' })
  expect(await labelsOf(reader)).toEqual(['0.6'])
  expect(await newsTo(reader)).toHaveLength(1)
  expect((await set(true, 'never', 'rolled-back')).status).toBe(400)
  expect((await reader.get('/api/notice-preferences')).body.topics).toContainEqual({
    topic: 'owned-release',
    site: true,
    mail: 'never',
  })
})

it('N1 The click in an email ends its topic or mutes the game without a log-in, and all news end a click further', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  const [mail] = await newsTo(reader)
  const [ending = ''] = /http\S+\/u\/\S+topic=owned-release/.exec(mail?.text ?? '') ?? []
  const [muting = ''] = /http\S+\/u\/\S+game=\S+/.exec(mail?.text ?? '') ?? []
  expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${ending}>`)
  const click = (link: string) =>
    fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect((await click(ending)).status).toBe(200)
  expect((await reader.get('/api/notice-preferences')).body.topics).toContainEqual({
    topic: 'owned-release',
    site: true,
    mail: 'never',
  })
  expect((await reader.get('/api/whoami')).body.notifyUpdates).toBe(true)
  expect(await labelsOf(reader)).toEqual(['0.5'])
  const mailing = async () => (await reader.get('/api/notices/games')).body
  expect(await mailing()).toMatchObject([
    { title: game.title, mails: 1, topics: ['owned-release'], isMuted: false },
  ])
  expect((await click(muting)).status).toBe(200)
  expect(await labelsOf(reader)).toEqual([])
  expect(await mailing()).toMatchObject([{ mails: 1, isMuted: true }])
  await letPass('31 days')
  expect(await mailing()).toMatchObject([{ mails: 0, isMuted: true }])
  await reader.put('/api/notices/games', { gameIds: [game._id], isMuted: false })
  expect(await mailing()).toEqual([])
  expect((await click(ending.replace(/\?.*/, ''))).status).toBe(200)
  expect((await reader.get('/api/whoami')).body.notifyUpdates).toBe(false)
})

it('N1 One click in an email of two topics ends both', async () => {
  const game = await publishGame(dev)
  const reader = await aReader(game)
  const { unsubscribe_token: token } = await test.row<{ unsubscribe_token: string }>`
    select unsubscribe_token from accounts where id = ${reader.id}`
  const { unsubscribeUrl: ending = '' } = releaseMail(
    test.store.config,
    { email: reader.email, token },
    {
      topics: ['owned-release', 'window-changed'],
      ...{
        gameId: game._id,
        slug: game.slug,
        title: game.title,
        isExplicit: false,
        savesNote: '',
        version: null,
      },
      releases: [{ label: '0.6', summary: '' }],
      changes: [{ label: '0.7', reason: 'A bug.' }],
    },
  )
  expect(await (await fetch(ending)).text()).toContain(
    'emails about new versions of games you own and early access changes of games you own',
  )
  const clicked = await fetch(ending, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(clicked.status).toBe(200)
  const { topics } = (await reader.get('/api/notice-preferences')).body
  for (const topic of ['owned-release', 'window-changed'])
    expect(topics).toContainEqual({ topic, site: true, mail: 'never' })
})

it('N1 One click in an email of a topic that this version does not know ends all news, as its page says', async () => {
  const reader = await signedIn(test)
  await reader.put('/api/settings', { notifyUpdates: true })
  const { unsubscribe_token: token } = await test.row<{ unsubscribe_token: string }>`
    select unsubscribe_token from accounts where id = ${reader.id}`
  const link = `${test.url}/u/${token}?topic=later`
  expect(await (await fetch(link)).text()).toContain('product updates')
  expect((await fetch(link, { method: 'POST' })).status).toBe(200)
  expect((await reader.get('/api/whoami')).body.notifyUpdates).toBe(false)
})

it('N3 The email about an 18+ game names it neither in the subject nor in the first line', async () => {
  const game = await publishGame(dev, ['Windows'], { category: 'NSFW', title: 'Velvet Orbit' })
  const reader = await aReader(game)
  await releaseGame(dev, game, { label: '0.5', notify: 'mail' })
  const [mail] = await newsTo(reader)
  expect(mail?.subject).toBe('A game you own has a new version')
  const [first, ...others] = mail?.text?.split('\n\n') ?? []
  expect(first).toBe('There is news about a game in your library.')
  expect(others.join()).toContain('Velvet Orbit 0.5 is out.')
})

it('N8 What is new is grouped by game, counted, and marked as read in part or as a whole', async () => {
  const games = [await publishGame(dev), await publishGame(dev, ['Windows'], { title: 'Low Tide' })] as const
  const owner = await anOwner(test, games[0])
  await buyAndPay(test, owner, { id: games[1]._id, slug: games[1].slug, files: [] })
  await fetchFile(owner, games[1])
  for (const label of ['0.5', '0.6', '0.7']) await releaseGame(dev, games[0], { label })
  await releaseGame(dev, games[1], { label: '2.0' })
  await test.drain()
  expect(await unreadOf(owner)).toBe(2)
  const [low, ferry] = await noticesOf(owner)
  expect([low?.labels, ferry?.labels]).toEqual([['2.0'], ['0.7', '0.6', '0.5']])
  expect(ferry && noticeTitle(ferry)).toBe('Night Ferry: 3 updates')
  const other = await signedIn(test)
  await other.post('/api/notices/read', { ids: ferry?.ids })
  expect(await unreadOf(owner)).toBe(2)
  await owner.post('/api/notices/read', { ids: low?.ids })
  expect(await unreadOf(owner)).toBe(1)
  expect((await noticesOf(owner)).map(({ title, isNew }) => [title, isNew])).toEqual([
    ['Night Ferry', true],
    ['Low Tide', false],
  ])
  await owner.post('/api/notices/read', { all: true })
  expect(await unreadOf(owner)).toBe(0)
  const page = await owner.get('/api/notices?limit=1')
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  const rest = await owner.get(next)
  expect([...page.body, ...rest.body].map(({ title }: Notice) => title)).toEqual(['Low Tide', 'Night Ferry'])
})

/** Its notices are in an email that was queued and is not sent yet. */
async function queuedMail({ id }: Person): Promise<Mail> {
  const mail = { id: uuid(), to: '', subject: '', text: '', html: '', unsubscribeUrl: `${test.url}/u/1` }
  await test.sql`update notices set mail_at = null, mailed_at = now(), mail_id = ${mail.id} where account_id = ${id}`
  return mail
}
