import { showPrice } from '@nofiller/contract/pricing/money'

/** An amount of dollars within a text. What a page is translated into changes neither its digits nor its dot. */
export const Price = ({ dollars }: { dollars: number }) => <span translate="no">{showPrice(dollars)}</span>
