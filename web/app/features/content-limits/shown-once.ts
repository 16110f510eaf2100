/** Whether a visitor asked to see once what their limits or blocks hide. */
export const shownOnce = (url: string): 'once' | undefined =>
  new URL(url).searchParams.get('show') === 'once' ? 'once' : undefined
