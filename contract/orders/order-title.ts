/** An order's title: its first item's game, and the number of other games. */
export const orderTitle = (gameTitle: string, otherGames: number): string =>
  otherGames === 0 ? gameTitle : `${gameTitle} and ${otherGames} more`
