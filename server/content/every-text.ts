import type { JournalName, PageName } from '@nofiller/contract/content/information'
import type { Config } from '../config.ts'
import { readJournal, readPage } from './pages.ts'
import { readRules } from './rules.ts'

const PAGES: Record<PageName, true> = {
  'how-to-buy': true,
  'detailed-how-to-buy': true,
  faq: true,
  support: true,
  privacy: true,
  terms: true,
  roadmap: true,
  rules: true,
  copyright: true,
}
const JOURNALS: Record<JournalName, true> = { devlog: true, 'patch-notes': true }

/** Reads every text of the store. @returns the problems of those that cannot be shown, each by its file */
export async function brokenTexts(config: Config): Promise<string[]> {
  const read = [
    ...Object.keys(PAGES).map((name) => readPage(config, name as PageName)), // its keys are all of them
    ...Object.keys(JOURNALS).map((name) => readJournal(config, name as JournalName)),
    readRules(config),
  ]
  const results = await Promise.allSettled<unknown>(read)
  return results.flatMap((result) =>
    result.status === 'rejected'
      ? [result.reason instanceof Error ? result.reason.message : `${result.reason}`]
      : [],
  )
}
