import { sellerGamePath } from '@nofiller/contract/catalog/paths'
import type { OwnRelease } from '@nofiller/contract/releases/releases'
import type { SellerGame } from '@nofiller/contract/releases/seller-game'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { Menu, MenuButton } from '../../../shell/menu/menu.tsx'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { icon } from '../../../ui/icons.tsx'
import { DeleteDraftDialog } from '../form/delete-draft-dialog.tsx'
import { useSellerGameChanged } from '../head/use-seller-game.ts'
import { isAnnounced } from '../show-release.tsx'
import type { Act, OpenedRow } from './use-opened-row.ts'

const IconEllipsis = /* @__PURE__ */ icon('ellipsis')

type ActionsProps = { game: SellerGame; release: OwnRelease; opened: OpenedRow }

/** The act that a release's state suggests, and the others in a menu. */
export function ReleaseActions({ game, release, opened }: ActionsProps) {
  const { id, state, label } = release
  const [isDeleting, setDeleting] = useState(false)
  const unschedule = useUnschedule(release)
  const navigate = useNavigate()
  const page = `${sellerGamePath(game._id)}/releases/${id}`
  const item = (act: Act, name: string) => (
    <MenuButton key={act} onPress={() => opened.open(id, act)}>
      {name}
    </MenuButton>
  )
  const edit = (
    <MenuButton key="edit" onPress={() => navigate(page)}>
      Edit notes
    </MenuButton>
  )
  const remove = (
    <MenuButton key="delete" onPress={() => setDeleting(true)}>
      Delete draft
    </MenuButton>
  )
  const more: Record<OwnRelease['state'], ReactNode[]> = {
    draft: [remove],
    checking: [remove],
    failed: [remove],
    ready: [remove],
    scheduled: isAnnounced(release)
      ? [item('steps', 'Change the steps…'), item('withdraw', 'Withdraw…')]
      : [
          item('go-live', 'Go live now…'),
          <MenuButton key="unschedule" onPress={() => unschedule.press()}>
            Remove the schedule
          </MenuButton>,
          remove,
        ],
    opening: [edit, item('withdraw', 'Withdraw…')],
    live: [item('withdraw', 'Withdraw…')],
    earlier: [edit, item('withdraw', 'Withdraw…')],
    withdrawn: [edit],
  }
  return (
    <div className="inline-flex items-center gap-1">
      <MainAction release={release} page={page} opened={opened} />
      <Menu
        label={`More for ${label}`}
        buttonLabel={`More for ${label}`}
        button={<IconEllipsis />}
        buttonClass={buttonClass({ kind: 'quiet', size: 'small', square: true })}
        placeClass="top-10 right-0 w-46! text-left"
      >
        {more[state]}
      </Menu>
      {isDeleting && <DeleteDraftDialog release={release} onClose={() => setDeleting(false)} />}
    </div>
  )
}

function MainAction({ release, page, opened }: { release: OwnRelease; page: string; opened: OpenedRow }) {
  const { id, state, label } = release
  const named = (name: string) => (
    <>
      {name}
      <span className="sr-only"> {label}</span>
    </>
  )
  const opening = (act: Act, name: string) => (
    <Button
      size="small"
      aria-expanded={opened.isOpen(id, act)}
      onClick={() => (opened.isOpen(id, act) ? opened.close() : opened.open(id, act))}
    >
      {named(name)}
    </Button>
  )
  const leading = (name: string, kind: 'secondary' | 'quiet' = 'secondary') => (
    <ButtonLink size="small" kind={kind} to={page}>
      {named(name)}
    </ButtonLink>
  )
  switch (state) {
    case 'draft':
    case 'checking':
      return leading('Continue')
    case 'failed':
      return leading('See why')
    case 'ready':
      return opening('go-live', 'Go live')
    case 'scheduled':
      return leading('Open')
    case 'opening':
      return opening('steps', 'Change the steps…')
    case 'live':
      return leading('Edit notes', 'quiet')
    case 'earlier':
      return opening('roll-back', 'Roll back…')
    case 'withdrawn':
      return null
  }
}

function useUnschedule({ id, label }: OwnRelease) {
  const changed = useSellerGameChanged()
  const send = () => call('DELETE /api/releases/:releaseId/live', { params: { releaseId: id } })
  return useAction(send, {
    onDone: async () => {
      await changed()
      toast(`${label} is no longer scheduled. It stays as a draft.`)
    },
  })
}
