/** How many ms this machine's clock is ahead of the database's, which expires orders and codes; negative when it is behind. */
export async function clockAheadMs(
  ask: (statement: string) => Promise<{ rows: { ms: number }[] }>,
  now: () => number,
): Promise<number> {
  const asked = now()
  const { rows } = await ask('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  return (asked + now()) / 2 - (rows[0]?.ms ?? 0)
}
