/** What the journeys need of a browser, which remembers nothing from before. */

export type Browser = {
  /** The first tab. */
  tab: Tab
  /** Where downloads are saved. */
  downloads: string
  /** Ends it. Answers what went wrong on its pages: uncaught errors, errors in the console, violations of the content policy. */
  close(): Promise<string[]>
}

/** An expression is JavaScript. It is evaluated in the page. */
export type Tab = {
  goTo(url: string): Promise<void>
  goBack(): Promise<void>
  reload(): Promise<void>
  close(): Promise<void>
  /** The value of an expression, which may be a promise. It is JSON. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Presses the mouse on the element that an expression answers. */
  click(element: string): Promise<void>
  /** Chooses files in a file input. */
  chooseFiles(element: string, paths: readonly string[]): Promise<void>
  press(key: Key): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Uint8Array>
  /** A tab that was opened by a page and that nobody has asked for before, once there is one. */
  opened(): Promise<Tab>
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space' | 'ArrowDown' | 'ArrowRight' | 'End' | 'Backspace'

export type Cookies = 'accepted' | 'refused'

export type Engine = { name: string; open(cookies: Cookies): Promise<Browser> }
