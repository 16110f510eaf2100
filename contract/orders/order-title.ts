/** What an order is called: its first item's game, and how many other games there are. */
export const orderTitle = (gameTitle: string, otherGames: number): string =>
  otherGames === 0 ? gameTitle : `${gameTitle} and ${otherGames} more`
