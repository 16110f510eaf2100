import { useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

/** The common passwords, and the function that loads them when the user types a password: empty until then, and when loading fails. */
export function useCommonPasswords(): [common: ReadonlySet<string>, load: () => void] {
  const [common, setCommon] = useState(NONE)
  const load = () => {
    import('@nofiller/contract/accounts/common-passwords').then(
      ({ COMMON_PASSWORDS }) => setCommon(COMMON_PASSWORDS),
      () => undefined, // the server refuses them anyway
    )
  }
  return [common, load]
}
