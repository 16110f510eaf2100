import type { Game } from '@nofiller/contract/catalog/catalog'
import { Link } from 'react-router'
import { chooseContent } from '../../../session/session.ts'
import { Button, TextLink } from '../../../ui/button.tsx'
import { IconEyeOff } from '../../../ui/icons.tsx'
import { Container, PageTitle } from '../../../ui/page.tsx'

/** An 18+ game for a visitor who hides them: its title and developer, and a button to see it anyway. */
export default function WithheldGame({ game }: { game: Game }) {
  return (
    <Container width="narrow" className="py-10 phone:py-20">
      <div className="grid justify-items-center gap-3 rounded-3 border border-line bg-surface px-6 py-14 text-center">
        <IconEyeOff className="mb-2 size-10 stroke-[1.5] text-faint" />
        <PageTitle className="d2 wrap-anywhere">{game.title}</PageTitle>
        <p>
          by{' '}
          <Link to={`/dev/${game.developer._id}`} className="underline underline-offset-3">
            {game.devName}
          </Link>
        </p>
        <p className="max-w-[48ch] text-balance text-muted">
          You chose to hide 18+ games, so this game’s pictures and description are hidden.
        </p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <Button kind="primary" onClick={() => chooseContent('blur')}>
            Show it, pictures blurred
          </Button>
        </div>
        <p className="text-sm text-muted">
          You can undo this in <TextLink to="/settings">Settings</TextLink> at any time.
        </p>
      </div>
    </Container>
  )
}
