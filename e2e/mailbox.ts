/** The newest email to an address, as the page of the demo's mailbox shows it. Empty before there is one. */
export const mailTo = (address: string, mailbox: string): string =>
  mailbox
    .split('<article>')
    .find((mail) => mail.includes(`to ${address}`))
    ?.split('<pre>')[1] ?? ''
