const REVOKE_AFTER_MS = 60_000

/** Downloads a file that the page has in memory, with that name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the bytes only after the click.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
