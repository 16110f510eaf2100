import { expect, it } from 'vitest'
import { tagsLostInRich } from './unsupported-in-rich-text.ts'

it('The rich editor loses nothing that it wrote itself', () => {
  expect(
    tagsLostInRich(
      '<h2>Hi</h2><p><strong>a</strong><br><em>b</em><u>c</u></p><ul><li><p>d</p></li></ul><ol><li>e</li></ol><hr><blockquote><p><a href="https://a.test" rel="x" target="_blank">f</a></p></blockquote><p><img src="/uploads/a.png" alt="class = x"></p>',
    ),
  ).toEqual([])
})

it.each([
  ['', []],
  ['plain & 1 < 2', []],
  ['<B>a</B><I>b</I>', []],
  ['<!-- <div> -->a', []],
  ['<!-- <div>', []],
  [
    '<!DOCTYPE html><html><head><title>a</title></head><body>b</body></html>',
    ['doctype', 'html', 'head', 'title', 'body'],
  ],
  [
    '<meta charset=x><link href=y><style>p{}</style><script>z()</script>',
    ['meta', 'link', 'style', 'script'],
  ],
  ['<iframe src=x></iframe>', ['iframe']],
  ['<table><tr><td>a</td></tr></table><table></table>', ['table', 'tr', 'td']],
  ['<div><span>a</span></div>', ['div', 'span']],
  ['<p class="lead">a</p>', ['class']],
  ['<p id="x"class=lead>a</p>', ['class']],
  ['<p\nCLASS = lead>a</p>', ['class']],
  ['<p class>a</p>', ['class']],
  ['<img alt="a > b" class="x">', ['class']],
  ['<p data-class="x" title="classy">a</p>', []],
  ['<h4>a</h4><DIV/>', ['h4', 'div']],
  ['<x-y>a</x-y>', ['x-y']],
  ['<div', ['div']],
])('The rich editor says that of %j it loses %j', (html, lost) => expect(tagsLostInRich(html)).toEqual(lost))
