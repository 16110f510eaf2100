import { MARK_LABELS, OWNER_NAME, spoilerParts, verdictOf } from '@nofiller/contract/reviews/review-rules'
import type { Review } from '@nofiller/contract/reviews/reviews'
import { showUtcDay } from '@nofiller/contract/text/time'
import { type ReactNode, useState } from 'react'
import { TextButton } from '../../ui/button.tsx'
import { icon } from '../../ui/icons.tsx'
import { Tag } from '../../ui/tag.tsx'
import { progressOf, versionLine } from './review-words.ts'

export const IconThumbUp = /* @__PURE__ */ icon('thumb-up')
export const IconThumbDown = /* @__PURE__ */ icon('thumb-down')

type ReviewArticleProps = {
  review: Omit<Review, 'id' | 'helpful'>
  /** The label of the game's newest release. */
  newest: string | null
  heading?: 'h2' | 'h3'
  /** What can be done with it, below. */
  children?: ReactNode
}

/** A review: verdict, text, who wrote it about which version, why it is not counted, and the developer's answer. */
export function ReviewArticle({ review, newest, heading: Heading = 'h3', children }: ReviewArticleProps) {
  const { recommends, text, language, on, editedOn, answer } = review
  const version = versionLine(review.release, newest)
  const lang = language === 'other' ? undefined : language
  return (
    <article className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {/* Verdict and version are one sentence for who hears them. */}
        <Heading tabIndex={-1} className="flex items-center gap-2 text-base/6 font-650 outline-none">
          {recommends ? (
            <IconThumbUp className="size-[18px] text-go" />
          ) : (
            <IconThumbDown className="size-[18px] text-bad" />
          )}
          <span className={recommends ? 'text-go' : 'text-bad'}>
            {verdictOf(recommends)}
            {version && <span className="sr-only">. {version}.</span>}
          </span>
        </Heading>
        <span className="text-sm text-muted">
          <time dateTime={on}>{showUtcDay(on)}</time>
          {editedOn && (
            <>
              {', changed '}
              <time dateTime={editedOn}>{showUtcDay(editedOn)}</time>
            </>
          )}
        </span>
      </div>
      {text && <ReviewText text={text} lang={lang} />}
      {review.isTextRemoved && !text && <p className="text-muted">Text removed by the store.</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <span className="min-w-0 wrap-anywhere">
          {review.name === null ? OWNER_NAME : <bdi translate="no">{review.name}</bdi>}
          {progressOf(review) && ` · ${progressOf(review)}`}
          {version && <span aria-hidden="true"> · {version}</span>}
        </span>
        {review.mark && <Tag>{MARK_LABELS[review.mark]}</Tag>}
        {!review.counted && <Tag>Not counted</Tag>}
      </div>
      {answer && (
        <div className="grid gap-1 border-l-2 border-edge pl-4">
          <p className="text-sm text-muted">
            <b translate="no" className="font-650 text-text wrap-anywhere">
              {answer.developer}
            </b>{' '}
            · developer · {showUtcDay(answer.on)}
            {answer.editedOn && `, changed ${showUtcDay(answer.editedOn)}`}
          </p>
          <p dir="auto" className={WORDS}>
            {answer.text}
          </p>
        </div>
      )}
      {children}
    </article>
  )
}

const WORDS = 'max-w-[72ch] whitespace-pre-line wrap-anywhere'

/** How many characters, or lines, are shown at once: a long review leaves the next ones in sight. */
const FOLDED = { characters: 900, lines: 12 }

const isLongText = (text: string): boolean =>
  text.length > FOLDED.characters || text.split('\n').length > FOLDED.lines

/** A text whose spoilers are covered until each is asked for, and of which a long one is folded. */
function ReviewText({ text, lang }: { text: string; lang: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const parts = spoilerParts(text)
  const isLong = isLongText(parts.map((part) => (part.isSpoiler ? '' : part.text)).join(''))
  return (
    <div className="grid grid-cols-1 gap-1.5">
      {/* Who reaches a spoiler by keyboard sees it. */}
      <p
        dir="auto"
        lang={lang}
        className={`${WORDS} ${isLong && !isOpen ? 'line-clamp-8' : ''}`}
        onFocus={() => setOpen(true)}
      >
        {parts.map((part, at) => {
          const key = `${at} ${part.isSpoiler}` // parts have no other identity
          return part.isSpoiler ? <Spoiler key={key} text={part.text} /> : <span key={key}>{part.text}</span>
        })}
      </p>
      {isLong && (
        <TextButton className="justify-self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Read less' : 'Read more'}
        </TextButton>
      )}
    </div>
  )
}

function Spoiler({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        lang="en"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="cursor-pointer rounded-1 border border-dashed border-edge px-2.5 py-1 text-sm/5 text-muted hover:text-text max-phone:min-h-10"
      >
        {isOpen ? 'Spoiler. Hide' : 'Spoiler. Show'}
      </button>
      {isOpen && <span> {text}</span>}
    </>
  )
}
