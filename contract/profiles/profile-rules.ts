/** The rules of the profile form, used by the browser's form and by the server (requirements 3.15). No zod: the browser loads this. */

import { hasHidden, lineProblem } from '../text/plain-text.ts'
import { lengthProblem } from '../text/text-length.ts'

export const DISPLAY_NAME_MAX = 60
export const BIO_MAX = 2_000
export const WALLET_MAX = 128
export const LINK_MAX = 200

export const PROFILE_TEXT = {
  displayName: `A name has at most ${DISPLAY_NAME_MAX} characters.`,
  bio: `A bio has at most ${BIO_MAX} characters.`,
  link: 'Enter a web address that begins with http:// or https://, or a handle.',
  wallet: `A wallet address has at most ${WALLET_MAX} characters.`,
} as const

export const PROFILE_FIELDS = ['displayName', 'bio', 'website', 'twitter', 'patreon', 'wallet'] as const
export type ProfileFields = Record<(typeof PROFILE_FIELDS)[number], string>

const HANDLE = /^@?[\w.-]{1,60}$/

const isAddress = (link: string): boolean => {
  const url = URL.canParse(link) ? new URL(link) : null
  return (
    (url?.protocol === 'https:' || url?.protocol === 'http:') && url.username === '' && url.password === ''
  )
}

/** An empty link counts as none. */
export const linkProblem = (link: string): string | null =>
  link === '' || (link.length <= LINK_MAX && !hasHidden(link) && (HANDLE.test(link) || isAddress(link)))
    ? null
    : PROFILE_TEXT.link

/** A sentence for each wrong field; none when everything may be saved. */
export function profileProblems(profile: ProfileFields): Partial<Record<keyof ProfileFields, string>> {
  const problems: [keyof ProfileFields, string | null][] = [
    ['displayName', lineProblem(profile.displayName, DISPLAY_NAME_MAX, PROFILE_TEXT.displayName)],
    ['bio', lengthProblem(profile.bio, BIO_MAX, PROFILE_TEXT.bio)],
    ['website', linkProblem(profile.website)],
    ['twitter', linkProblem(profile.twitter)],
    ['patreon', linkProblem(profile.patreon)],
    ['wallet', profile.wallet.length > WALLET_MAX ? PROFILE_TEXT.wallet : null],
  ]
  return Object.fromEntries(problems.filter(([, problem]) => problem !== null))
}
