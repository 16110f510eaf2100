import { data } from 'react-router'
import { MessagePage } from '../../shell/message-page.tsx'
import { titled } from '../../shell/store-info.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { IconDownload } from '../../ui/icons.tsx'

export const meta = titled('Link ended')

export const loader = () => data(null, { status: 404 })

/** The page for an expired permanent link. */
export default function LinkEnded() {
  return (
    <MessagePage
      title="This download link no longer works."
      icon={<IconDownload />}
      action={
        <>
          <ButtonLink to="/library" kind="primary">
            Open Library
          </ButtonLink>
          <ButtonLink to="/games">Browse games</ButtonLink>
        </>
      }
    >
      Its owner can make a new one in the library.
    </MessagePage>
  )
}
