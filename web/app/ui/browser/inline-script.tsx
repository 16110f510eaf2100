import { createContext, useContext } from 'react'

/** While a page is rendered on the server: marks its scripts as ours. The server takes it out before anyone sees it. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/**
 * A script that runs while the page is still being read; no other inline script is allowed to (server/web/page-cache.ts).
 * Its code is needed on the server alone: in the browser it is empty, and saves its bytes.
 */
export const InlineScript = ({ code }: { code: string }) => (
  <script
    suppressHydrationWarning
    nonce={useContext(ScriptNonce)}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, named in the policy by its hash
    dangerouslySetInnerHTML={{ __html: code }}
  />
)

type Given = string | number | ((...given: never[]) => unknown)

/**
 * The code of a function that is given all it uses, apart from what every browser has: it runs without the page's modules.
 * A function among what it is given must be such a one, too. Call it where `import.meta.env.SSR` holds, so that the function
 * is not sent once more with the page's scripts.
 */
export const scriptOf = <All extends Given[]>(run: (...given: All) => void, ...given: All): string =>
  `(${run})(${given.map((value) => (typeof value === 'function' ? String(value) : JSON.stringify(value))).join()});`
