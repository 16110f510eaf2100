import { useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

/** The passwords that many have, and the function that loads them, for when one is chosen: none until then, and where they cannot be loaded. */
export function useCommonPasswords(): [common: ReadonlySet<string>, load: () => void] {
  const [common, setCommon] = useState(NONE)
  const load = () => {
    import('@nofiller/contract/accounts/common-passwords').then(
      ({ COMMON_PASSWORDS }) => setCommon(COMMON_PASSWORDS),
      () => undefined, // the server refuses them all the same
    )
  }
  return [common, load]
}
