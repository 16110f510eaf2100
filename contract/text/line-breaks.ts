import { eachText } from './each-text.ts'

/**
 * A received value with every line break of its texts as U+000A, which rules and lengths count as one character. Browser forms
 * send two, programs on old systems U+000D alone (requirements 1.9).
 */
export const withPlainLineBreaks = <Value>(received: Value): Value =>
  eachText(received, (text) => text.replace(/\r\n?/g, '\n'))
