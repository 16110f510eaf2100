import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MessagePage } from '../message-page.tsx'

type PageFailedProps = {
  title: string
  icon: ReactNode
  /** `children` describes something missing; a reload may fix anything else. */
  isMissing: boolean
  /** One more link. */
  action?: ReactNode
  children: ReactNode
}

/** In place of a page about something that does not exist, or cannot be shown now. */
export function PageFailed({ title, icon, isMissing, action, children }: PageFailedProps) {
  return (
    <MessagePage
      title={title}
      icon={icon}
      action={
        <>
          {!isMissing && (
            <Button kind="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
          <ButtonLink to="/games" kind={isMissing ? 'primary' : 'secondary'}>
            Browse games
          </ButtonLink>
          {action}
        </>
      }
    >
      {isMissing ? children : 'Something is wrong on our side. Please try again in a moment.'}
    </MessagePage>
  )
}
