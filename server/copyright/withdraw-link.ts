import { noticeNumber } from '@nofiller/contract/copyright/copyright-rules'
import type { Config } from '../config.ts'
import { textSigner } from '../platform/signatures.ts'

/** The link by which a claimant, who needs no account, withdraws a notice. The token is in the fragment, which no server sees. */
export const withdrawLink = (config: Config, number: number): string =>
  `${config.publicUrl}/copyright#${signerOf(config).sign(noticeNumber(number))}`

/** The notice that a token is for; null for one that this store did not make. */
export const noticeInLink = (config: Config, token: string): string | null => signerOf(config).read(token)

const signerOf = (config: Config) => textSigner(config.secretKeys, 'withdraw-notice')
