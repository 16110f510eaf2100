type Template = { name: string; text: string }

const hello = (text: string, store: string) => `Hi,\n\n${text}\n\n${store}`

/** Reply templates, signed by the store. */
export const replyTemplates = (store: string): Template[] => [
  {
    name: 'A file is damaged',
    text: hello(
      'Sorry about that. The file was damaged when it was uploaded, so it fails for everyone. We asked the developer for a new one. When it arrives, you will find it in your library at no cost.',
      store,
    ),
  },
  {
    name: 'A payment has not arrived',
    text: hello(
      'Payments in BTC or ETH can take 30 to 60 minutes. Your order page updates by itself. If it still says waiting after that, reply with the transaction ID and we will find it.',
      store,
    ),
  },
  {
    name: 'How to download',
    text: hello(
      'Log in and open Library. Every game you own has a Download button there, and you can download it as often as you like.',
      store,
    ),
  },
  {
    name: 'We need a refund address',
    text: hello(
      'We owe you money back for this order. Please reply with an address for the same coin you paid with, and we will send it.',
      store,
    ),
  },
  {
    name: 'Thank you',
    text: hello('Thank you for writing. We passed it on.', store),
  },
]
