/**
 * The values that an editor opened with or reported, from the newest one that the form has shown. The form shows a value
 * a moment later, when the editor may already have more: setting it back would delete the text typed meanwhile.
 */
export function ownChanges(opened: string) {
  let reported = [opened]
  return {
    add: (value: string) => void reported.push(value),
    /** Whether the form's current value came from the editor. The form skips values that were reported in quick succession. */
    isOwn: (shown: string): boolean => {
      const at = reported.lastIndexOf(shown)
      reported = at < 0 ? [shown] : reported.slice(at)
      return at >= 0
    },
  }
}
