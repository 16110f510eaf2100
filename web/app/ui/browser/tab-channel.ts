/**
 * Messages between the tabs of this browser. Firefox refuses the channel, like all storage, to a page without
 * cookies; messages then reach nobody.
 */
export const tabChannel = (name: string): BroadcastChannel =>
  // A port, with the same interface as the channel, connected to nothing.
  navigator.cookieEnabled
    ? new BroadcastChannel(name)
    : (new MessageChannel().port1 as unknown as BroadcastChannel)
