/** Loaded into a process before all else: SIGUSR2 moves its clock 5 minutes ahead, then 5 behind, then back to now. */
const JUMPS_MS = [300_000, -300_000, 0]
const RealDate = Date
let jumps = 0
let aheadMs = 0

process.on('SIGUSR2', () => {
  aheadMs = JUMPS_MS[jumps++ % JUMPS_MS.length] ?? 0
})

globalThis.Date = new Proxy(RealDate, {
  construct: (date, given, target) =>
    Reflect.construct(date, given.length === 0 ? [RealDate.now() + aheadMs] : given, target),
  get: (date, name) => (name === 'now' ? () => RealDate.now() + aheadMs : Reflect.get(date, name)),
})
