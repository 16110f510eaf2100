import type { GameForm } from '@nofiller/contract/authoring/authoring'
import { cleanTags, DESCRIPTION_MAX, TITLE_MAX } from '@nofiller/contract/authoring/game-rules'
import { THEME_COLORS, type Theme } from '@nofiller/contract/authoring/theme'
import { centsOfText } from '@nofiller/contract/pricing/amount'
import { cutText, isLonger } from '@nofiller/contract/text/characters'
import { cleanHtml } from '../../platform/html.ts'

/** The form's text fields, cleaned; whether they may be saved is for `gameProblems` to say. */
export type GameFields = {
  status: 'draft' | 'published'
  title: string
  /** Empty when it cannot be cleaned. */
  description: string
  isCleaned: boolean
  projectType: string
  stage: string
  category: string
  tags: string[]
  isFree: boolean
  payWhatYouWant: boolean
  priceCents: number | null
  theme: Theme
}

/** @param theme colors that the form leaves as they are */
export function gameFieldsOf(form: GameForm, theme: Theme): GameFields {
  const description = cleanDescription(form.description)
  return {
    status: form.status,
    title: cutText(oneLine(form.title), TITLE_MAX).trim(),
    description: description ?? '',
    isCleaned: description !== null,
    projectType: form.projectType,
    stage: form.stage,
    category: form.category,
    tags: cleanTags(form.tags.map(oneLine)),
    isFree: form.isFree,
    payWhatYouWant: form.payWhatYouWant,
    priceCents: form.isFree ? 0 : centsOfText(form.price),
    theme: themeFieldsOf(form, theme),
  }
}

/** A text without line breaks, control characters and half characters, trimmed. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

/** Text over the limit is cut before cleaning, because it will be refused anyway. */
const cleanDescription = (html: string): string | null =>
  isLonger(html, DESCRIPTION_MAX) ? html : cleanHtml(html)

function themeFieldsOf(form: GameForm, before: Theme): Theme {
  const colors = THEME_COLORS.map((field) => [field, (form[field] ?? before[field]).toLowerCase()])
  const alpha = form.previewBgAlpha ?? before.previewBgAlpha
  return { ...Object.fromEntries(colors), previewBgAlpha: Math.round(alpha * 100) / 100 }
}
