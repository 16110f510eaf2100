import { sellerGamePath } from '@nofiller/contract/catalog/paths'
import { formPath, type SectionId } from '../authoring/form/section-ids.ts'
import type { CheckedFinding } from './use-checks.ts'

/** The part of the game form that holds a field. */
const SECTIONS: Record<string, SectionId> = {
  title: 'basics',
  description: 'description',
  cardImage: 'images',
  screenshots: 'images',
  price: 'price',
  demo: 'price',
  file: 'files',
  files: 'files',
  contentWarnings: 'content-warnings',
  strongestScene: 'review',
}

const WORDS: Partial<Record<SectionId, string>> = {
  'content-warnings': 'Answer',
  review: 'Answer',
}

/** Where a finding is mended, and the words of the link there: the draft that has its build, or a part of the game form. */
export function mendLink(
  gameId: string,
  { id, where, buildId, draft }: CheckedFinding,
): { to: string; label: string } | null {
  if (id === 'malware') return { to: '/contact', label: 'Contact support' }
  if (id === 'engine' || id === 'not-scanned') return null
  if (draft) return { to: `${sellerGamePath(gameId)}/releases/${draft.id}`, label: 'Replace file' }
  const section = SECTIONS[where] ?? 'theme'
  if (buildId !== null) return { to: formPath(gameId, section), label: 'Replace file' }
  return { to: formPath(gameId, section), label: id === 'alt-missing' ? 'Write' : (WORDS[section] ?? 'Edit') }
}
