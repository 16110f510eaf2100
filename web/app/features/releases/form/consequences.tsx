import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { plural } from '@nofiller/contract/text/digits'
import type { ReactNode } from 'react'
import { currentTime } from '../../../ui/clock.ts'
import { Panel } from '../../../ui/page.tsx'
import type { FileRow } from '../../authoring/form/game-draft.ts'
import { showLocal, timeOf } from '../local-time.ts'
import { changedFiles, type ReleaseForm } from './release-form.ts'

const LIST = new Intl.ListFormat('en-US')
export const namesOf = (rows: readonly FileRow[]): string =>
  LIST.format(rows.map(({ device, name }) => (device === 'Other' || device === '' ? name : device)))

type ConsequencesProps = {
  form: ReleaseForm
  game: SellerGame
  /** The buttons, below. */
  children: ReactNode
}

/** What follows from going live, in the order of time. */
export function WhatWillHappen({ form, game, children }: ConsequencesProps) {
  const { changed, left } = changedFiles(form)
  const time = form.when === 'time' ? timeOf(form.at) : null
  const when = form.when === 'now' ? 'Now' : time ? showLocal(time.toISOString(), currentTime()) : 'Then'
  const label = form.label.trim() || 'It'
  return (
    <Box title="What will happen">
      <ol className="divide-y divide-line px-4 py-1 text-ui">
        <Event when={when}>
          {game.owners > 0
            ? `All ${plural(game.owners, 'owner')} can download ${label}`
            : `${label} is what buyers get`}
          {changed.length > 0 && (
            <span className="block text-sm text-muted">
              New: {namesOf(changed)}.{left.length > 0 && ` Unchanged: ${namesOf(left)}.`}
            </span>
          )}
        </Event>
        <Event when="">
          {TOLD[form.notify]}
          {game.visibility === 'public' && (
            <span className="block text-sm text-muted">Game page and feed show {label}</span>
          )}
        </Event>
      </ol>
      <div className="border-t border-line px-4 pt-3 pb-4">{children}</div>
    </Box>
  )
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
