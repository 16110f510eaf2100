import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { splitHead, toHtml, toSections } from './markdown.ts'
import { fillPlaceholders } from './placeholders.ts'

it('splits a text at its headings', () => {
  expect(
    toSections('Hello.\n\n## 1. Don\'t & "do"\n\nOne.\n\n### More\n\nTwo.\n\n## Tips\n\nThree.'),
  ).toEqual({
    intro: '<p>Hello.</p>',
    sections: [
      {
        id: 'dont-and-do',
        number: 1,
        title: 'Don\'t & "do"',
        html: '<p>One.</p>\n<h3>More</h3>\n<p>Two.</p>',
      },
      { id: 'tips', number: null, title: 'Tips', html: '<p>Three.</p>' },
    ],
  })
})

it.each([
  ['<script>steal()</script>', ''],
  ['![](https://elsewhere.test/x.png)', '<p></p>'],
  ['<p onclick="steal()" style="color:red">x</p>', '<p>x</p>'],
  ['[x](javascript:steal())', '<p><a>x</a></p>'],
  ['[x](//elsewhere.test)', '<p><a>x</a></p>'],
  ['<iframe src="/"></iframe>', ''],
])('removes harmful HTML: %s', (text, html) => {
  expect(toHtml(text)).toBe(html)
})

it('keeps links, lists, check marks and tables', () => {
  expect(toHtml('[a](/faq) [b](https://b.test)')).toBe(
    '<p><a href="/faq">a</a> <a href="https://b.test" target="_blank" rel="noopener">b</a></p>',
  )
  expect(toHtml('- [ ] to do')).toContain('<li><span class="check"></span>')
  expect(toHtml('| a |\n| --- |\n| 1 |')).toContain('<td>1</td>')
})

describe('the head of a file', () => {
  it('is what stands between two lines of ---', () => {
    expect(splitHead('---\ntitle: A: b\ndate: 2026-11-21\n---\n\nText --- here')).toEqual({
      head: { title: 'A: b', date: '2026-11-21' },
      text: '\nText --- here',
    })
  })

  it('may have Windows line endings', () => {
    expect(splitHead('---\r\ntitle: A\r\n---\r\nText').head).toEqual({ title: 'A' })
  })

  it.each(['# Title', '---\ntitle: A\n', '---\nno colon\n---\n'])('is missing in %j', (source) => {
    expect(() => splitHead(source)).toThrow(/head/)
  })
})

it('names an unknown placeholder', () => {
  const config = readConfig({ SECRET_KEY: 'a key for the tests, of 32 characters and more' })
  expect(() => fillPlaceholders('Hi {{nobody}}', config)).toThrow('there is no placeholder {{nobody}}')
})
