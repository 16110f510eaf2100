/** A file size as shown everywhere: MB with one decimal, bytes divided by 1048576 (requirements 1.7). */
export const showSize = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`
