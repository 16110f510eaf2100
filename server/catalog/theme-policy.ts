import { ThemeIds } from '@nofiller/contract/authoring/warning-answers'
import { THEMES, type ThemeId } from '@nofiller/contract/content-limits/content-warnings'
import { z } from 'zod'
import { entriesIn } from '../platform/json-entries.ts'

const POLICIES = ['allowed', 'review', 'forbidden'] as const

/** The owner's policy for themes: `review` only after an admin has looked, `forbidden` not at all. */
export type ThemePolicy = Readonly<Record<ThemeId, (typeof POLICIES)[number]>>

const REVIEWED: readonly ThemeId[] = ['noncon', 'incest', 'captivity', 'bodily-waste', 'gore']

const DEFAULT_POLICY = Object.fromEntries(
  THEMES.map(({ id }) => [id, REVIEWED.includes(id) ? 'review' : 'allowed']),
) as ThemePolicy // of all themes

const SHAPE = 'must be JSON such as {"gore":"forbidden","violence":"review"}'

/** The setting `THEME_POLICY`: what differs from the defaults, as JSON. */
export const ThemePolicySetting = z.string().transform((text, context): ThemePolicy => {
  const { policies, problems } = policiesIn(text)
  for (const message of problems) context.addIssue({ code: 'custom', message })
  return { ...DEFAULT_POLICY, ...policies }
})

function policiesIn(text: string): { policies: Partial<ThemePolicy>; problems: string[] } {
  const entries = entriesIn(text)
  if (entries === null) return { policies: {}, problems: [SHAPE] }
  const problems = entries.flatMap(([theme, policy]) => {
    if (!ThemeIds.safeParse(theme).success) return `"${theme}" is none of the themes`
    return POLICIES.some((known) => known === policy) ? [] : `${theme} takes ${POLICIES.join(', ')}`
  })
  return { policies: Object.fromEntries(entries), problems }
}

/** The themes that a game may hold, in the order of their numbers. */
export const themesAllowed = (policy: ThemePolicy) => THEMES.filter(({ id }) => policy[id] !== 'forbidden')

export const themesForbidden = (policy: ThemePolicy): ThemeId[] =>
  THEMES.map(({ id }) => id).filter((id) => policy[id] === 'forbidden')
