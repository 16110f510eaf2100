import { DESCRIPTION_TAGS, isAllowedLink, isOwnPicture } from '@nofiller/contract/authoring/description'
import { DESCRIPTION_MAX } from '@nofiller/contract/authoring/game-rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowedHtml, spliced, tagSoup } from '../testing/fixtures/description-html.ts'
import { XSS_VECTORS } from '../testing/fixtures/xss-vectors.ts'
import { propertyRuns } from '../testing/properties.ts'
import { cleanHtml, NESTING_MAX } from './html.ts'

const LINK = 'rel="nofollow noopener noreferrer" target="_blank"'

const cleaned = (html: string): string => cleanHtml(html) ?? ''

/** Anything that is neither an allowed tag nor text, checked by the characters alone. */
function foreignParts(html: string): string[] {
  const left = html.replace(/<\/?([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)>/g, (tag, name, attributes) =>
    DESCRIPTION_TAGS.includes(name) && foreignAttributes(attributes).length === 0 ? '' : tag,
  )
  return left.match(/<[^>]*>?|>/g) ?? []
}

const foreignAttributes = (attributes: string): string[] =>
  [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)]
    .filter(([, name = '', value = '']) => {
      if (name === 'href') return !isAllowedLink(value)
      if (name === 'src') return !isOwnPicture(value)
      return !['class', 'alt', 'rel', 'target'].includes(name)
    })
    .map(([attribute]) => attribute)

const depthOf = (html: string): number => {
  let depth = 0
  let deepest = 0
  for (const [, slash] of html.matchAll(/<(\/?)(?!br|hr|img)[a-z0-9]+/g)) {
    depth += slash ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

describe('a description', () => {
  it.each([
    ['a script', '<p>a<script>x()</script>b</p>', '<p>ab</p>'],
    ['a style', 'a<style>p{}</style>', 'a'],
    ['a frame', 'a<iframe src="https://a.test">b</iframe>c', 'ac'],
    ['an event', '<p onclick="x()">a</p>', '<p>a</p>'],
    ['styles in an attribute', '<p style="color:red" id="x">a</p>', '<p>a</p>'],
    ['a script in a link', '<a href="java\nscript:x()">a</a>', `<a ${LINK}>a</a>`],
    ['a link to data', '<a href="data:text/html,x">a</a>', `<a ${LINK}>a</a>`],
    ['a table', '<table><tr><td>a</td></tr></table>', 'a'],
    ['a picture of another site', '<img src="https://a.test/uploads/a.png">', ''],
    ['a picture above the uploads', '<img src="/api/logout">', ''],
    ['a picture without an address', '<img alt="a">', ''],
  ])('E4 loses %s', (_, html, clean) => expect(cleaned(html)).toBe(clean))

  it.each([
    ['a class', '<div class="fixed inset-0 z-50">a</div>', '<div class="fixed inset-0 z-50">a</div>'],
    [
      'a picture of this store',
      '<img src="/uploads/a/b.webp" alt="">',
      '<img src="/uploads/a/b.webp" alt="">',
    ],
    ['a link', '<a href="https://a.test">a</a>', `<a href="https://a.test" ${LINK}>a</a>`],
    ['a mail', '<a href="mailto:a@b.test" rel="x">a</a>', `<a href="mailto:a@b.test" ${LINK}>a</a>`],
    ['what is between unknown tags', '<article><p>a</p></article>', '<p>a</p>'],
    ['lines, ended as in a browser', 'a\r\nb&#13;c&nbsp;d', 'a\nb\nc&nbsp;d'],
    ['what looks like a tag', '1 &lt; 2 > 0 & so on', '1 &lt; 2 &gt; 0 &amp; so on'],
  ])('E4 keeps %s', (_, html, clean) => expect(cleaned(html)).toBe(clean))

  it.each([
    ['a list item', '<li><div><li>a</li></div></li>', '<li><div></div></li><li>a</li>'],
    ['a heading', '<h1><div><h2><h3>a</h3></h2></div></h1>', '<h1><div></div></h1><h2></h2><h3>a</h3>'],
    ['a paragraph', '<p><b>a<div>b</div>c</b></p>', '<p><b>a</b></p><div>b</div>c'],
    ['a link', '<a><b><a>a</a></b></a>', `<a ${LINK}><b></b></a><a ${LINK}>a</a>`],
  ])('E4 ends %s where a browser would, so that nothing leaves its box', (_, html, clean) =>
    expect(cleaned(html)).toBe(clean),
  )

  it('E4 is nested at most 30 levels deep', () => {
    expect(depthOf(cleaned('<div>'.repeat(40)))).toBe(NESTING_MAX)
    expect(cleaned(`${'<div>'.repeat(40)}deep${'</div>'.repeat(40)}`)).toContain('deep')
  })

  it('E4 is refused when it is nested too deeply or too long', () => {
    expect(cleanHtml(`${'<b>'.repeat(1_000)}a`)).toBe(null)
    expect(cleaned('a'.repeat(DESCRIPTION_MAX))).toHaveLength(DESCRIPTION_MAX)
    expect(cleanHtml('a'.repeat(DESCRIPTION_MAX + 1))).toBe(null)
  })

  it('E4 of allowed elements survives unchanged, in every combination', () => {
    fc.assert(
      fc.property(allowedHtml, (html) => {
        expect(cleaned(html)).toBe(html)
      }),
      { numRuns: propertyRuns(1_000) },
    )
  })
})

describe('whatever is sent as a description', () => {
  const hostile = fc.oneof(spliced(XSS_VECTORS), spliced([...XSS_VECTORS, ...DESCRIPTION_TAGS]), tagSoup)

  it('E5 is tested with many different attack vectors', () => {
    expect(new Set(XSS_VECTORS).size).toBe(XSS_VECTORS.length)
    expect(XSS_VECTORS.length).toBeGreaterThan(100)
  })

  it.each(XSS_VECTORS)('E5 loses everything executable from %j', (vector) => {
    expect(foreignParts(cleaned(vector))).toEqual([])
  })

  it('E5 loses everything executable from vectors that are cut and spliced', () => {
    fc.assert(
      fc.property(hostile, (html) => {
        expect(foreignParts(cleaned(html))).toEqual([])
      }),
      { numRuns: propertyRuns(5_000) },
    )
  })

  it('E4 does not change when cleaned twice, and has balanced elements at most 30 levels deep', () => {
    fc.assert(
      fc.property(hostile, (html) => {
        const clean = cleaned(html)
        expect(cleaned(clean)).toBe(clean)
        expect(depthOf(clean)).toBeLessThanOrEqual(NESTING_MAX)
        expect(clean.match(/<\/[a-z]/g)?.length ?? 0).toBe(clean.match(/<(?!br|hr|img)[a-z]/g)?.length ?? 0)
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })
})

describe('the time that cleaning takes', () => {
  const SIZE = 50_000
  const filled = (unit: string, size = SIZE) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
  const ordinary = filled('<p>A crossing, <b>by night</b>, in <a href="https://a.test">fog</a>.</p>')

  const ROUNDS_MAX = 40

  function timeOf(html: string): number {
    const start = performance.now()
    cleaned(html)
    return performance.now() - start
  }

  /**
   * The ratio of the times for two texts, in the best rounds of both, which a busy machine disturbs least. Repeated
   * until it is below a bound, or often enough: a real slowdown never is.
   */
  function ratioOf(html: string, other: string, bound: number): number {
    let [best, bestOfOther] = [timeOf(html), timeOf(other)]
    for (let round = 1; round < ROUNDS_MAX && best >= bound * bestOfOther; round += 1) {
      best = Math.min(best, timeOf(html))
      bestOfOther = Math.min(bestOfOther, timeOf(other))
    }
    return best / bestOfOther
  }

  it.each([
    ['signs that open nothing', filled('<')],
    ['elements that are never closed', filled('<b>')],
    ['unknown elements that are never closed', filled('<x>')],
    ['elements that close others', filled('<b>', SIZE / 2) + filled('</i>', SIZE / 2)],
    ['as many open ones as may be, and what does not close them', '<b>'.repeat(499) + filled('</i>')],
    ['deep nesting, closed', '<b>'.repeat(7_000) + '</b>'.repeat(7_000)],
    ['elements that end one another', filled('<p><b>', 3_000) + filled('<li>')],
    ['links in links', filled('<a>')],
    ['6,000 attributes', `<p ${Array.from({ length: 6_000 }, (_, at) => `a${at}=1`).join(' ')}>`],
    ['pictures of other sites', filled('<img src=x>')],
    ['frames in frames', filled('<iframe>')],
    ['what only browsers read as raw text', filled('<noscript></p>')],
    ['comments that never end', filled('<!--')],
    ['attributes that never end', filled('<p class="')],
    ['one long address', `<a href="https://${filled('a.')}">`],
    ['one long path', `<img src="/uploads/${filled('a/')}!">`],
    ['references', filled('&amp')],
    ['tables and foreign elements', filled('<table><svg><math>')],
  ])('E6 is close to that of an ordinary text of the same size: %s', (_, html) => {
    expect(ratioOf(html, ordinary, 15)).toBeLessThan(15)
  })
})
