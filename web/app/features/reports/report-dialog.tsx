import type { ResponseBody, Sent } from '@nofiller/contract/calls'
import {
  CATEGORY_RULES,
  isSafetyCategory,
  promiseOf,
  REPORT_TEXT,
  REPORT_TEXT_MAX,
  REPORTED_FOR,
  type ReportCategory,
  type ReportedFor,
  reportProblems,
} from '@nofiller/contract/reports/report-rules'
import { countCharacters } from '@nofiller/contract/text/characters'
import { showCount } from '@nofiller/contract/text/digits'
import { useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { postForm } from '../../api/post-form.ts'
import { useForm } from '../../api/use-form.ts'
import { useSession } from '../../session/session.ts'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Field, FieldError, RadioBox, Select, Textarea, TextInput } from '../../ui/form/field.tsx'
import { Form, FormNote, SubmitButton } from '../../ui/form/form.tsx'
import { IconShield } from '../../ui/icons.tsx'
import { picturesProblem, ReportPictures } from './report-pictures.tsx'
import {
  addressOf,
  isAboutGame,
  isOfReview,
  offeredCategories,
  offeredParts,
  type Reportable,
  reportTitle,
} from './reported-review.ts'

/** `pictures` has no value of its own: its problem is shown at their choice. */
type Values = {
  category: ReportCategory | ''
  part: string
  reportedFor: ReportedFor
  text: string
  email: string
  signature: string
  pictures: string
}

/** Asks what is wrong and where, and sends it; then shows what happens next. */
export default function ReportDialog({
  subject,
  part = 'page',
  onClose,
}: {
  subject: Reportable
  part?: string | undefined
  onClose: () => void
}) {
  const form = useReport(subject, part)
  const title = reportTitle(subject)
  const isNotice = form.values.category === 'copyright'
  if (form.answer)
    return (
      <Received
        answer={form.answer}
        email={form.values.email}
        isSignedIn={form.isSignedIn}
        title={title}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <p className="text-sm text-faint max-phone:basis-full! phone:mr-auto phone:max-w-70">
            {!form.isSignedIn && 'No account needed. '}Nobody outside the store learns who reported.
          </p>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
          {isNotice ? (
            <ButtonLink kind="primary" to={noticeAddress(subject)}>
              Write a notice
            </ButtonLink>
          ) : (
            <SubmitButton form={form}>Send report</SubmitButton>
          )}
        </>
      }
    >
      <Form form={form} className="grid gap-5">
        <Categories form={form} subject={subject} />
        {isNotice ? (
          <NeedsNotice />
        ) : (
          <>
            {form.values.category && (
              <WhatHappens category={form.values.category} subject={subject} isSignedIn={form.isSignedIn} />
            )}
            <Fields form={form} subject={subject} />
            <FormNote form={form} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

const noticeAddress = (subject: Reportable): string =>
  subject.kind === 'developer' ? '/copyright' : `/copyright?game=${subject.game._id}`

const NeedsNotice = () => (
  <Note icon={<IconShield className="size-[18px]" />} role="status">
    <b className="font-650">The law asks for a formal notice, with your name, address and signature.</b>
    <span className="block text-muted">
      No account needed. The developer gets the notice and your name. Is it not your own work? Then choose “
      {CATEGORY_RULES.stolen.label}”.
    </span>
  </Note>
)

type ReportForm = ReturnType<typeof useReport>

function useReport(subject: Reportable, part: string) {
  // A session that is still being checked counts as signed in: its token is sent, and a field that disappears while typing would confuse.
  const isSignedIn = useSession().state !== 'signed-out'
  const [chosen, setChosen] = useState<File[]>([])
  const initial: Values = {
    category: '',
    part,
    reportedFor: 'myself',
    text: '',
    email: '',
    signature: '',
    pictures: '',
  }
  // Pictures of another category stay chosen, in case the user changes their mind.
  const picturesFor = (category: Values['category']) => (category === 'minor' ? [] : chosen)
  const form = useForm<Values, ResponseBody<'POST /api/reports'>>({
    initial,
    check: (values) => {
      const pictures = picturesFor(values.category)
      return {
        pictures: picturesProblem(pictures),
        ...reportProblems({ ...values, pictures: pictures.length }, isSignedIn),
      }
    },
    send: ({ category, pictures: _, ...values }) =>
      sendReport(
        {
          ...values,
          ...addressOf(subject, category, values.part),
          category: category || 'other', // the check lets none through without one
        },
        picturesFor(category),
      ),
  })
  const setPictures = (pictures: File[]) => {
    setChosen(pictures)
    form.set({ pictures: '' })
  }
  return { ...form, isSignedIn, pictures: chosen, setPictures }
}

function sendReport(report: Sent<'POST /api/reports', 'body'>, pictures: readonly File[]) {
  if (pictures.length === 0) return call('POST /api/reports', { body: report })
  const form = new FormData()
  for (const [name, value] of Object.entries(report)) form.append(name, value)
  for (const picture of pictures) form.append('pictures', picture)
  return postForm('POST /api/reports', { form })
}

function Categories({ form, subject }: { form: ReportForm; subject: Reportable }) {
  const id = useId()
  const error = form.problem('category')
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-2 text-ui font-semibold">What is wrong?</legend>
      <div className="grid gap-x-4 gap-y-0.5 phone:grid-cols-2">
        {offeredCategories(subject).map((category) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: RadioBox is the control
          <label
            key={category}
            className="flex min-h-8 cursor-pointer items-start gap-2.5 rounded-1 px-2 py-1.5 text-ui/5 -mx-2 has-checked:bg-accent/12 max-phone:min-h-10 max-phone:py-2.5"
          >
            <RadioBox
              name="category"
              value={category}
              checked={form.values.category === category}
              aria-invalid={error ? true : undefined}
              onChange={() => form.set({ category })}
            />
            {CATEGORY_RULES[category].label}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

type WhatHappensProps = { category: ReportCategory; subject: Reportable; isSignedIn: boolean }

const WhatHappens = ({ category, subject, isSignedIn }: WhatHappensProps) => (
  <Note
    kind={isSafetyCategory(category) ? 'warn' : 'plain'}
    icon={<IconShield className="size-[18px]" />}
    role="status"
  >
    <b className="font-650">{promiseOf(category)}</b>
    {isAboutGame(subject, category) && (
      <span className="block text-muted">
        This is about the game, so we check its files. A review that says so stays.
      </span>
    )}
    {isSafetyCategory(category) && !isOfReview(subject) && (
      <span className="block text-muted">
        Every admin is alerted at once. If a second person reports it, we may hide it before anyone has
        looked.{!isSignedIn && ' Your report counts once you confirm your email.'} Please don’t send us the
        picture itself.
      </span>
    )}
  </Note>
)

function Fields({ form, subject }: { form: ReportForm; subject: Reportable }) {
  const { category, text } = form.values
  const isAboutPerson = category === 'real-person'
  return (
    <>
      <div className="grid gap-4 phone:grid-cols-2">
        <Field label="Where is it?" {...form.field('part')}>
          <Select>
            {offeredParts(subject).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        {isAboutPerson && (
          <Field label="I am reporting for" {...form.field('reportedFor')}>
            <Select>
              {REPORTED_FOR.map((value) => (
                <option key={value} value={value}>
                  {value === 'myself' ? 'Myself' : 'Someone who asked me to'}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      <Field
        label="What should we know?"
        hint={
          <span className="flex justify-between gap-4">
            20 to 5,000 characters.
            <span translate="no" className="mono">
              {countCharacters(text)} / {showCount(REPORT_TEXT_MAX)}
            </span>
          </span>
        }
        {...form.field('text')}
      >
        <Textarea required size="small" />
      </Field>
      {category === 'minor' ? (
        <p className="text-sm text-muted">{REPORT_TEXT.noPictures}</p>
      ) : (
        <ReportPictures
          pictures={form.pictures}
          error={picturesProblem(form.pictures) ?? form.problem('pictures')}
          onPictures={form.setPictures}
        />
      )}
      <div className="grid gap-4 phone:grid-cols-2">
        {!form.isSignedIn && (
          <Field
            label={category === 'minor' ? 'Email (optional)' : 'Email'}
            hint="Open the link we send you."
            {...form.field('email')}
          >
            <TextInput type="email" autoComplete="email" required={category !== 'minor'} />
          </Field>
        )}
        {isAboutPerson && (
          <Field
            label="Signature"
            hint="Type your name. Only those who decide see it."
            {...form.field('signature')}
          >
            <TextInput autoComplete="name" required />
          </Field>
        )}
      </div>
    </>
  )
}

type ReceivedProps = {
  answer: ResponseBody<'POST /api/reports'>
  email: string
  isSignedIn: boolean
  title: string
  onClose: () => void
}

const Received = ({ answer: { number, confirm }, email, isSignedIn, title, onClose }: ReceivedProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    footer={
      <Button kind="primary" onClick={onClose} data-first-focus>
        Close
      </Button>
    }
  >
    <Note kind="go">
      <b className="font-650">Your report number is {number}.</b>
      {confirm ? (
        <span className="block wrap-anywhere">
          We sent a link to {email}. Open it within 24 hours to confirm your report.
        </span>
      ) : (
        <span className="block">
          Thank you. We’ll look at it{(isSignedIn || email !== '') && ' and email you what we decide'}.
          {isSignedIn && (
            <>
              {' '}
              You can follow it in <TextLink to="/reports">My reports</TextLink>.
            </>
          )}
        </span>
      )}
    </Note>
  </Dialog>
)
