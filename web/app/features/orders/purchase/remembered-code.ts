/** The discount code from a link or a field, until the tab is closed. */
const KEY = 'discount-code'

/** Also null when storage is off. */
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
    // it applies until the page is left
  }
}

export function forgetCode(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // there is none
  }
}
