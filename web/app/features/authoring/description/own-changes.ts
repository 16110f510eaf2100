/**
 * What an editor opened with or told the form, from the newest value on that the form has shown. The form shows a value a
 * moment later, when the editor may hold more already: setting it back would take away what was typed meanwhile.
 */
export function ownChanges(opened: string) {
  let told = [opened]
  return {
    add: (value: string) => void told.push(value),
    /** Whether what the form shows now is the editor's own. The form leaves out values that were told in quick succession. */
    isOwn: (shown: string): boolean => {
      const at = told.lastIndexOf(shown)
      told = at < 0 ? [shown] : told.slice(at)
      return at >= 0
    },
  }
}
