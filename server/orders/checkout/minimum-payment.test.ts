import { beforeAll, expect, it } from 'vitest'
import { ProviderError } from '../../payments/provider-http.ts'
import { type Person, signedIn } from '../../testing/fixtures/people.ts'
import { providerOf, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
let developer: Person

beforeAll(async () => {
  developer = await signedIn(test, 'developer')
})

const minimum = () => developer.get('/api/checkout/minimum')

it('tells developers and buyers the smallest price that can be paid', async () => {
  expect(await minimum()).toMatchObject({ status: 200, body: { minimum: 0 } })
  providerOf(test).minimumCents = async () => 154
  expect(await minimum()).toMatchObject({ status: 200, body: { minimum: 1.54 } })
  expect((await (await signedIn(test)).get('/api/checkout/minimum')).body).toEqual({ minimum: 1.54 })
})

it('says so while the provider does not report the smallest payment', async () => {
  providerOf(test).minimumCents = () => Promise.reject(new ProviderError('no coin'))
  expect(await minimum()).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
})
