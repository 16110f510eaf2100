/** The bar of a page for a signed-in user, before any of the page's modules have loaded. */
import { JSDOM, VirtualConsole } from 'jsdom'
import { beforeAll, expect, it } from 'vitest'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })
let html: string
beforeAll(async () => {
  html = (await test.nobody.get('/faq', { cookie: 'content=show' })).text
})

/** The page in a browser that has stored this, with its inline scripts alone. */
function barWith(stored: object | string | null) {
  const { window } = new JSDOM(html, {
    url: test.url,
    runScripts: 'dangerously',
    virtualConsole: new VirtualConsole(),
    beforeParse({ localStorage }) {
      if (stored) localStorage.setItem('user', typeof stored === 'string' ? stored : JSON.stringify(stored))
    },
  })
  const { document } = window
  const [picture, name] = document.getElementById('stored-user')?.children ?? []
  const shown = {
    isStored: 'storedUser' in document.documentElement.dataset,
    name: name?.textContent,
    initial: picture?.textContent,
    style: picture?.getAttribute('style') ?? '',
  }
  window.close()
  return shown
}

const june = { token: 't', username: 'june_harrow', displayName: 'June', avatarUrl: null }

it('shows the name and the initial of the account that the browser has stored', () => {
  expect(barWith(june)).toMatchObject({ isStored: true, name: 'June', initial: 'J' })
  expect(barWith(june).style).toMatch(/background-color: rgb/)
  expect(barWith({ ...june, displayName: null })).toMatchObject({ name: 'june_harrow', initial: 'j' })
})

it('shows the stored account’s picture', () => {
  const { style, initial } = barWith({ ...june, avatarUrl: '/uploads/june/avatar/1.webp' })
  expect(style).toMatch(/background-image: url\("?\/uploads\/june\/avatar\/1\.webp"?\)/)
  expect(initial).toBe('')
})

it.each([
  ['nobody', null],
  ['who logged out', ''],
  ['what no log-in stored', { username: 'june_harrow' }],
  ['what is no user', '{"token":'],
  ['nothing', 'null'],
])('shows the links to log in to %s', (_who, stored) => {
  expect(barWith(stored)).toMatchObject({ isStored: false, name: '', initial: '', style: '' })
  expect(html).toMatch(/href="\/login"/)
})

it('reserves the place when only the account’s token is stored', () => {
  expect(barWith({ token: 't' })).toMatchObject({ isStored: true, name: '', initial: '' })
})

it('shows a stored name as plain text', () => {
  const name = '<img src=x onerror=alert(1)>'
  expect(barWith({ ...june, displayName: name }).name).toBe(name)
})
