import { servicesContext } from '../../services.ts'
import { titled } from '../../shell/store-info.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Container, PageTitle } from '../../ui/page.tsx'
import type { Route } from './+types/unsubscribe'

export const meta = titled('Unsubscribe')

/** The click itself; opening the page changes nothing, because mail programs open links by themselves. */
export async function action({ params, context }: Route.ActionArgs) {
  if (!(await context.get(servicesContext).unsubscribe(params.token)))
    throw new Response(null, { status: 404 })
  return { stopped: true }
}

/** The target of the link in each news email. It needs no login and no scripts. */
export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  return (
    <Container
      width="narrow"
      className="grid grid-cols-1 justify-items-start gap-5 pt-6 pb-16 phone:pt-16 phone:pb-24"
    >
      <PageTitle>Unsubscribe</PageTitle>
      {actionData ? (
        <>
          <Note kind="go">You’re unsubscribed.</Note>
          <ButtonLink to="/settings">Email settings</ButtonLink>
        </>
      ) : (
        <>
          <p>
            Click once to stop getting product updates. You’ll still get receipts and emails about your
            account.
          </p>
          <form method="post">
            <Button kind="primary" type="submit">
              Unsubscribe
            </Button>
          </form>
        </>
      )}
    </Container>
  )
}
