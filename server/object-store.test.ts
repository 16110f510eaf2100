/** The full store with its files in an object store. */
import { afterAll, describe, expect, it, vi } from 'vitest'
import { buy, buyAndPay, statusOf } from './testing/buying.ts'
import { hasObjectStore, type ObjectStore, openObjectStore } from './testing/fakes/object-store.ts'
import {
  aForm,
  aZip,
  createGame,
  filesJson,
  presign,
  sendForm,
  upload,
} from './testing/fixtures/game-form.ts'
import { addGame } from './testing/fixtures/games.ts'
import { PASSWORD, signedIn, usePerson } from './testing/fixtures/people.ts'
import { eventually, useTestStore } from './testing/store.ts'

describe.skipIf(!hasObjectStore)('with an object store', () => {
  let objects: ObjectStore
  afterAll(() => objects?.stop())
  const test = useTestStore(async () => {
    objects = await openObjectStore()
    return { pages: 'built', settings: objects.environment }
  })
  const developer = usePerson(test, 'developer')

  const priced = { status: 'published', title: 'Night Ferry', price: '9.99' }

  it('uploads a file to the object store, publishes and sells it, and gives the buyer the same bytes', async () => {
    const bytes = aZip(300_000)
    const { body: address } = await presign(developer, 'ferry.zip', bytes.length)
    expect(new URL(address.uploadUrl).origin).toBe(objects.endpoint)
    const put = await fetch(address.uploadUrl, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: address.headers,
    })
    expect(put.status).toBe(200)
    const form = await aForm({ ...priced, gameFilesTempJson: filesJson({ tempKey: address.tempKey }) })
    const { body: game } = await sendForm(developer, '/api/games', form)

    const june = await signedIn(test)
    await buyAndPay(test, june, { id: game._id, slug: game.slug, files: [] })
    const { body: owned } = await june.get(`/api/library?gameId=${game._id}`)
    const fileId = owned[0].files[0]._id
    const { body: download } = await june.post(`/api/library/${game._id}/download`, { fileId })
    expect(new URL(download.downloadUrl).origin).toBe(objects.endpoint)
    const answer = await fetch(download.downloadUrl)
    expect(answer.headers.get('content-disposition')).toContain('ferry.zip')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await test.nobody.get((await cardOf(game._id)) ?? '')).status).toBe(200)
  })

  it('a permanent link gives size, name and any part of a file, and continues after its address has ended', async () => {
    const name = 'Zwölf Nächte.zip'
    const game = await addGame(test, { developerId: developer.id, files: [{ name }] })
    const [{ id: fileId, bytes }] = game.files as [(typeof game.files)[number]]
    const { url } = (await developer.post(`/api/library/${game.id}/link`, { fileId })).body

    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      String(bytes.length),
      'bytes',
    ])
    expect(head.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`)
    const etag = head.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)

    const part = (headers: Record<string, string>) => fetch(url, { headers })
    for (const rest of [
      await part({ range: 'bytes=800-' }),
      await part({ range: 'bytes=800-', 'if-range': etag }),
    ]) {
      expect([rest.status, new URL(rest.url).origin]).toEqual([206, objects.endpoint])
      expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(800))).toBe(true)
    }
    expect((await part({ range: `bytes=${bytes.length}-` })).status).toBe(416)

    const signed = (method: string) => fetch(url, { method, redirect: 'manual' })
    const [toHead, toGet] = [await signed('HEAD'), await signed('GET')].map(
      ({ headers }) => headers.get('location') ?? '',
    )
    expect((await fetch(toHead ?? '')).status).toBe(403) // what says the size gives no bytes
    expect((await fetch(toGet ?? '', { method: 'HEAD' })).status).toBe(403) // so each use signs for its own method
  })

  it('F2 lets its pages reach the object store, and no other origin', async () => {
    const policy = (await test.nobody.get('/create-game')).headers.get('content-security-policy')
    expect(policy).toContain(`connect-src 'self' ${objects.publicUrl};`)
  })

  it('the store has no file addresses of its own', async () => {
    expect((await test.nobody.get('/files/games/a?signature=a')).status).toBe(404)
    const put = await test.nobody.send('PUT', '/files/games/a', { body: 'x' })
    expect(put.status).toBeGreaterThanOrEqual(404)
  })

  it('answers 404 for a file that the object store has lost', async () => {
    const game = await addGame(test, { developerId: developer.id })
    const fileId = game.files[0]?.id ?? ''
    const build = await test.row<{ storage_key: string }>`
      select storage_key from file_builds where file_id = ${fileId}`
    await test.storage.remove(build.storage_key)
    expect((await developer.post(`/api/library/${game.id}/download`, { fileId })).status).toBe(404)
  })

  it('R3 a stalled object store blocks no visitor’s connection, however many uploads are canceled', async () => {
    const game = await addGame(test, { developerId: developer.id })
    const tempKeys: string[] = []
    while (tempKeys.length < 20) tempKeys.push((await presign(developer, 'a.zip', 500)).body.tempKey)
    objects.pause()
    const cancels = tempKeys.map((key) => developer.send('DELETE', `/api/upload/temp-file/${key}`))
    await eventually(async () => {
      const find = test.db.selectFrom('uploads').select('temp_key').where('temp_key', 'in', tempKeys)
      return (await find.where('cancelled_at', 'is not', null).execute()).length === tempKeys.length
    })
    expect((await test.nobody.get(`/api/games/${game.slug}`)).status).toBe(200)
    objects.resume()
    for (const { status } of await Promise.all(cancels)) expect(status).toBe(200)
  })

  it('R6 everything except uploads and downloads works while the object store is down', async () => {
    const { body: created } = await createGame(developer, priced)
    const game = { id: created._id, slug: created.slug, files: [] }
    const picture = (await cardOf(game.id)) ?? ''
    const june = await signedIn(test)
    const paid = await buyAndPay(test, june, game)
    const { body: owned } = await june.get(`/api/library?gameId=${game.id}`)
    const other = await addGame(test, { developerId: developer.id })
    const tempKey = await upload(developer, aZip())
    await objects.stop()

    const good = [
      await test.nobody.get('/'),
      await test.nobody.get(`/game/${game.slug}`),
      await test.nobody.get('/api/games'),
      await test.nobody.get(`/api/games/${game.id}`),
      await test.nobody.post('/api/login', { email: june.email, password: PASSWORD }),
      await june.get('/api/orders'),
      await june.get('/api/library'),
      await test.nobody.get('/api/health'),
    ]
    expect(good.map((answer) => answer.status)).toEqual(good.map(() => 200))
    expect(await statusOf(test, paid)).toBe('PAID')
    expect((await buy(await signedIn(test), other)).orderId).toBeTruthy()

    const away = [
      await presign(developer, 'more.zip', 1_000),
      await june.post(`/api/library/${game.id}/download`, { fileId: owned[0].files[0]._id }),
      await test.nobody.get(picture),
      await createGame(developer, { ...priced, gameFilesTempJson: filesJson({ tempKey }) }),
      await test.nobody.get('/api/ready'),
    ]
    expect(away.map((answer) => answer.status)).toEqual(away.map(() => 503))
    for (const answer of away) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    }
  })

  it('R6 a picture that breaks off before its first byte is not cached', async () => {
    const sizeOf = vi.spyOn(test.storage, 'sizeOf').mockResolvedValue(4)
    const answer = await test.nobody.get('/uploads/dev/game/card/away.webp')
    sizeOf.mockRestore()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.body.code).toBe('unavailable')
  })

  const cardOf = async (gameId: string): Promise<string | undefined> => {
    const { text } = await test.nobody.get(`/api/games/${gameId}`)
    return /\/uploads\/[^"]+\.webp/.exec(text)?.[0]
  }
})
