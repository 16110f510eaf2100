import type { Game } from '@nofiller/contract/catalog/catalog'
import type { CSSProperties, ReactNode } from 'react'

/** The colors and pictures of a game's page as custom properties; `game-theme` in app.css derives the rest. */
function propertiesOf(game: Game): CSSProperties {
  const background = game.pageBgImage
  const properties: Record<`--game-${string}`, string> = {
    '--game-bg': game.pageBg,
    '--game-bg-image': background ? `url(${JSON.stringify(background.url)})` : 'none',
    '--game-text': game.textColor,
    '--game-link': game.linkColor,
    '--game-panel': game.previewBg,
    '--game-panel-alpha': `${Math.round(game.previewBgAlpha * 100)}%`,
    '--game-buy': game.buyButtonColor,
    '--game-demo': game.demoButtonColor,
    '--game-button-text': game.buttonTextColor,
  }
  return properties
}

/** The area of the game's developer: its colors fill it, and the components inside inherit them. */
export function GameTheme({ game, children }: { game: Game; children: ReactNode }) {
  return (
    <div
      className="game-theme page-edges max-phone:px-0 phone:pt-10 phone:pb-20 wide:[--page:1136px]"
      style={propertiesOf(game)}
    >
      {children}
    </div>
  )
}
