/**
 * Messages between the tabs of this browser. Firefox refuses the channel, like all storage, to a page whose cookies are
 * refused; what is sent then reaches nobody.
 */
export function tabChannel(name: string): BroadcastChannel | MessagePort {
  try {
    return new BroadcastChannel(name)
  } catch {
    return new MessageChannel().port1
  }
}
