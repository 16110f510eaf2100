// @vitest-environment jsdom
import {
  DESCRIPTION_TAGS,
  descriptionAttributes,
  isAllowedLink,
  isOwnPicture,
} from '@nofiller/contract/authoring/description'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanHtml } from '../../server/platform/html.ts'
import { spliced } from '../../server/testing/fixtures/description-html.ts'
import { XSS_VECTORS } from '../../server/testing/fixtures/xss-vectors.ts'
import { propertyRuns } from '../../server/testing/properties.ts'
import { cleanDescription } from '../../web/app/features/catalog/game/clean-description.ts'

const CLEANERS: [string, (html: string) => string][] = [
  ['server', (html) => cleanHtml(html) ?? ''],
  ['browser', cleanDescription],
]

/** Anything that could run, or navigate away: all but allowed elements with allowed attributes and URLs. */
function foreignParts({ body }: Document): string[] {
  return [...body.querySelectorAll('*')].flatMap((element) => {
    const { localName, namespaceURI, attributes } = element
    if (namespaceURI !== 'http://www.w3.org/1999/xhtml' || !DESCRIPTION_TAGS.some((tag) => tag === localName))
      return localName
    return [...attributes]
      .filter((each) => !isAllowed(localName, each))
      .map(({ name, value }) => `${localName} ${name}=${value}`)
  })
}

const isAllowed = (element: string, { name, value }: Attr): boolean =>
  ['rel', 'target'].includes(name) ||
  (name === 'is' && value === '') || // no cleaner can remove it, and empty it names nothing
  (descriptionAttributes(element).includes(name) &&
    (name !== 'href' || isAllowedLink(value)) &&
    (name !== 'src' || isOwnPicture(value)))

const asPage = (html: string) => new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html')
function asInnerHtml(html: string) {
  const page = asPage('')
  page.body.innerHTML = html
  return page
}

it.each(CLEANERS)('E5 Nothing that could run is left of an attack after the %s cleaned it', (_, cleaned) => {
  fc.assert(
    fc.property(spliced(XSS_VECTORS), (html) => {
      for (const read of [asPage, asInnerHtml]) expect(foreignParts(read(cleaned(html)))).toEqual([])
    }),
    { numRuns: XSS_VECTORS.length + propertyRuns(200), examples: XSS_VECTORS.map((html) => [html]) },
  )
})
