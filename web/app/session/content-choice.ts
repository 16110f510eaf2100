import { CONTENT_CHOICES, CONTENT_COOKIE, type ContentChoice } from '@nofiller/contract/content-choice'
import { useSyncExternalStore } from 'react'

/** Counted anew from each visit. */
const KEPT_SECONDS = 365 * 86_400

const listeners = new Set<() => void>()
const answerListeners = new Set<() => Promise<unknown>>()
let answersChanging = 0
/** Read once, because reading cookies is slow; it also stands in for the cookie where the browser refuses it. */
let current: ContentChoice | null | undefined
let otherTabs: BroadcastChannel | null = null

/** What this browser's visitor chose to see of NSFW games, null while they never did. The server reads the same cookie. */
export function contentChoice(): ContentChoice | null {
  if (current === undefined) {
    current = readCookie() ?? readOldPreference()
    if (current) writeCookie(current)
  }
  return current
}

/** What counts in this browser; null on the server and in the first render. All tabs keep in step. */
export const useContentChoice = (): ContentChoice | null =>
  useSyncExternalStore(
    watch,
    () => contentChoice() ?? 'blur',
    () => null,
  )

/** Whether it is to see them all as they are; false on the server. Most visitors' pages need not render again for it. */
export const useShowsAll = (): boolean =>
  useSyncExternalStore(
    watch,
    () => contentChoice() === 'show',
    () => false,
  )

/** Remembers a choice in this browser and tells its other tabs. */
export function keepContentChoice(choice: ContentChoice): void {
  writeCookie(choice)
  otherTabs?.postMessage(choice)
  follow(choice)
}

/** Calls back when the server answers otherwise from now on: whoever holds its answers asks again. */
export function onAnswersChange(askAgain: () => Promise<unknown>): () => void {
  answerListeners.add(askAgain)
  return () => {
    answerListeners.delete(askAgain)
  }
}

/** Whether a page's data are asked for again because of the choice, a reason that its address does not show. */
export const areAnswersChanging = (): boolean => answersChanging > 0

function watch(listener: () => void): () => void {
  if (otherTabs === null) {
    otherTabs = new BroadcastChannel(CONTENT_COOKIE)
    otherTabs.onmessage = ({ data }: MessageEvent<ContentChoice>) => follow(data)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function follow(choice: ContentChoice) {
  const before = contentChoice()
  current = choice
  for (const listener of [...listeners]) listener()
  // Blurred or shown is this browser's own matter.
  if ((before === 'sfw') !== (choice === 'sfw')) void changeAnswers()
}

async function changeAnswers() {
  answersChanging += 1
  await Promise.allSettled([...answerListeners].map((askAgain) => askAgain()))
  answersChanging -= 1
}

function readCookie(): ContentChoice | null {
  const kept = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${CONTENT_COOKIE}=`))
  return CONTENT_CHOICES.find((choice) => kept === `${CONTENT_COOKIE}=${choice}`) ?? null
}

function writeCookie(choice: ContentChoice) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where scripts are not secure, and in older browsers
  document.cookie = `${CONTENT_COOKIE}=${choice}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax${secure}`
}

/** Before there was a cookie, local storage kept under `nsfw` that pictures are shown. */
function readOldPreference(): ContentChoice | null {
  try {
    const old = window.localStorage.getItem('nsfw')
    window.localStorage.removeItem('nsfw')
    return old === 'show' ? 'show' : null
  } catch {
    return null // forbidden, so nothing is there
  }
}
