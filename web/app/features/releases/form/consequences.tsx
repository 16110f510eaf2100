import type { NextRelease, SellerGame } from '@nofiller/contract/releases/seller-game'
import type { Audience } from '@nofiller/contract/releases/windows'
import { plural } from '@nofiller/contract/text/digits'
import type { ReactNode } from 'react'
import { currentTime } from '../../../ui/clock.ts'
import { Panel } from '../../../ui/page.tsx'
import type { FileRow } from '../../authoring/form/game-draft.ts'
import { showLocal, timeOf } from '../local-time.ts'
import { AUDIENCE_NAMES } from '../steps/step-fields.tsx'
import { changedFiles, type ReleaseForm } from './release-form.ts'

const LIST = new Intl.ListFormat('en-US')
export const namesOf = (rows: readonly FileRow[]): string =>
  LIST.format(rows.map(({ device, name }) => (device === 'Other' || device === '' ? name : device)))

type ConsequencesProps = {
  form: ReleaseForm
  game: SellerGame
  next: NextRelease
  /** The buttons, below. */
  children: ReactNode
}

/** What follows from going live, in the order of time. */
export function WhatWillHappen({ form, game, next, children }: ConsequencesProps) {
  const { changed, left } = changedFiles(form)
  const label = form.label.trim() || 'It'
  const events = eventsOf(form, game, next)
  return (
    <Box title="What will happen">
      <ol className="divide-y divide-line px-4 py-1 text-ui">
        {events.map(({ when, what }, at) => (
          <Event key={what} when={when}>
            {what} {label}
            {at === 0 && changed.length > 0 && (
              <span className="block text-sm text-muted">
                New: {namesOf(changed)}.{left.length > 0 && ` Unchanged: ${namesOf(left)}.`}
              </span>
            )}
          </Event>
        ))}
        <Event when="">
          {TOLD[form.notify]}
          {events.length > 1 && ', each at their step'}
          {game.visibility === 'public' && (
            <span className="block text-sm text-muted">
              {events.length > 1
                ? `Game page and feed say who has ${label}, and from when owners do`
                : `Game page and feed show ${label}`}
            </span>
          )}
        </Event>
      </ol>
      <div className="border-t border-line px-4 pt-3 pb-4">{children}</div>
    </Box>
  )
}

/** Who can download it, and when; the label follows. */
function eventsOf({ when, at, steps }: ReleaseForm, { owners }: SellerGame, next: NextRelease) {
  if (when === 'steps')
    return steps.flatMap(({ audience, from, at: field }) => {
      if (from === 'never') return []
      const people = next.audiences.find((one) => one.audience === audience)?.people ?? null
      return [
        { when: from === 'now' ? 'Now' : timeText(field), what: `${whoOf(audience, people)} can download` },
      ]
    })
  const what = owners > 0 ? `All ${plural(owners, 'owner')} can download` : 'Buyers get'
  return [{ when: when === 'now' ? 'Now' : timeText(at), what }]
}

const timeText = (field: string): string => {
  const time = timeOf(field)
  return time ? showLocal(time.toISOString(), currentTime()) : 'Then'
}

/** `31 supporters`, `All 214 owners` */
function whoOf(audience: Audience, people: number | null): string {
  if (people === null || people === 0) return AUDIENCE_NAMES[audience]
  const counted = plural(people, audience.slice(0, -1))
  return audience === 'owners' ? `All ${counted}` : counted
}

const TOLD = {
  silent: 'Owners see it in their library. Nobody is told.',
  site: 'Owners are told in the store',
  mail: 'Owners are told in the store, and by email if they agreed to that',
}

const Event = ({ when, children }: { when: string; children: ReactNode }) => (
  <li className="grid grid-cols-[92px_minmax(0,1fr)] gap-3 py-2.5">
    <span className="font-semibold">{when}</span>
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </li>
)

export const Box = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel flush>
    <section aria-label={title}>
      <h3 className="border-b border-line px-4 py-3.5 text-md font-650">{title}</h3>
      {children}
    </section>
  </Panel>
)
