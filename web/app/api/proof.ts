/** Asks users to confirm their identity, and returns whether they did; the page's frame installs it. */
type AskForProof = () => Promise<boolean>

let ask: AskForProof = async () => false

export function setAskForProof(asking: AskForProof): void {
  ask = asking
}

export const askForProof: AskForProof = () => ask()
