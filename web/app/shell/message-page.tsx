import type { ComponentProps } from 'react'
import { Empty } from '../ui/list/empty.tsx'
import { Container } from '../ui/page.tsx'

/** A page that says one thing, and what to do about it. */
export const MessagePage = (said: Omit<ComponentProps<typeof Empty>, 'heading'>) => (
  <Container className="pt-14 pb-24 phone:pt-18">
    <Empty heading="h1" {...said} />
  </Container>
)
