const REVOKE_AFTER_MS = 60_000

/** Gives the user a file that the page holds, as a download of that name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the bytes only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
