import { HtmlValidate, type MetaDataTable } from 'html-validate'

/** What ARIA in HTML adds of roles to the elements of HTML, where a page of ours could break it. */
const ARIA: MetaDataTable = {
  input: {
    attributes: {
      role: {
        allowed: (input, role) =>
          input.getAttribute('type') === 'search' && role ? 'has that role already, or no other' : null,
      },
    },
  },
  label: { attributes: { 'aria-hidden': { allowed: () => 'names a field' } } },
  ...Object.fromEntries(
    ['thead', 'tbody', 'tfoot', 'tr', 'th', 'td'].map((part) => [
      part,
      { attributes: { role: { allowed: () => 'is a part of a table by itself' } } },
    ]),
  ),
}

/** The rules of WHATWG's HTML and of ARIA in HTML; how a page is written is not their business. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  elements: ['html5', ARIA],
  rules: { 'missing-doctype': 'error' },
})

/** What is wrong with a document, a line each. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector ?? ''}`),
  )
}
