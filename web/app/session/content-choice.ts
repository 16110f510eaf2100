import {
  CONTENT_COOKIE,
  CONTENT_COOKIE_SECONDS,
  type ContentChoice,
  type ContentView,
  contentChoiceIn,
} from '@nofiller/contract/catalog/content-choice'
import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'

const listeners = new Set<() => void>()
const answerListeners = new Set<() => Promise<unknown>>()
let answersChanging = 0
/** Read once, because reading cookies is slow; it also replaces the cookie when the browser refuses it. */
let current: ContentChoice | null | undefined
let otherTabs: BroadcastChannel | null = null

/** This browser's choice for NSFW games, null before the first one. The server reads the same cookie. */
export function contentChoice(): ContentChoice | null {
  if (current === undefined) {
    current = readCookie()
    if (current) writeCookie(current)
  }
  return current
}

/** How this browser sees NSFW games; in the first render as the server rendered the page. All tabs are synchronized. */
export function useContentView(): ContentView {
  const rendered = useRouteLoaderData<{ view: ContentView }>('root')?.view ?? 'none'
  return useSyncExternalStore(watch, contentView, () => rendered)
}

const contentView = (): ContentView => contentChoice() ?? 'none'

/** Stores a choice in this browser and notifies its other tabs. */
export function keepContentChoice(choice: ContentChoice): void {
  follow(choice)
  otherTabs?.postMessage(choice)
}

/** Calls back when the server's responses change: the caller refetches. */
export function onAnswersChange(askAgain: () => Promise<unknown>): () => void {
  answerListeners.add(askAgain)
  return () => {
    answerListeners.delete(askAgain)
  }
}

/** Refetches what the server rendered for another choice than this browser's, for example before the cookie was set. */
export function catchUpFrom(rendered: ContentView): void {
  if (rendered !== contentView()) void changeAnswers()
}

/** Whether a page's data are refetched because of the choice, a reason that its URL does not show. */
export const areAnswersChanging = (): boolean => answersChanging > 0

function watch(listener: () => void): () => void {
  // Firefox refuses it together with cookies.
  if (otherTabs === null && navigator.cookieEnabled) {
    otherTabs = new BroadcastChannel(CONTENT_COOKIE)
    otherTabs.onmessage = ({ data }: MessageEvent<ContentChoice>) => follow(data)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Every tab stores the choice: browsers write a cookie with a delay, and a tab's next request must include it. */
function follow(choice: ContentChoice) {
  const before = contentChoice()
  writeCookie(choice)
  current = choice
  for (const listener of [...listeners]) listener()
  if (before !== choice) void changeAnswers()
}

/** Has every caller of `onAnswersChange` refetch, because the server now responds differently. */
export async function changeAnswers(): Promise<void> {
  answersChanging += 1
  await Promise.allSettled([...answerListeners].map((askAgain) => askAgain()))
  answersChanging -= 1
}

function readCookie(): ContentChoice | null {
  const name = `${CONTENT_COOKIE}=`
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(name))
  return contentChoiceIn(pair?.slice(name.length))
}

function writeCookie(choice: ContentChoice) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where scripts are not secure, and in older browsers
  document.cookie = `${CONTENT_COOKIE}=${choice}; Path=/; Max-Age=${CONTENT_COOKIE_SECONDS}; SameSite=Lax${secure}`
}
