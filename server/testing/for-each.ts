/** Runs something for each of some things, so many at once. */
export async function forEach<T>(
  all: readonly T[],
  atOnce: number,
  run: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all]
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await run(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
