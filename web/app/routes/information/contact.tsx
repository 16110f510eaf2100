import {
  CONTACT_TEXT,
  type ContactMessage,
  contactProblems,
  MESSAGE_MAX,
  MESSAGE_WARNING,
  SUBJECT_MAX,
} from '@nofiller/contract/support/contact-rules'
import { countCharacters } from '@nofiller/contract/text/characters'
import { call } from '../../api/client.ts'
import { useForm } from '../../api/use-form.ts'
import { contactFailure } from '../../features/support/contact-failure.ts'
import { useSession } from '../../session/session.ts'
import { storeOf, titled, useStore } from '../../shell/store-info.ts'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { Field, Textarea, TextInput } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import type { Problems } from '../../ui/form/form-state.ts'
import { IconChat } from '../../ui/icons.tsx'
import { NeedsScripts } from '../../ui/needs-scripts.tsx'
import { Container, PageTitle, Panel } from '../../ui/page.tsx'
import type { Route } from './+types/contact.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...titled('Contact')({ matches }),
  { name: 'description', content: 'Write to us about an order, a download, your account or anything else.' },
  { tagName: 'link', rel: 'canonical', href: `${storeOf(matches)?.publicUrl}/contact` },
]

/** Write to the store. */
export default function Contact() {
  return (
    <Container className="grid grid-cols-1 gap-x-16 gap-y-8 pt-6 pb-16 phone:pt-10 phone:pb-24 desktop:grid-cols-[minmax(0,560px)_320px]">
      <div className="grid content-start gap-5">
        <PageTitle>Contact</PageTitle>
        <ContactForm />
      </div>
      <Beside />
    </Container>
  )
}

function ContactForm() {
  const { user } = useSession()
  const form = useForm({
    initial: { email: user?.email ?? '', subject: '', message: '' },
    check: (message) => problemsOf(contactProblems(message)),
    send: (body) => call('POST /api/contact', { body }),
    onSent: () => form.reset(),
    failureOf: contactFailure,
  })
  const { subject, message } = form.values
  return (
    <>
      <NeedsScripts to="send a message" />
      <FormNote form={form} sent="Thank you for your message! We'll get back to you soon." />
      <Form form={form} className="grid gap-5">
        <Field label="Email" {...form.field('email')}>
          <TextInput type="email" autoComplete="email" required />
        </Field>
        <Field
          label="Subject"
          trailing={<Counter length={countCharacters(subject)} max={SUBJECT_MAX} warnAbove={SUBJECT_MAX} />}
          {...form.field('subject')}
        >
          <TextInput required />
        </Field>
        <Field
          label="Message"
          trailing={
            <Counter length={countCharacters(message)} max={MESSAGE_MAX} warnAbove={MESSAGE_WARNING} />
          }
          {...form.field('message')}
        >
          <Textarea className="min-h-50" required />
        </Field>
        <SubmitButton
          form={form}
          size="large"
          disabled={form.isSending}
          busyLabel="Sending Message..."
          className="justify-self-start"
        >
          Send Message
        </SubmitButton>
      </Form>
    </>
  )
}

/** Every empty field shows its own `Required.`; the sentence about all of them is above the form, once. */
function problemsOf(wrong: Problems<ContactMessage>): Problems<ContactMessage> {
  const { missing } = CONTACT_TEXT
  const fields = Object.entries(wrong).map(([name, text]) => [name, text === missing ? 'Required.' : text])
  return { ...Object.fromEntries(fields), form: Object.values(wrong).includes(missing) ? missing : null }
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
          <ButtonLink to={chatUrl} target="_blank" rel="noopener">
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
