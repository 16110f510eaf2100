import type { Finding } from '@nofiller/contract/checks/findings'

/** How many findings are open, by level, and how many are meant so. */
export function levelCounts(findings: readonly Finding[]) {
  const open = findings.filter(({ acknowledged }) => acknowledged === null)
  const count = (level: Finding['level']) => open.filter((finding) => finding.level === level).length
  return {
    blocks: count('blocks'),
    warns: count('warns'),
    notes: count('note'),
    meant: findings.length - open.length,
  }
}

/** `1 blocks`, `2 block`. */
export const countedVerb = (count: number, verb: 'block' | 'warn'): string =>
  `${count} ${count === 1 ? `${verb}s` : verb}`
