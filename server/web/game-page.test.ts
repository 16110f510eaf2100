import { SECTIONS } from '@nofiller/contract/catalog/sections'
import { expect, it } from 'vitest'
import { aPicture, aZip, createGame, filesJson, upload } from '../testing/fixtures/game-form.ts'
import { signedIn } from '../testing/fixtures/people.ts'
import { useTestStore } from '../testing/store.ts'

const test = useTestStore({ pages: 'built' })

/** Ends any surrounding syntax, then identifies itself. Short enough for a tag, long enough to break out of one. */
const BREAKOUTS = [
  '"\'></style></script><script>PWNED</script>',
  '"onload="PWNED',
  '</title><PWNED>',
  ');PWNED:url(//PWNED)/*',
  'javascript:PWNED',
  '\u2028PWNED<!--<script>',
]

const URLS = ['href', 'src', 'srcset', 'imagesrcset', 'action', 'formaction', 'poster']
/** The user's text at most as an encoded part of one of the store's own addresses: the link of a tag. */
const OWN_URL = /^(?!.*PWNED)|^\/(?!\/)[^\s"<>&]*$/s
const TEXT_LITERALS = /"(?:[^"\\]|\\.)*"/gs

const insides = (page: string, tag: string): string[] =>
  [...page.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}`, 'gi'))].map((match) => match[1] ?? '')
const attributes = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'gi'))].map((match) => match[1] ?? '')

/** A game whose every text, and whose developer's, is this one. Answers the addresses of their pages. */
async function publishWith(text: string, section: string): Promise<string[]> {
  const developer = await signedIn(test, 'developer')
  const names = { display_name: text, bio: text }
  await test.db.updateTable('accounts').set(names).where('id', '=', developer.id).execute()
  const { body, text: answer } = await createGame(developer, {
    title: text,
    tags: [section, text],
    description: `<p>A game. ${text}</p>`, // whose own links and pictures are the business of its cleaner
    gameFilesTempJson: filesJson({ tempKey: await upload(developer, aZip()), filename: `${text}.zip` }),
    screenshots: await aPicture(),
    screenshotsJson: JSON.stringify([{ part: 0, alt: text }]),
    pageBgImage: await aPicture(),
  })
  expect(body.slug, answer).toBeDefined()
  return [`/game/${body.slug}`, `/dev/${developer.username}`]
}

it('E7 no user text reaches CSS, a URL attribute or a script, and a page’s JSON is escaped', async () => {
  const addresses = ['/', '/games']
  for (const [at, text] of BREAKOUTS.entries())
    addresses.push(...(await publishWith(text, SECTIONS[at] ?? 'RPG')))

  for (const address of addresses) {
    const page = (await test.nobody.get(address)).text
    expect(page, address).toContain('PWNED') // or the text is not on the page, and this proves nothing
    for (const url of URLS.flatMap((name) => attributes(page, name))) expect(url, address).toMatch(OWN_URL)
    const styles = [...attributes(page, 'style'), ...insides(page, 'style')]
    for (const style of styles) expect(style, address).not.toContain('PWNED')
    for (const script of insides(page, 'script')) {
      expect(script, address).not.toMatch(/<!--|<script|[\u2028\u2029]/i)
      expect(script.replace(TEXT_LITERALS, ''), address).not.toContain('PWNED')
    }
    expect(page, address).not.toMatch(/<PWNED|\sonload=/i)
  }
})
