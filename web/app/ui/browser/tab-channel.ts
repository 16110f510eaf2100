/**
 * Messages between the tabs of this browser. Firefox refuses the channel, like all storage, to a page whose cookies are
 * refused; what is sent then reaches nobody.
 */
export const tabChannel = (name: string): BroadcastChannel =>
  // A port, which the channel is alike in all that is used of it, with nobody at the other end.
  navigator.cookieEnabled
    ? new BroadcastChannel(name)
    : (new MessageChannel().port1 as unknown as BroadcastChannel)
