import { coinOf } from '@nofiller/contract/payments/coins'
import { shortAddress, transactionUrl } from '@nofiller/contract/payouts/payout-rules'
import { TextLink } from '../../ui/button.tsx'

/** A transaction, shortened; a link if its network has an explorer. */
export function TransactionLink({ coin, transactionId }: { coin: string; transactionId: string }) {
  const url = transactionUrl(coinOf(coin).network, transactionId)
  const short = (
    <span translate="no" className="mono">
      {shortAddress(transactionId)}
    </span>
  )
  return url ? (
    <TextLink to={url} target="_blank" rel="noopener noreferrer" title={transactionId}>
      {short}
    </TextLink>
  ) : (
    <span title={transactionId}>{short}</span>
  )
}

/** `USDC on Solana`. */
export const coinOnNetwork = (coin: string): string => {
  const { ticker, network } = coinOf(coin)
  return `${ticker} on ${network}`
}
