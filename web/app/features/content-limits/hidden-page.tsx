import type { Hiding } from '@nofiller/contract/content-limits/limit-rules'
import { useEffect, useRef } from 'react'
import { useOnceHydrated } from '../../ui/browser/hydrated.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { IconEyeOff } from '../../ui/icons.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'

const CHANGED_AT = { limits: '/limits', blocks: '/settings/blocks' } as const

type HiddenProps = { hiding: Hiding; what?: 'game' | 'developer' }

/** The replacement for what the visitor's limits or blocks hide: the reason, and nothing of the game or developer. */
export default function HiddenPage({ hiding: { by, text }, what = 'game' }: HiddenProps) {
  useFocusInPlace()
  return (
    <Container width="narrow" className="py-10 phone:py-20">
      <div className="grid justify-items-center gap-3 rounded-3 border border-line bg-surface px-6 py-14 text-center">
        <IconEyeOff className="mb-2 size-10 stroke-[1.5] text-faint" />
        <PageTitle className="d2 text-balance">{text}</PageTitle>
        <p className="max-w-[48ch] text-balance text-muted">
          This link leads to a {what} that you chose not to see.
        </p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <ButtonLink to="?show=once" preventScrollReset>
            Show this once
          </ButtonLink>
        </div>
        <p className="text-sm text-muted">
          You can change your <TextLink to={CHANGED_AT[by]}>{by}</TextLink> at any time.
        </p>
      </div>
    </Container>
  )
}

/** What was pressed is gone with the page before, so the focus moves to this one, and from it to what it hid. */
function useFocusInPlace() {
  const isFirstPage = useRef(!useOnceHydrated(true))
  useEffect(() => {
    if (!isFirstPage.current) focusHeading()
    return () => void requestAnimationFrame(focusHeading)
  }, [])
}

/** Unless something else has the focus. */
function focusHeading() {
  const { activeElement, body } = document
  if (activeElement === body || activeElement?.id === 'main')
    document.querySelector<HTMLElement>('#main h1')?.focus()
}
