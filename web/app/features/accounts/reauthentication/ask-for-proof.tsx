import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { ConfirmIdentity } from './confirm-identity.tsx'

let asking: Promise<boolean> | null = null

/** Asks once for all waiting calls. Returns whether users confirmed their identity. */
export function askForProof(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

/** A separate React root, because any call of any page may need it, also inside another dialog. */
function ask(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  place.dataset.identityCheck = '' // the dialog that waits for it is hidden: one dialog is seen, whose content changes
  const root = createRoot(place)
  return new Promise((resolve) => {
    const end = (isProven: boolean) => {
      root.unmount()
      place.remove()
      resolve(isProven)
    }
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ConfirmIdentity onEnd={end} />
      </QueryClientProvider>,
    )
  })
}
