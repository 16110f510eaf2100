import { useUser } from '../../../session/session.ts'

const NONE: readonly string[] = []

/** The tags that the signed-in account excludes from lists. */
export const useSavedExclusions = (): readonly string[] => useUser()?.excludedTags ?? NONE
