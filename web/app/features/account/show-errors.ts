import { flushSync } from 'react-dom'

/** Shows what is wrong in a form and moves the focus to the first wrong field in it. */
export function showErrors(form: HTMLElement | null, apply: () => void): void {
  flushSync(apply)
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
