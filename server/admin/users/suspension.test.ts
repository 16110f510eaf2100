import { expect, it } from 'vitest'
import { buyAndPay } from '../../testing/buying.ts'
import { clientOf } from '../../testing/client.ts'
import { addGame } from '../../testing/fixtures/games.ts'
import { PASSWORD, type Person, signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const admin = usePerson(test, 'admin')

const suspend = (person: Person, suspended: boolean) =>
  admin.patch(`/api/admin/users/${person.id}`, { suspended, reason: 'As agreed' })

it('A9 a suspended user gets nothing, and a restored one has to log in again and make new download links', async () => {
  const june = await signedIn(test)
  const game = await addGame(test, { developerId: admin.id })
  const order = await buyAndPay(test, june, game)
  const linkPath = `/api/library/${game.id}/link`
  const fileId = game.files[0]?.id
  const login = () => test.nobody.post('/api/login', { email: june.email, password: PASSWORD })
  const cookie = (await login()).headers.get('set-cookie')?.split(';')[0] ?? ''
  const refresh = () => test.nobody.send('POST', '/api/refresh', { headers: { cookie } })
  const link: string = (await june.post(linkPath, { fileId })).body.url
  const follow = async (address: string) => (await test.nobody.get(address)).status
  const told = async () => (await test.nobody.get(`/api/order-status/${order.orderId}`)).body
  expect(await follow(link)).toBe(302)
  expect(await told()).toEqual({ status: 'PAID', downloadUrl: expect.any(String) })

  await suspend(june, true)
  expect(await login()).toMatchObject({ status: 403, body: { code: 'suspended' } })
  for (const path of ['/api/whoami', '/api/library', '/api/orders'])
    expect((await june.get(path)).status, path).toBe(401)
  expect((await june.post('/api/upload/temp-file', {})).status).toBe(401)
  expect((await refresh()).status).toBe(401)
  expect(await follow(link)).toBe(404)
  expect(await told()).toEqual({ status: 'PAID' })

  await suspend(june, false)
  expect((await june.get('/api/whoami')).status).toBe(401)
  expect((await refresh()).status).toBe(401)
  expect(await follow(link)).toBe(404)
  const again = clientOf(test.url, (await login()).body.accessToken)
  const fresh: string = (await again.post(linkPath, { fileId })).body.url
  expect(fresh).not.toBe(link)
  expect(await follow(fresh)).toBe(302)
  expect(await told()).toHaveProperty('downloadUrl')
})
