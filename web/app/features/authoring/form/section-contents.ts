import { DEFAULT_THEME, THEME_COLORS } from '@nofiller/contract/authoring/theme'
import { PROJECT_TYPES, projectTypeLabel, STAGES, stageLabel } from '@nofiller/contract/catalog/game-kinds'
import type { ThemeId } from '@nofiller/contract/content-limits/content-warnings'
import { plural } from '@nofiller/contract/text/digits'
import { showSize } from '@nofiller/contract/text/size'
import { isIn, levelLabel, themesAsked } from '../warnings/answers.ts'
import type { Draft } from './game-draft.ts'
import type { SectionId } from './section-ids.ts'

/** The fields of the form that can have a problem or be missing, in its order: where each is, and its name. */
const FIELDS: readonly { field: string; section: SectionId; name: string }[] = [
  { field: 'title', section: 'basics', name: 'Title' },
  { field: 'projectType', section: 'basics', name: 'Project type' },
  { field: 'stage', section: 'basics', name: 'Stage' },
  { field: 'category', section: 'basics', name: 'Category' },
  { field: 'tags', section: 'basics', name: 'Tags' },
  { field: 'description', section: 'description', name: 'Description' },
  { field: 'cardImage', section: 'images', name: 'Card image' },
  { field: 'coverImage', section: 'images', name: 'Cover image' },
  { field: 'screenshots', section: 'images', name: 'Screenshots' },
  { field: 'price', section: 'price', name: 'Price' },
  { field: 'demoFile', section: 'price', name: 'Free demo' },
  { field: 'files', section: 'files', name: 'Game files' },
  { field: 'contentWarnings', section: 'content-warnings', name: 'Content warnings' },
  { field: 'strongestScene', section: 'review', name: 'For our review' },
]
/** Colors and small pictures. */
const THEME_FIELD = { field: 'theme', section: 'theme', name: 'Theme' } as const

/** Of `files.0.device` the field is `files`. */
const fieldOf = (problem: string) =>
  FIELDS.find(({ field }) => field === problem.split('.')[0]) ?? THEME_FIELD

export const sectionOf = (problem: string): SectionId => fieldOf(problem).section

/** What of the form is wrong or missing, in its order, each field once: its name, and the first problem's key. */
export function missingFields(problems: Record<string, string>): { name: string; problem: string }[] {
  const named = new Map<string, string>()
  for (const problem of Object.keys(problems)) {
    const { field } = fieldOf(problem)
    if (!named.has(field)) named.set(field, problem)
  }
  return [...FIELDS, THEME_FIELD].flatMap(({ field, name }) => {
    const problem = named.get(field)
    return problem === undefined ? [] : [{ name, problem }]
  })
}

/** What a section that is filled in holds, in a line; null while something in it is missing. */
export function contentsOf(
  section: SectionId,
  draft: Draft,
  missing: Record<string, string>,
  forbidden: readonly ThemeId[],
): string | null {
  if (Object.keys(missing).some((problem) => sectionOf(problem) === section)) return null
  return CONTENTS[section](draft, forbidden)
}

type Contents = (draft: Draft, forbidden: readonly ThemeId[]) => string | null

const CONTENTS: Record<SectionId, Contents> = {
  basics: ({ title, projectType, stage, category, tags }) => {
    const kinds = PROJECT_TYPES.filter((type) => type === projectType).map(projectTypeLabel)
    const stages = STAGES.filter((each) => each === stage).map(stageLabel)
    return [title, ...kinds, ...stages, category, tags.join(', ')].join(' · ')
  },
  description: ({ description }) => wordsOf(description) || 'Pictures',
  images: ({ screenshots }) =>
    screenshots.length === 0
      ? 'Card and cover'
      : `Card, cover and ${plural(screenshots.length, 'screenshot')}`,
  price: ({ isFree, price, payWhatYouWant, demo }) =>
    [
      isFree ? 'Free' : `$${price}`,
      ...(payWhatYouWant ? [isFree ? 'players can tip' : 'buyers can pay more'] : []),
      ...(demo && !isFree ? ['with a free demo'] : []),
    ].join(' · '),
  files: ({ files }) => {
    const devices = [...new Set(files.map(({ device }) => device))]
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    return [plural(files.length, 'file'), showSize(bytes), devices.join(', ')].join(' · ')
  },
  'content-warnings': warningsIn,
  review: ({ statesAdults, strongestScene }) =>
    statesAdults && strongestScene.trim() !== '' ? 'We have what we need.' : null,
  theme: ({ theme, pictures }) => {
    const isDefault = THEME_COLORS.every((color) => theme[color] === DEFAULT_THEME[color])
    const hasPicture = (['pageBgImage', 'buyButtonImage', 'demoButtonImage'] as const).some(
      (field) => pictures[field].from !== 'nowhere',
    )
    return `${isDefault ? 'Default colors' : 'Colors of your own'}${hasPicture ? ' and pictures' : ''}`
  },
}

function warningsIn({ contentWarnings }: Draft, forbidden: readonly ThemeId[]): string | null {
  const themes = themesAsked(forbidden, contentWarnings)
  if (themes.some(({ id }) => contentWarnings[id] === undefined)) return null
  const contained = themes.flatMap(({ id, label }) => {
    const level = contentWarnings[id]?.level
    return level && isIn(level) ? [`${label} ${levelLabel(level).toLowerCase()}`] : []
  })
  return contained.length === 0 ? 'None of the themes we ask about' : contained.join(', ')
}

/** A line holds less. */
const READ_MAX = 2_000
const WORDS_MAX = 200

/** The text at the beginning of HTML, without its marks. */
const wordsOf = (html: string): string =>
  new DOMParser()
    .parseFromString(html.slice(0, READ_MAX).replace(/<\/(?:p|h\d|li|blockquote)>|<br>/g, '$& '), 'text/html')
    .body.textContent.trim()
    .slice(0, WORDS_MAX)
