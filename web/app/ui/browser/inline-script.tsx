import { createContext, useContext } from 'react'

/** During server rendering: marks the store's own scripts. The server removes the mark before anyone sees it. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/**
 * A script that runs while the page is still being parsed; no other inline script is allowed to (server/web/page-cache.ts).
 * Only the server needs its code: in the browser it is empty, which saves bytes.
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
 * The source of a function that only uses its arguments and browser globals: it runs without the page's modules.
 * Functions among its arguments must be self-contained, too. Call it where `import.meta.env.SSR` holds, so the function
 * is not included again in the page's scripts.
 */
export const scriptOf = <All extends Given[]>(run: (...given: All) => void, ...given: All): string =>
  `(${run})(${given.map((value) => (typeof value === 'function' ? String(value) : JSON.stringify(value))).join()});`
