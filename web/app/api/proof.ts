/** Asks who somebody is, and answers whether they proved it; the page's frame brings it. */
type AskForProof = () => Promise<boolean>

let ask: AskForProof = async () => false

export function setAskForProof(asking: AskForProof): void {
  ask = asking
}

export const askForProof: AskForProof = () => ask()
