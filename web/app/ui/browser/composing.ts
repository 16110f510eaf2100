/**
 * Whether an event belongs to an input method, like the Enter that accepts a word. Safari ends the composition before that
 * key and marks it only by its code.
 */
export function isComposing({ nativeEvent }: { nativeEvent: Event }): boolean {
  const { isComposing, keyCode } = nativeEvent as Partial<KeyboardEvent> // other events have neither
  return isComposing === true || keyCode === 229
}
