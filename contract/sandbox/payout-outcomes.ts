/** The built-in provider's outcome of a released payout. No zod: the browser loads this. */
export const SANDBOX_FATES = ['pay', 'stick', 'fail', 'unclear'] as const
export type SandboxOutcome = (typeof SANDBOX_FATES)[number]
