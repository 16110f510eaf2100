import { expect } from 'vitest'
import type { Client } from './client.ts'

/** All rows of a list, read page by page as its `Link` says; each page must count them alike. */
export async function allPages<Row>(who: Client, path: string): Promise<Row[]> {
  const rows: Row[] = []
  let total: string | null = null
  for (let next: string | undefined = path; next !== undefined; ) {
    const page = await who.get(next)
    expect(page.status, page.text).toBe(200)
    total ??= page.headers.get('x-total-count')
    expect(page.headers.get('x-total-count')).toBe(total)
    rows.push(...page.body)
    next = /<(.+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(String(rows.length)).toBe(total)
  return rows
}

/** The records of an answer in CSV, its head first. Knows no field that holds a comma. */
export const csvRecords = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
