/** What the built-in provider does with a payout once it is released. No zod: the browser loads this. */
export const SANDBOX_FATES = ['pay', 'stick', 'fail', 'unclear'] as const
export type SandboxOutcome = (typeof SANDBOX_FATES)[number]
