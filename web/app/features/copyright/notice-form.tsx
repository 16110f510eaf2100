import type { ResponseBody } from '@nofiller/contract/calls'
import type { Game } from '@nofiller/contract/catalog/catalog'
import {
  ACCURATE,
  GOOD_FAITH,
  LINE_MAX,
  NOTICE_HOURS,
  NOTICE_TEXT,
  type NoticeFields,
  noticeProblems,
  TEXT_MAX,
} from '@nofiller/contract/copyright/copyright-rules'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/use-call.ts'
import { useForm } from '../../api/use-form.ts'
import { useSession } from '../../session/session.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { Checkbox, Field, FieldError, Textarea, TextInput } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import { Panel } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { partsOf } from '../reports/report-parts.ts'
import { Statement } from './statement.tsx'

/** A notice about the game in the URL, or about one that the form first asks for. */
export default function NoticeForm() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('game') ?? ''
  const game = useCall('GET /api/games/:id', { params: { id }, enabled: id !== '' })
  if (id === '') return <ChooseGame onChoose={(chosen) => setSearch({ game: chosen })} />
  return (
    <QueryView query={game} error="Failed to load the game">
      {(shown) => <Notice key={shown._id} game={shown} />}
    </QueryView>
  )
}

const GAME_ADDRESS = /\/game\/([\w-]+)/

function ChooseGame({ onChoose }: { onChoose: (id: string) => void }) {
  const form = useForm({
    initial: { address: '' },
    check: ({ address }) => ({
      address: GAME_ADDRESS.test(address) ? null : 'Paste the address of the game’s page in this store.',
    }),
    send: async ({ address }) => onChoose(GAME_ADDRESS.exec(address)?.[1] ?? ''),
  })
  return (
    <Panel>
      <Form form={form} className="grid gap-4">
        <h2 className="d4">Send a notice</h2>
        <Field
          label="Address of the game’s page"
          hint="Open the game in this store and copy its address."
          {...form.field('address')}
        >
          <TextInput required inputMode="url" />
        </Field>
        <div>
          <SubmitButton form={form}>Continue</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}

/** Spaces separate `parts`, because a form only has texts and checkboxes. */
type Values = NoticeFields & { parts: string; cameByMail: boolean }

const listed = (parts: string): string[] => parts.split(' ').filter(Boolean)

const EMPTY: Values = {
  parts: '',
  cameByMail: false,
  works: '',
  material: '',
  address: '',
  phone: '',
  email: '',
  goodFaith: false,
  accurate: false,
  signature: '',
}

function useNotice(game: Game) {
  return useForm<Values, ResponseBody<'POST /api/copyright/notices' | 'POST /api/admin/copyright'>>({
    initial: EMPTY,
    check: ({ parts, cameByMail, ...fields }) => ({
      ...(!cameByMail && noticeProblems(fields)),
      parts: parts === '' ? NOTICE_TEXT.parts : null,
    }),
    send: ({ parts, cameByMail, ...fields }) =>
      call(cameByMail ? 'POST /api/admin/copyright' : 'POST /api/copyright/notices', {
        body: { gameId: game._id, parts: listed(parts), fields },
      }),
  })
}

type OfNotice = { form: ReturnType<typeof useNotice> }

function Notice({ game }: { game: Game }) {
  const form = useNotice(game)
  const { user } = useSession()
  if (form.answer)
    return (
      <Note kind="go">
        <b className="font-650">Your notice number is {form.answer.number}.</b>
        <span className="block wrap-anywhere">
          {'confirm' in form.answer && form.answer.confirm
            ? `We sent a link to ${form.values.email.trim()}. Open it within 24 hours to confirm your notice. Then we review it within ${NOTICE_HOURS} hours.`
            : `We’ll review it within ${NOTICE_HOURS} hours and email you.`}
        </span>
      </Note>
    )
  return (
    <Panel>
      <Form form={form} className="grid gap-5">
        <h2 className="d4 wrap-anywhere">Send a notice about {game.title}</h2>
        {user?.role === 'admin' && (
          <Checkbox {...form.tick('cameByMail')} hint="Leave empty what it does not say.">
            I am entering a notice that came by mail
          </Checkbox>
        )}
        <Parts form={form} game={game} />
        <Work form={form} />
        <Contact form={form} />
        <Statements form={form} />
        <FormNote form={form} />
        <div>
          <SubmitButton form={form}>Send notice</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}

function Parts({ form, game }: OfNotice & { game: Game }) {
  const id = useId()
  const error = form.problem('parts')
  const parts = listed(form.values.parts)
  const demo = game.demoFile ? [{ value: 'demo', label: `Demo: ${game.demoFile.name}` }] : []
  const change = (value: string) => {
    const others = parts.filter((part) => part !== value)
    form.set({ parts: (parts.includes(value) ? others : [...others, value]).join(' ') })
  }
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-ui font-semibold">What should we switch off?</legend>
      <div className="grid gap-x-4 phone:grid-cols-2">
        {[...partsOf({ kind: 'game', game }), ...demo].map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={parts.includes(value)}
            aria-invalid={error ? true : undefined}
            onChange={() => change(value)}
          >
            <span className="wrap-anywhere">{value === 'page' ? 'The whole game' : label}</span>
          </Checkbox>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

const Work = ({ form }: OfNotice) => (
  <>
    <Field label="Your work" hint="Title, kind, and where we can see it." {...form.field('works')}>
      <Textarea required maxLength={TEXT_MAX} size="small" />
    </Field>
    <Field
      label="What is copied, and where is it?"
      hint="The developer reads this and the field above. Leave out your address."
      {...form.field('material')}
    >
      <Textarea required maxLength={TEXT_MAX} size="small" />
    </Field>
  </>
)

const Contact = ({ form }: OfNotice) => (
  <>
    <Field
      label="Postal address"
      hint="Only we see your address, phone number and email. The developer sees only the part of your email after the @."
      {...form.field('address')}
    >
      <Textarea required maxLength={TEXT_MAX} autoComplete="street-address" size="small" />
    </Field>
    <div className="grid gap-4 phone:grid-cols-2">
      <Field label="Phone" {...form.field('phone')}>
        <TextInput type="tel" autoComplete="tel" maxLength={LINE_MAX} required />
      </Field>
      <Field label="Email" {...form.field('email')}>
        <TextInput type="email" autoComplete="email" required />
      </Field>
    </div>
  </>
)

const Statements = ({ form }: OfNotice) => (
  <>
    <div className="grid gap-2">
      <Statement tick={form.tick('goodFaith')} error={form.problem('goodFaith')} text={GOOD_FAITH} />
      <Statement tick={form.tick('accurate')} error={form.problem('accurate')} text={ACCURATE} />
    </div>
    <Field label="Signature" hint="Type your full name. The developer sees it." {...form.field('signature')}>
      <TextInput autoComplete="name" maxLength={LINE_MAX} required />
    </Field>
  </>
)
