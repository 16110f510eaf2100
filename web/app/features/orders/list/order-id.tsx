/** What of an order id stands on the first line when it takes two. */
const LINE = 'xxxxxxxx-xxxx-xxxx-xxxx-'.length

export const OrderId = ({ id }: { id: string }) => (
  <>
    {id.slice(0, LINE)}
    <wbr />
    {id.slice(LINE)}
  </>
)
