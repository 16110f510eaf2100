/** The kinds of games. Separate from the rules of the form, so the pages of the store need not load those. */

export const PROJECT_TYPES = ['Game', 'Mod', 'Asset', 'Tool', 'Other'] as const
export type ProjectType = (typeof PROJECT_TYPES)[number]
export const projectTypeLabel = (type: ProjectType): string => (type === 'Asset' ? 'Game Asset' : type)

export const STAGES = ['Unreleased', 'In Development', 'Released', 'No Longer Updated'] as const
export type Stage = (typeof STAGES)[number]
export const stageLabel = (stage: Stage): string =>
  stage === 'No Longer Updated' ? 'Released (No Longer Updated)' : stage

export const CONTENT_CATEGORIES = ['SFW', 'NSFW'] as const
export type ContentCategory = (typeof CONTENT_CATEGORIES)[number]
