import type {
  InformationPage,
  Journal,
  JournalEntry,
  JournalName,
  PageName,
} from '@nofiller/contract/content/information'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { splitHead, toHtml, toSections } from './markdown.ts'
import { fillPlaceholders } from './placeholders.ts'
import { readText, textsIn } from './texts.ts'

const ENTRY_FILE = /^[a-z0-9-]+\.md$/

const PageHead = z.strictObject({ title: z.string().min(1), description: z.string().min(1) })
const EntryHead = z.strictObject({ title: z.string().min(1), date: z.iso.date() })

/**
 * Reads a text and renders its HTML, each time: rendered pages are cached elsewhere.
 * @throws Error naming the file, when its head lacks something or it names an unknown placeholder
 */
export async function readPage(config: Config, name: PageName): Promise<InformationPage> {
  const { head, text } = await parseText(config, `${name}.md`, PageHead)
  return { ...head, ...toSections(text) }
}

/** Reads `{name}.md` and the entries in the folder of the same name. @throws Error as `readPage` */
export async function readJournal(config: Config, name: JournalName): Promise<Journal> {
  const { head, text } = await parseText(config, `${name}.md`, PageHead)
  const files = await textsIn(config, name)
  const entries = await Promise.all(
    files.filter((file) => ENTRY_FILE.test(file)).map((file) => readEntry(config, name, file)),
  )
  return { name, ...head, intro: toHtml(text), entries: entries.sort(newestFirst) }
}

async function readEntry(config: Config, name: JournalName, file: string): Promise<JournalEntry> {
  const { head, text } = await parseText(config, `${name}/${file}`, EntryHead)
  return { id: file.replace('.md', ''), ...head, html: toHtml(text) }
}

const newestFirst = (one: JournalEntry, other: JournalEntry): number =>
  other.date.localeCompare(one.date) || one.id.localeCompare(other.id)

async function parseText<Head>(config: Config, path: string, Head: z.ZodType<Head>) {
  const { source, file } = await readText(config, path)
  try {
    const { head, text } = splitHead(source)
    return { head: Head.parse(head), text: fillPlaceholders(text, config) }
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`)
  }
}
