import { CATALOG_SORTS, type GameCard } from '@nofiller/contract/catalog/catalog'
import { SECTIONS } from '@nofiller/contract/catalog/sections'
import { SAMPLES } from '@nofiller/contract/text/samples'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { addGame } from '../../testing/fixtures/games.ts'
import { signedIn, usePerson } from '../../testing/fixtures/people.ts'
import { propertyRuns } from '../../testing/properties.ts'
import { eventually, useTestStore } from '../../testing/store.ts'

const test = useTestStore()
const june = usePerson(test, 'developer')
beforeEach(async () => {
  await test.sql`delete from games`
})

type NewGame = Partial<Parameters<typeof addGame>[1]>
const add = (title: string, game: NewGame = {}) =>
  addGame(test, { developerId: june.id, title, files: [], tags: [], ...game })

/** With a parameter that no call knows, so each response is made again. */
const address = (query: Record<string, string | number>): string =>
  `/api/games?${new URLSearchParams(Object.entries({ ...query, anew: 1 }).map(([name, value]) => [name, String(value)]))}`

const ask = (query: Record<string, string | number>) => test.nobody.get(address(query))

async function titles(query: Record<string, string | number>): Promise<string[]> {
  const { status, body } = await ask(query)
  expect(status).toBe(200)
  return body.map((game: GameCard) => game.title)
}

const rename = (displayName: string) => june.patch(`/api/profile/${june.id}`, { displayName })

describe('a search in words', () => {
  it('ranks matches in the title over tags, tags over the developer, and the developer over the description', async () => {
    const { id: developerId } = await signedIn(test, 'developer')
    await test.sql`update accounts set display_name = 'Harbour Works' where id = ${developerId}`
    await add('In its text', { description: `<p>${'At the harbour, by the harbour. '.repeat(20)}</p>` })
    await add('In its tags', { tags: ['Harbour'] })
    await add('By its developer', { developerId })
    await add('Harbour Nights')
    await add('Harbour')
    await add('Nowhere')
    expect(await titles({ q: 'harbour' })).toEqual([
      'Harbour',
      'Harbour Nights',
      'In its tags',
      'By its developer',
      'In its text',
    ])
  })

  it('finds words by their beginnings, in any order, regardless of case and accents', async () => {
    await add('Café Größe')
    await add('Night Ferry')
    await add('Ночной паром')
    expect(await titles({ q: 'fer nig' })).toEqual(['Night Ferry'])
    expect(await titles({ q: 'CAFE grosse' })).toEqual(['Café Größe'])
    expect(await titles({ q: 'cafè' })).toEqual(['Café Größe'])
    expect(await titles({ q: 'НОЧН' })).toEqual(['Ночной паром'])
    expect(await titles({ q: 'night parade' })).toEqual([])
  })

  it.each([
    ['夜の街物語', ['物語', '夜', '語', '街物', '夜の街物語', '物語　夜']],
    ['夜间渡轮', ['渡轮', '轮']],
    ['遊戲王 II', ['戲', '遊戲 ii']],
    ['ゲームセンター', ['センター', 'ン', 'ｾﾝﾀｰ']],
    ['RPGツクール3', ['ツク', 'rpg', 'クール', '3']],
    ['나의 게임나라', ['임나', '나라', '게임 나의']],
    ['เรือข้ามฟากยามค่ำคืน', ['ข้ามฟาก', 'ค่ำคืน', 'ย']],
    ['ສະບາຍດີ', ['ບາຍ']],
    ['សាឡាងពេលយប់', ['ពេល']],
    ['מעבורת שָׁלוֹם', ['שלום', 'שָׁל']],
    ['عَبّارة الليل', ['عبارة', 'اللي']],
    ['می‌خواهم بازی', ['میخواهم', 'می‌خوا']],
    ['रात की नाव', ['रात', 'ना']],
    ['இரவுப் படகு', ['படகு']],
    ['Ọ̀rẹ́ mi', ['ore', 'ọrẹ']],
    ['ΝΥΧΤΕΡΙΝΟΣ ΠΛΟΥΣ', ['νυχτερινός', 'πλους']],
    ['Ёлка и йод', ['елка', 'ЙОД']],
    ['葛\u{e0100}城の夜', ['葛城']],
    ['👩🏽‍💻 Late Shift', ['👩🏽‍💻', '👩', '💻', 'late 💻', '👩🏽‍💻 Late Shift']],
    ['Night🌊❤️', ['🌊', '❤', 'night ❤️']],
  ])('finds %s by %j, within its words or in another spelling', async (title, searches) => {
    await add(title)
    await add('Another 別の遊び 다른 อื่น')
    for (const q of searches) expect(await titles({ q }), q).toEqual([title])
  })

  it('finds and sorts titles in forty scripts, as they are, in capitals and by their last word', async () => {
    const names = SAMPLES.map(({ text }) => text)
    for (const text of names) await add(text)
    for (const text of names) {
      const [last = text] = text.split(/[\s·]+/u).reverse()
      // Capitals of Georgian are younger than the ICU of the embedded database, and hardly written.
      const capitals = /\p{Script=Georgian}/u.test(text) ? text : text.toUpperCase()
      for (const q of [text, text.normalize('NFD'), capitals, last])
        expect(await titles({ q }), q).toContain(text)
    }
    const sorted = await titles({ sort: 'title' })
    expect(sorted).toEqual(names.toSorted(new Intl.Collator('en').compare))
  })

  it('finds tags and developers in scripts without spaces, and suggests them from one letter on', async () => {
    const { id: developerId } = await signedIn(test, 'developer')
    await test.sql`update accounts set display_name = '月光工房' where id = ${developerId}`
    await add('One', { tags: ['恋愛物語'] })
    await add('Two', { developerId })
    expect(await titles({ q: '物語' })).toEqual(['One'])
    expect(await titles({ q: '工房' })).toEqual(['Two'])
    const suggest = async (q: string) =>
      (await test.nobody.get(`/api/games/suggest?${new URLSearchParams({ q })}`)).body
    expect((await suggest('語')).tags).toEqual(['恋愛物語'])
    await add('Three', { tags: ['❤️‍🩹'] })
    await eventually(async () => (await suggest('❤️‍🩹')).tags[0] === '❤️‍🩹')
    expect((await suggest('©©')).tags).toEqual([])
    expect((await suggest('光')).developers).toMatchObject([{ displayName: '月光工房' }])
    expect((await test.nobody.get('/api/games/suggest?q=a')).status).toBe(422)
  })

  it.each([
    ['lanterns', 'Moth & Lantern'],
    ['witches', 'The Witch'],
    ['stories', 'A Story'],
    ['glass', 'Glass'],
  ])('finds %s in "%s"', async (q, title) => {
    await add(title)
    await add('Glas and Lanternfish')
    expect(await titles({ q })).toEqual([title])
  })

  it('ranks a whole word above the beginning of a word', async () => {
    await add('Nightfall')
    await add('A Night Out')
    await add('Nightingale')
    expect((await titles({ q: 'night' }))[0]).toBe('A Night Out')
  })

  it('ignores tags and entities in a description’s HTML', async () => {
    await add('Plain', { description: '<blockquote class="strong">Fish &amp; chips</blockquote>' })
    expect(await titles({ q: 'chips' })).toEqual(['Plain'])
    for (const q of ['blockquote', 'strong', 'amp']) expect(await titles({ q })).toEqual([])
  })

  it.each([
    ['nigth', 'letters are swapped'],
    ['ngiht fery', 'there is a mistake in each word'],
    ['lanturn', 'a letter is mistaken'],
    ['lntern', 'a letter is missing'],
  ])('finds "%s" although %s', async (q) => {
    await add('Night Ferry Lantern')
    await add('Something Else')
    expect(await titles({ q })).toEqual(['Night Ferry Lantern'])
  })

  it.each([
    ['moth and lantern', 'a title writes a word as a sign'],
    ['a game about moths', 'most of its words say nothing'],
    ['deck builder', 'it is written as one word'],
    ['pixelart lantern', 'it is written as two words'],
    ['the lantren', 'it holds a filler and a mistake'],
  ])('finds "%s" although %s', async (q) => {
    await add('Moth & Lantern', { tags: ['Pixel Art', 'Deckbuilder'] })
    await add('The Something Builder')
    expect(await titles({ q })).toEqual(['Moth & Lantern'])
  })

  it('searches for a filler word when it is part of a title', async () => {
    await add('The And')
    expect(await titles({ q: 'the and' })).toEqual(['The And'])
    expect(await titles({ q: 'of the' })).toEqual([])
  })

  it('finds a mistyped tag and developer, but nothing by a word that is too different', async () => {
    await test.sql`update accounts set display_name = 'Moonwright' where id = ${june.id}`
    await add('One', { tags: ['Roguelike'] })
    expect(await titles({ q: 'rougelike' })).toEqual(['One'])
    expect(await titles({ q: 'moonwrihgt' })).toEqual(['One'])
    expect(await titles({ q: 'zzzzqqq' })).toEqual([])
  })

  it('finds games by their developer’s new name soon after a change, and no longer by the old one', async () => {
    for (let n = 0; n < 45; n += 1) await add(`Game ${n}`)
    const countOf = async (q: string) => (await titles({ q })).length
    await rename('Old Quay')
    await eventually(async () => (await countOf('quay')) === 45)
    await rename('New Pier')
    await eventually(async () => (await countOf('pier')) === 45)
    expect(await countOf('quay')).toBe(0)
  })

  it('does not lock games while their developer is renamed', async () => {
    const { id } = await add('One')
    await test.db.transaction().execute(async (tx) => {
      await tx.selectFrom('games').select('id').where('id', '=', id).forUpdate().execute()
      expect((await rename('Third Wharf')).status).toBe(200)
    })
    await eventually(async () => (await titles({ q: 'wharf' })).length === 1)
  })

  it('lists the newest games first when nothing is searched for', async () => {
    for (const title of ['First', 'Second', 'Third']) await add(title)
    expect(await titles({})).toEqual(['Third', 'Second', 'First'])
    expect(await titles({ sort: 'match' })).toEqual(['Third', 'Second', 'First'])
  })

  it('lists the cheapest or most expensive games first, or by title', async () => {
    await add('Beta', { priceCents: 500 })
    await add('Gamma', { priceCents: 1_500 })
    await add('Alpha', { priceCents: 1_000 })
    expect(await titles({ sort: 'price' })).toEqual(['Beta', 'Alpha', 'Gamma'])
    expect(await titles({ sort: '-price' })).toEqual(['Gamma', 'Alpha', 'Beta'])
    expect(await titles({ sort: 'title' })).toEqual(['Alpha', 'Beta', 'Gamma'])
  })

  it('sorts titles alphabetically in every script, regardless of accents and case', async () => {
    const sorted = [
      '2 Days',
      'Émile',
      'Eva',
      'Łódź',
      'Lost',
      'Märchen',
      'Maze',
      'Đêm',
      'Deal',
      'zoo',
      'Ёлка',
      'Ель',
      'アニメ',
      'いぬ',
    ].toSorted(new Intl.Collator('en').compare)
    expect(sorted.slice(0, 4)).toEqual(['2 Days', 'Deal', 'Đêm', 'Émile'])
    for (const title of [...sorted].reverse()) await add(title)
    expect(await titles({ sort: 'title' })).toEqual(sorted)
  })

  it('finds short words with a mistake, and mistyped beginnings', async () => {
    await add('Rust Darkroom')
    for (const q of ['ruat', 'darjr', 'rsut', 'drak']) expect(await titles({ q })).toEqual(['Rust Darkroom'])
  })

  it('B5 accepts words of any length, even those that grow eighteenfold when folded', async () => {
    const title = '\ufdfa'.repeat(100)
    const tags = ['\ufdfa'.repeat(15), '㌀'.repeat(15)]
    const description = Array.from({ length: 9_000 }, (_, n) => `㌀㌀㌀㌀㌀㌀${n}`).join(' ')
    await add(title, { tags, description: `<p>${description}</p>` })
    await add(`${title} II`)
    const rows = await test.sql<{ same: boolean }>`
      select search::text::tsvector = search as same from games`
    expect(rows).toEqual([{ same: true }, { same: true }])
    await test.sql`copy (select search from games) to stdout` // as a backup reads it
    expect(await titles({ q: title })).toEqual([title, `${title} II`])
    for (const tag of tags) expect(await titles({ tag })).toEqual([title])
    for (const name of ['q', 'tag', 'exclude'])
      for (const word of ['\ufdfa', '㌀', 'x', "'", '𝕏'])
        for (const path of ['games', 'games/facets', 'games/suggest']) {
          const query = new URLSearchParams({
            q: 'xy',
            [name]: word.repeat((name === 'q' ? 100 : 400) / word.length),
          })
          expect((await test.nobody.get(`/api/${path}?${query}`)).status, `${path} ${name} ${word}`).toBe(200)
        }
  })

  it('its functions carry no settings, so a user without superuser rights can restore a backup', async () => {
    const rows = await test.sql`
      select proname from pg_proc where pronamespace = 'public'::regnamespace and proconfig is not null`
    expect(rows).toEqual([])
  })

  it('B5 treats any input as text', async () => {
    await add("It's a \\ trap", { tags: ["o'clock", 'a\\b', 'x%_'] })
    for (const tag of ["o'clock", 'a\\b', 'x%_']) expect(await titles({ tag })).toHaveLength(1)
    const odd = fc.string({
      unit: fc.constantFrom(...`'"\\&|!<>():*%_=^/,;- \u0301éß猫🙂ab\n`),
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(odd, odd, odd, async (q, tag, exclude) => {
        const answers = await Promise.all([
          ask({ q, tag, exclude }),
          test.nobody.get(address({ q, tag, exclude }).replace('/games?', '/games/facets?')),
          test.nobody.get(`/api/games/suggest?${new URLSearchParams({ q: `ab${q}` })}`),
        ])
        expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
      }),
      { numRuns: propertyRuns(30) },
    )
  })
})

describe('filters', () => {
  beforeEach(async () => {
    await add('Crypt', { tags: ['RPG', 'Dark'], devices: ['Windows', 'Linux'], priceCents: 999 })
    await add('Meadow', { tags: ['RPG', 'Cozy'], devices: ['Mac'], priceCents: 0, category: 'NSFW' })
    await add('Tower', { tags: ['JRPG'], devices: ['Linux'], priceCents: 1000, stage: 'In Development' })
    await add('Brush', {
      tags: ['Tools', 'Dark Arts'],
      devices: ['Windows'],
      priceCents: 2500,
      projectType: 'Tool',
    })
  })

  it.each([
    [{ tag: 'dark' }, ['Crypt']],
    [{ tag: 'DARK,rpg' }, ['Crypt']],
    [{ tag: 'rpg' }, ['Tower', 'Meadow', 'Crypt']],
    [{ tag: 'dark,cozy' }, []],
    [{ exclude: 'rpg' }, ['Brush']],
    [{ exclude: 'dark,cozy' }, ['Brush', 'Tower']],
    [{ tag: 'rpg', exclude: 'cozy' }, ['Tower', 'Crypt']],
    [{ tag: 'rpg', exclude: 'rpg' }, []],
    [{ category: 'NSFW' }, ['Meadow']],
    [{ device: 'Linux' }, ['Tower', 'Crypt']],
    [{ type: 'Tool' }, ['Brush']],
    [{ stage: 'In Development' }, ['Tower']],
    [{ price: 'free' }, ['Meadow']],
    [{ price: 'paid' }, ['Brush', 'Tower', 'Crypt']],
    [{ price: '-9.99' }, ['Meadow', 'Crypt']],
    [{ price: '10-' }, ['Brush', 'Tower']],
    [{ price: '9.99-10' }, ['Tower', 'Crypt']],
    [{ price: '11-12' }, []],
    [{ price: '10-5' }, []],
    [{ q: 'cry', tag: 'rpg', device: 'Linux', price: '5-10', exclude: 'cozy' }, ['Crypt']],
    [{ q: 'cry', tag: 'rpg', device: 'Mac' }, []],
  ])('%j leaves the games %j', async (query, left) => {
    expect(await titles({ ...query, sort: 'new' })).toEqual(left)
    expect((await ask(query)).headers.get('x-total-count')).toBe(String(left.length))
  })

  it('match the sections that the database index knows', async () => {
    const rows = await test.sql<{ names: string[] }>`select section_names() as names`
    expect(rows[0]?.names).toEqual([...SECTIONS])
  })

  it('never reveal a draft or a suspended game, by search, filter, facet or suggestion', async () => {
    await add('Hidden Draft', { status: 'draft', tags: ['Secret'] })
    await add('Hidden Taken Down', { tags: ['Secret'] })
    await test.sql`update games set suspended_at = now() where title = 'Hidden Taken Down'`
    expect(await titles({ q: 'hidden' })).toEqual([])
    expect(await titles({ tag: 'secret' })).toEqual([])
    expect((await ask({})).headers.get('x-total-count')).toBe('4')
    const facets = await test.nobody.get('/api/games/facets?anew=1')
    expect(JSON.stringify(facets.body)).not.toContain('Secret')
    const { body } = await test.nobody.get('/api/games/suggest?q=secret&anew=1')
    expect(body).toEqual({ games: [], tags: [], developers: [] })
  })
})

describe('pages of a list', () => {
  /** Every page of a list, by the `Link` of the one before. */
  async function walk(first: string): Promise<string[]> {
    const ids: string[] = []
    for (let next: string | undefined = first; next; ) {
      const { status, body, headers } = await test.nobody.get(next)
      expect(status).toBe(200)
      ids.push(...body.map((game: GameCard) => game._id))
      next = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    return ids
  }

  it.each(CATALOG_SORTS)('contain every game once by %s, with and without a filter', async (sort) => {
    for (let n = 0; n < 23; n += 1)
      await add(n % 2 ? 'Echo' : `echo ${n % 5}`, {
        popularityCents: n % 3,
        priceCents: (n % 4) * 100,
        tags: n % 3 ? ['Even'] : ['Odd'],
      })
    const all = await walk(address({ sort, limit: 4 }))
    expect([all.length, new Set(all).size]).toEqual([23, 23])
    const filtered = await walk(address({ sort, limit: 4, q: 'echo', exclude: 'odd' }))
    expect([filtered.length, new Set(filtered).size]).toEqual([15, 15])
    const mistyped = await walk(address({ sort, limit: 4, q: 'ehco', tag: 'odd' }))
    expect([mistyped.length, new Set(mistyped).size]).toEqual([8, 8])
    const inOnePiece = await ask({ sort, q: 'echo', exclude: 'odd' })
    expect(inOnePiece.body.map((game: GameCard) => game._id)).toEqual(filtered)
  })

  it('refuse an invalid cursor and one of another sort order', async () => {
    for (let n = 0; n < 3; n += 1) await add(`Echo ${n}`)
    const { headers } = await ask({ sort: 'title', limit: 1 })
    const after = new URL(/<(.*)>/.exec(headers.get('link') ?? '')?.[1] ?? '', test.url).searchParams.get(
      'after',
    )
    const queries: Record<string, string>[] = [
      { after: 'nonsense' },
      { after: Buffer.from('{"value":1}').toString('base64url') },
      { after: String(after), sort: 'price' },
      { after: String(after), q: 'echo' },
    ]
    for (const query of queries) {
      const { status, body } = await test.nobody.get(address(query))
      expect([status, body.code]).toEqual([400, 'bad_cursor'])
    }
  })
})
