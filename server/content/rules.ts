import { readdir, readFile } from 'node:fs/promises'
import type { Rule } from '@nofiller/contract/moderation/moderation'
import type { InformationPage } from '@nofiller/contract/support/information'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { splitHead, toHtml } from './markdown.ts'
import { readPage } from './pages.ts'

const FOLDER = new URL('../../content/rules/', import.meta.url)
const RULE_FILE = /^([a-z]+-\d+)\.md$/

const RuleHead = z.strictObject({
  title: z.string().min(1),
  version: z.coerce.number().int().positive(),
  date: z.iso.date(),
  points: z.coerce.number().int().min(0).max(6),
  reason: z.string().min(1),
})

/** The rules for what is published, by id, from `content/rules`. @throws Error naming the file whose head lacks something */
export async function readRules(): Promise<(Rule & { date: string; html: string })[]> {
  const ids = (await readdir(FOLDER)).flatMap((file) => RULE_FILE.exec(file)?.[1] ?? [])
  return Promise.all(ids.sort().map(readRule))
}

async function readRule(id: string) {
  const { head, text } = splitHead(await readFile(new URL(`${id}.md`, FOLDER), 'utf8'))
  try {
    return { id, ...RuleHead.parse(head), html: toHtml(text) }
  } catch (error) {
    throw new Error(`content/rules/${id}.md: ${error instanceof Error ? error.message : error}`)
  }
}

/** The page of all rules: a section for each, under its id. */
export async function readRulesPage(config: Config): Promise<InformationPage> {
  const [page, rules] = await Promise.all([readPage(config, 'rules'), readRules()])
  const sections = rules.map(({ id, title, version, date, html }) => ({
    id,
    number: null,
    title,
    html: `${html}<p><code>${id}</code>, version ${version}, ${date}</p>`,
  }))
  return { ...page, sections }
}
