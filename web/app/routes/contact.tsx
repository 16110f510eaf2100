import { MESSAGE_MAX, MESSAGE_WARNING, SUBJECT_MAX } from '@nofiller/contract/contact-rules'
import { useContactForm } from '../features/contact/use-contact-form.ts'
import { storeOf, titled, useStore } from '../shell/store-info.ts'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { Field, Textarea, TextInput } from '../ui/field.tsx'
import { IconChat } from '../ui/icons.tsx'
import { Note } from '../ui/note.tsx'
import { Container, PageTitle, Panel } from '../ui/page.tsx'
import type { Route } from './+types/contact.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...titled('Contact')({ matches }),
  { name: 'description', content: 'Write to us about an order, a download, your account or anything else.' },
  { tagName: 'link', rel: 'canonical', href: `${storeOf(matches)?.publicUrl}/contact` },
]

/** Write to the store. */
export default function Contact() {
  return (
    <Container className="grid grid-cols-[minmax(0,1fr)] justify-center gap-x-16 gap-y-8 pt-6 pb-16 phone:pt-10 phone:pb-24 desk:grid-cols-[minmax(0,560px)_320px]">
      <div className="grid content-start gap-5">
        <PageTitle>Contact</PageTitle>
        <ContactForm />
      </div>
      <Beside />
    </Container>
  )
}

function ContactForm() {
  const { form, message, bind, problems, result, busy, submit } = useContactForm()
  return (
    <>
      {result && <Note kind={result.kind}>{result.message}</Note>}
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        <Field label="Email" error={problems.email}>
          <TextInput type="email" autoComplete="email" required {...bind('email')} />
        </Field>
        <Field
          label="Subject"
          error={problems.subject}
          aside={<Counter length={message.subject.length} max={SUBJECT_MAX} warnAbove={SUBJECT_MAX} />}
        >
          <TextInput required {...bind('subject')} />
        </Field>
        <Field
          label="Message"
          error={problems.message}
          aside={<Counter length={message.message.length} max={MESSAGE_MAX} warnAbove={MESSAGE_WARNING} />}
        >
          <Textarea className="min-h-50" required {...bind('message')} />
        </Field>
        <Button
          kind="primary"
          size="large"
          type="submit"
          disabled={busy}
          busy={busy}
          busyLabel="Sending Message..."
          className="justify-self-start"
        >
          Send Message
        </Button>
      </form>
    </>
  )
}

/** `31/100`; bold and red above `warnAbove`. */
const Counter = ({ length, max, warnAbove }: { length: number; max: number; warnAbove: number }) => (
  <span className={`text-sm ${length > warnAbove ? 'font-750 text-bad' : 'text-faint'}`}>
    {length}/{max}
  </span>
)

function Beside() {
  const { chatUrl } = useStore()
  return (
    <aside aria-label="Other ways" className="grid content-start gap-5">
      {chatUrl && (
        <Panel className="grid justify-items-start gap-2">
          <h2 className="text-md/5 font-650">Faster in chat</h2>
          <p className="text-muted">Most questions are answered in the community.</p>
          <ButtonLink to={chatUrl} rel="noopener">
            <IconChat />
            Join the chat community
          </ButtonLink>
        </Panel>
      )}
      <Panel className="grid gap-2">
        <h2 className="text-md/5 font-650">Response time</h2>
        <p className="text-muted">We reply within 24-48 hours.</p>
      </Panel>
      <p className="text-sm text-faint">
        We use your contact data only to answer your inquiry and do not share it. Read the{' '}
        <TextLink to="/privacy">Privacy Policy</TextLink>.
      </p>
    </aside>
  )
}
