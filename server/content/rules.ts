import type { InformationPage } from '@nofiller/contract/content/information'
import type { Rule } from '@nofiller/contract/moderation/moderation'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { splitHead, toHtml } from './markdown.ts'
import { readPage } from './pages.ts'
import { readText, textsIn } from './texts.ts'

const RULE_FILE = /^([a-z]+-\d+)\.md$/

type Where = Pick<Config, 'contentDir'>

const RuleHead = z.strictObject({
  title: z.string().min(1),
  version: z.coerce.number().int().positive(),
  date: z.iso.date(),
  points: z.coerce.number().int().min(0).max(6),
  reason: z.string().min(1),
})

/** The rules for published content, by id, from the texts in `rules`. @throws Error naming the file with an incomplete head */
export async function readRules(config: Where): Promise<(Rule & { date: string; html: string })[]> {
  const ids = (await textsIn(config, 'rules')).flatMap((file) => RULE_FILE.exec(file)?.[1] ?? [])
  return Promise.all(ids.map((id) => readRule(config, id)))
}

async function readRule(config: Where, id: string) {
  const { source, file } = await readText(config, `rules/${id}.md`)
  try {
    const { head, text } = splitHead(source)
    return { id, ...RuleHead.parse(head), html: toHtml(text) }
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/** The page of all rules: a section for each, under its id. */
export async function readRulesPage(config: Config): Promise<InformationPage> {
  const [page, rules] = await Promise.all([readPage(config, 'rules'), readRules(config)])
  const sections = rules.map(({ id, title, version, date, html }) => ({
    id,
    number: null,
    title,
    html: `${html}<p><code>${id}</code>, version ${version}, ${date}</p>`,
  }))
  return { ...page, sections }
}
