import { type HiddenTheme, hiddenByText } from '@nofiller/contract/content-limits/limit-rules'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { IconEyeOff } from '../../ui/icons.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

/** The replacement for a game that the visitor's limits hide: the reason, and nothing of the game. */
export default function HiddenGame({ themes }: { themes: readonly HiddenTheme[] }) {
  return (
    <Container width="narrow" className="py-10 phone:py-20">
      <div className="grid justify-items-center gap-3 rounded-3 border border-line bg-surface px-6 py-14 text-center">
        <IconEyeOff className="mb-2 size-10 stroke-[1.5] text-faint" />
        <PageTitle className="d2 text-balance">{hiddenByText(themes)}</PageTitle>
        <p className="max-w-[48ch] text-balance text-muted">
          This link leads to a game that you chose not to see.
        </p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <ButtonLink to="?show=once" preventScrollReset>
            Show this once
          </ButtonLink>
        </div>
        <p className="text-sm text-muted">
          You can change your <TextLink to="/limits">limits</TextLink> at any time.
        </p>
      </div>
    </Container>
  )
}
