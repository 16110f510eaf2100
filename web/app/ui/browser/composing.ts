/**
 * Whether an event belongs to an input method, as the Enter does that takes a word. Safari ends the composition before that
 * key and marks it by its code alone.
 */
export function isComposing({ nativeEvent }: { nativeEvent: Event }): boolean {
  const { isComposing, keyCode } = nativeEvent as Partial<KeyboardEvent> // other events have neither
  return isComposing === true || keyCode === 229
}
