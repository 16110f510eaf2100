import { summaryOf } from '@nofiller/contract/authoring/summary'
import { communityPath } from '@nofiller/contract/posts/post-paths'
import {
  POST_LIMITS,
  type PostAudience,
  type PostState,
  picturesIn,
} from '@nofiller/contract/posts/post-rules'
import type { OwnPost, PostReach } from '@nofiller/contract/posts/posts'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { countCharacters } from '@nofiller/contract/text/characters'
import { plural, showCount } from '@nofiller/contract/text/digits'
import { type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useInViewport } from '../../../ui/browser/in-viewport.ts'
import { LeaveGuard } from '../../../ui/browser/leave-guard.tsx'
import { Button, TextLink } from '../../../ui/button.tsx'
import { currentTime } from '../../../ui/clock.ts'
import { IconBell } from '../../../ui/dashboard-icons.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { CheckBox, Field, Select, TextInput } from '../../../ui/form/field.tsx'
import { RadioList } from '../../../ui/form/radio-list.tsx'
import { IconChevronLeft, IconGlobe, IconMail } from '../../../ui/icons.tsx'
import { showMoment } from '../../../ui/when.ts'
import { DescriptionField } from '../../authoring/description/description-field.tsx'
import { Box } from '../../releases/form/consequences.tsx'
import { useReleases } from '../../releases/list/use-releases.ts'
import { showLocal, timeOf } from '../../releases/local-time.ts'
import { TimeHint } from '../../releases/time-hint.tsx'
import { atMost } from './count-words.ts'
import type { PostWords } from './post-words.ts'
import { type ReleaseAhead, releaseAhead } from './release-ahead.ts'
import { type PostFormState, usePostForm } from './use-post-form.ts'

type PostFormProps = { game: SellerGame; post: OwnPost | null; reach: PostReach | null; accountId: string }

/** A post: what is written at the left, how it shows and whom it reaches at the right. */
export function PostForm({ game, post, reach, accountId }: PostFormProps) {
  const form = usePostForm(game, post, accountId)
  const releases = useReleases(game._id).data ?? []
  const ahead = releaseAhead(releases, form.words, form.post, currentTime())
  const buttons = useRef<HTMLDivElement>(null)
  return (
    <form ref={form.element} noValidate onSubmit={(event) => event.preventDefault()}>
      <Link
        to={communityPath(game._id)}
        className="mb-2 inline-flex items-center gap-1.5 text-ui text-muted no-underline hover:text-text"
      >
        <IconChevronLeft className="size-4" />
        Posts
      </Link>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="d3">{HEADINGS[form.post?.state ?? 'new']}</h2>
        <p aria-live="polite" className="text-sm text-muted">
          {form.step === 'saving'
            ? 'Saving…'
            : form.post && `Saved ${showLocal(form.post.savedAt, currentTime())}`}
        </p>
      </div>
      <RestoredNote form={form} />
      {form.post?.decisionId && (
        <Note kind="bad" className="mb-6">
          A decision removed this post.{' '}
          <TextLink to={`/decision/${form.post.decisionId}`}>Read it, or appeal</TextLink>
        </Note>
      )}
      {form.post?.waits && (
        <Note kind="warn" className="mb-6">
          {form.post.waits}
        </Note>
      )}
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_344px] desktop:gap-8">
        <div className="grid min-w-0 gap-5">
          <Writing form={form} game={game} releases={releases} />
          {!form.isOut && <Sending form={form} reach={reach} ahead={ahead} />}
        </div>
        <aside aria-label="Before it goes out" className="grid gap-4 desktop:sticky desktop:top-22">
          <HowItShows form={form} game={game} ahead={ahead} />
          <WhatWillHappen form={form} reach={reach} ahead={ahead} buttons={buttons} />
        </aside>
      </div>
      <FixedButtons form={form} buttons={buttons} />
      <LeaveGuard isUnsaved={form.isUnsaved}>
        {form.isStored
          ? 'What is not saved stays in this browser for a week.'
          : 'What is not saved yet will be lost.'}
      </LeaveGuard>
    </form>
  )
}

const HEADINGS: Record<PostState | 'new', string> = {
  new: 'New post',
  draft: 'Draft',
  scheduled: 'Scheduled post',
  published: 'Edit post',
  removed: 'Removed post',
}

/** Says that what was typed earlier stands in the form again. */
function RestoredNote({ form: { restored, discard } }: { form: PostFormState }) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {restored && (
        <Note
          role="status"
          className="mb-6"
          action={
            <Button
              size="small"
              onClick={() => {
                discard()
                place.current?.focus() // the button disappears
              }}
            >
              Discard
            </Button>
          }
        >
          Restored what you typed on {showMoment(restored.typedAt)} and did not save.
          {restored.isOutdated && ' The post was saved since, elsewhere.'}
        </Note>
      )}
    </div>
  )
}

type WritingProps = { form: PostFormState; game: SellerGame; releases: readonly OwnRelease[] }

function Writing({ form: { words, problems, change }, game, releases }: WritingProps) {
  const [uploads, setUploads] = useState(0)
  const offered = releases.filter(
    ({ id, state }) => id === words.releaseId || (state !== 'withdrawn' && state !== 'failed'),
  )
  const pictures = picturesIn(words.body)
  return (
    <>
      <Field
        label="Title"
        error={problems.title ?? null}
        trailing={
          <span className="text-sm text-faint">
            {countCharacters(words.title)} of {POST_LIMITS.titleMax}
          </span>
        }
      >
        <TextInput
          maxLength={POST_LIMITS.titleMax}
          autoComplete="off"
          dir="auto"
          value={words.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <div className="grid gap-1.5">
        <DescriptionField
          label="Text"
          max={POST_LIMITS.textMax}
          headings={[2, 3]}
          value={words.body}
          onChange={(body) => change({ body })}
          error={problems.body}
          title={game.title}
          uploads={uploads}
          onUploads={setUploads}
        />
        <p className="text-sm text-muted">
          {pictures} of {POST_LIMITS.pictures} pictures. Pictures follow the game’s 18+ mark.
        </p>
      </div>
      {game.category === 'SFW' && pictures > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-ui font-semibold">Is a picture here explicit?</legend>
          <RadioList
            legend="Is a picture here explicit?"
            value={words.isExplicit === null ? '' : words.isExplicit ? 'yes' : 'no'}
            onChange={(value) => change({ isExplicit: value === 'yes' })}
            error={problems.isExplicit ?? null}
            options={[
              { value: 'no', label: 'No', hint: 'Anybody can see them' },
              { value: 'yes', label: 'Yes', hint: 'Only a game marked 18+ can show them' },
            ]}
          />
        </fieldset>
      )}
      <Field
        label="Release"
        hint="Owners see their version and a download beside the post."
        error={problems.releaseId ?? null}
      >
        <Select
          className="max-w-70"
          value={words.releaseId ?? ''}
          onChange={(event) => change({ releaseId: event.target.value || null })}
        >
          <option value="">None</option>
          {offered.map(({ id, label, state }) => (
            <option key={id} value={id}>
              {label}
              {state === 'live' || state === 'earlier' ? '' : `, ${state}`}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}

type SendingProps = { form: PostFormState; reach: PostReach | null; ahead: ReleaseAhead | null }

function Sending({ form: { words, problems, change }, reach, ahead }: SendingProps) {
  return (
    <>
      <Group title="Who can read it">
        <RadioList
          legend="Who can read it"
          value={words.audience}
          onChange={(audience) => change({ audience })}
          options={[
            { value: 'everyone', label: 'Everyone', hint: 'Game page and feeds' },
            { value: 'owners', label: 'Owners', hint: reach && plural(reach.owners, 'owner') },
          ]}
        />
      </Group>
      <Group title="When">
        <RadioList
          legend="When"
          value={words.when}
          onChange={(when) => change({ when })}
          options={[
            { value: 'now', label: 'Now' },
            {
              value: 'time',
              label: 'At a time',
              fields: (
                <Field
                  label="Day and time"
                  hint={<TimeHint at={words.at} />}
                  error={problems.opensAt ?? null}
                >
                  <TextInput
                    type="datetime-local"
                    className="max-w-64"
                    value={words.at}
                    onChange={(event) => change({ at: event.target.value })}
                  />
                </Field>
              ),
            },
            ...(ahead ? [withRelease(ahead, words.audience)] : []),
          ]}
        />
      </Group>
      <Group title="Email">
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is the control */}
        <label className="flex cursor-pointer gap-3 rounded-2 border border-line bg-inset px-4 py-3">
          <CheckBox
            checked={words.isEmailed}
            onChange={({ target }) => change({ isEmailed: target.checked })}
          />
          <span>
            <b className="block font-semibold">Email those who agreed</b>
            <span className="block text-sm text-muted">
              At most one email in 24 hours and four in 30 days, with all of your new posts in it.
            </span>
          </span>
        </label>
      </Group>
    </>
  )
}

const withRelease = ({ label, opensAt }: ReleaseAhead, audience: PostAudience) => ({
  value: 'release' as const,
  label: `With ${label}, when ${audience === 'owners' ? 'owners get it' : 'it is public'}`,
  hint: opensAt ? showLocal(opensAt, currentTime()) : 'That release has no time yet',
})

/** When a post goes out, as ISO 8601; null for now, and for a release without a time. */
const plannedAt = ({ when, at }: PostWords, ahead: ReleaseAhead | null): string | null =>
  when === 'time' ? (timeOf(at)?.toISOString() ?? null) : when === 'release' ? (ahead?.opensAt ?? null) : null

const Group = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="grid gap-1.5">
    <h3 className="text-ui font-semibold">{title}</h3>
    {children}
  </div>
)

type HowProps = { form: PostFormState; game: SellerGame; ahead: ReleaseAhead | null }

function HowItShows({ form: { words, post }, game, ahead }: HowProps) {
  const [, src] = /<img[^>]* src="([^"]+)"/.exec(words.body) ?? []
  const at = post?.publishedAt ?? plannedAt(words, ahead) ?? currentTime().toISOString()
  return (
    <Box title="How it shows">
      <div className="grid gap-1 p-4">
        {src && <img src={src} alt="" className="mb-2 aspect-video w-full rounded-2 object-cover" />}
        <span className="text-sm text-muted">
          <span translate="no">{game.title}</span> · {showLocal(at, currentTime()).split(',')[0]}
        </span>
        <b dir="auto" className="text-md/5 font-650 wrap-anywhere">
          {words.title || 'Title'}
        </b>
        <p dir="auto" className="text-sm text-muted wrap-anywhere">
          {summaryOf(words.body, 140) || 'Its text begins here.'}
        </p>
      </div>
    </Box>
  )
}

type WillProps = SendingProps & { buttons: RefObject<HTMLDivElement | null> }

function WhatWillHappen({ form, reach, ahead, buttons }: WillProps) {
  const { words, isOut, failure } = form
  const time = plannedAt(words, ahead)
  const title = isOut ? 'Published' : time ? showLocal(time, currentTime()) : 'What will happen'
  return (
    <Box title={title}>
      {!isOut && (
        <ul className="divide-y divide-line px-4 py-1 text-ui *:flex *:items-start *:gap-3 *:py-2">
          <li>
            <IconGlobe className="mt-0.5 size-4 flex-none text-faint" />
            {words.audience === 'owners' ? 'Owners can read it' : 'Everyone can read it'}
          </li>
          <li>
            <IconBell className="mt-0.5 size-4 flex-none text-faint" />
            {reachLine(words.audience, reach)}
          </li>
          {words.isEmailed && (
            <li>
              <IconMail className="mt-0.5 size-4 flex-none text-faint" />
              Those who agreed get an email
              {words.audience === 'everyone' && reach && `: ${atMost(reach.emailed)} followers`}
            </li>
          )}
        </ul>
      )}
      <div ref={buttons} className="grid gap-2 border-t border-line px-4 pt-3 pb-4 first:border-t-0">
        {failure && <Note kind="bad">{failure}</Note>}
        <Buttons form={form} />
      </div>
    </Box>
  )
}

const reachLine = (audience: string, reach: PostReach | null): string => {
  if (!reach) return 'Owners are told in the store'
  const owners = `${showCount(reach.owners)} ${reach.owners === 1 ? 'owner' : 'owners'}`
  return audience === 'owners'
    ? `${owners} told in the store`
    : `${owners} and ${atMost(reach.told)} followers told in the store`
}

function Buttons({ form }: { form: PostFormState }) {
  const [isDeleting, setDeleting] = useState(false)
  const { post } = form
  if (post?.state === 'removed') return <p className="text-sm text-muted">It can’t be changed.</p>
  return (
    <>
      <MainButton form={form} size="large" />
      <div className="grid grid-cols-2 gap-2 *:last:odd:col-span-2">
        {!form.isOut && <SaveButton form={form} />}
        {post?.state === 'scheduled' && (
          <Button kind="quiet" onClick={() => void form.unschedule()}>
            Unschedule
          </Button>
        )}
        {post && (
          <Button kind="quiet" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {isDeleting && (
        <Dialog
          title="Delete this post?"
          width="small"
          onClose={() => setDeleting(false)}
          footer={
            <>
              <Button onClick={() => setDeleting(false)}>Keep it</Button>
              <Button kind="danger" busy={form.step === 'saving'} onClick={() => void form.remove()}>
                Delete
              </Button>
            </>
          }
        >
          <p>{form.isOut ? 'It is gone for all readers, and its address says so.' : 'Nobody has seen it.'}</p>
        </Dialog>
      )}
    </>
  )
}

function MainButton({ form, size }: { form: PostFormState; size?: 'large' }) {
  const common = { kind: 'primary' as const, ...(size && { size }) }
  if (form.isOut)
    return (
      <Button {...common} busy={form.step === 'saving'} onClick={() => void form.save()}>
        Save changes
      </Button>
    )
  return (
    <Button {...common} busy={form.step === 'publishing'} onClick={() => void form.publish()}>
      {form.words.when === 'now' ? 'Publish post' : 'Schedule post'}
    </Button>
  )
}

const SaveButton = ({ form }: { form: PostFormState }) => (
  <Button busy={form.step === 'saving'} onClick={() => void form.save()}>
    {form.post?.state === 'scheduled' ? 'Save changes' : 'Save draft'}
  </Button>
)

/** On a phone the buttons again, while they are out of view. */
function FixedButtons({ form, buttons }: Pick<WillProps, 'form' | 'buttons'>) {
  const sight = useInViewport(buttons)
  if (sight === null || sight === 'in' || form.post?.state === 'removed') return null
  return (
    <div
      data-phone-bar
      className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-3 border-t border-line bg-surface px-4 py-3 *:[button]:flex-1 phone:hidden"
    >
      {!form.isOut && <SaveButton form={form} />}
      <MainButton form={form} />
    </div>
  )
}
