import { hmac, sameBytes } from '../../platform/signatures.ts'

export const BTCPAY_SIGNATURE_HEADER = 'btcpay-sig'

/** `BTCPay-Sig: sha256=<64 hex>` over the raw bytes: the body is indented, and its key order is not guaranteed. */
export function btcpaySignatureHolds(secret: string, given: unknown, rawBody: Buffer): boolean {
  const [, hex] = typeof given === 'string' ? (/^sha256=([0-9a-f]{64})$/i.exec(given) ?? []) : []
  return hex !== undefined && sameBytes(Buffer.from(hex, 'hex'), hmac(secret, rawBody))
}
