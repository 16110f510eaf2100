import { createContext, useContext } from 'react'

/** While a page is rendered on the server: marks its scripts as ours. The server takes it out before anyone sees it. */
export const ScriptNonce = createContext<string | undefined>(undefined)

/** A script that runs while the page is still being read; no other inline script is allowed to (server/web/page-cache.ts). */
export const InlineScript = ({ code }: { code: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, named in the policy by its hash
  <script nonce={useContext(ScriptNonce)} dangerouslySetInnerHTML={{ __html: code }} />
)
