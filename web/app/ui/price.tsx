import { showPrice } from '@nofiller/contract/pricing/money'

/** An amount of dollars within a text. A page's translation changes neither its digits nor its dot. */
export const Price = ({ dollars }: { dollars: number }) => <span translate="no">{showPrice(dollars)}</span>
