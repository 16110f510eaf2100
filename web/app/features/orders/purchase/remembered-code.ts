/** The discount code that a link brought or that was entered, until the tab is closed. */
const KEY = 'discount-code'

/** Null too where storage is off. */
export function rememberedCode(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function rememberCode(code: string): void {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // it counts until the page is left
  }
}

export function forgetCode(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // there is none
  }
}
