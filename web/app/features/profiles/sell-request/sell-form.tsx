import { linksOf, sellRequestProblems } from '@nofiller/contract/profiles/sell-rules'
import type { SellRequest } from '@nofiller/contract/profiles/selling'
import { plural } from '@nofiller/contract/text/digits'
import { useForm } from '../../../api/use-form.ts'
import { TextLink } from '../../../ui/button.tsx'
import { Checkbox, Field, FieldError, Textarea } from '../../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { Panel } from '../../../ui/page.tsx'
import { useAskToSell } from './use-sell-request.ts'

type SellFormProps = { earlier: SellRequest | null; answerHours: number | null; onSent: () => void }

/** The form of a request to sell. It starts with the text of an earlier one, and keeps the typed text when sending fails. */
export function SellForm({ earlier, answerHours, onSent }: SellFormProps) {
  const ask = useAskToSell()
  const form = useForm({
    initial: {
      who: earlier?.who ?? '',
      links: earlier?.links.join('\n') ?? '',
      plans: earlier?.plans ?? '',
      agreed: false,
    },
    check: (request) => sellRequestProblems({ ...request, links: linksOf(request.links) }),
    send: (request) => ask({ ...request, links: linksOf(request.links) }),
    onSent,
  })
  const notAgreed = form.problem('agreed')
  return (
    <Panel>
      <Form form={form} className="grid gap-5">
        <FormNote form={form} />
        <Field label="Who are you?" {...form.field('who')}>
          <Textarea className="min-h-22!" placeholder="One or two sentences. A studio name is fine." />
        </Field>
        <Field
          label="Where can we see your work?"
          hint="One link per line. At least one should name you."
          {...form.field('links')}
        >
          <Textarea size="small" placeholder="https://" />
        </Field>
        <Field label="What will you publish?" {...form.field('plans')}>
          <Textarea
            className="min-h-26!"
            placeholder="Title, kind of game, how far along it is, what makes it 18+."
          />
        </Field>
        <div className="grid gap-1.5">
          <Checkbox
            {...form.tick('agreed')}
            aria-invalid={notAgreed ? true : undefined}
            aria-describedby={notAgreed ? 'agreed-error' : undefined}
          >
            I have read the <TextLink to="/terms#developer-content">rules for developers</TextLink> and agree
            to them.
          </Checkbox>
          <FieldError id="agreed-error" error={notAgreed} />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <SubmitButton form={form}>Ask to sell</SubmitButton>
          <span className="text-sm text-muted">
            A person will reply
            {answerHours !== null && `, usually within ${plural(answerHours, 'hour')}`}.
          </span>
        </div>
      </Form>
    </Panel>
  )
}
