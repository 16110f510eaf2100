/** A LIKE pattern for values that contain what a user typed: only text, never a wildcard (security B5). */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
