import type { Passkey } from '@nofiller/contract/accounts/passkeys'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { IconKey, IconPhone } from '../../../ui/dashboard-icons.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Panel } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showDay, showMoment } from '../../../ui/when.ts'
import { useKeysChanged } from '../settings/use-keys-changed.ts'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx'
import { signalAcceptedPasskeys } from './password-manager.ts'

const PASSKEYS = ['GET /api/passkeys']

type Asked = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** The passkeys of the account, with buttons to rename, remove and add. */
export function PasskeySettings() {
  const own = useCall('GET /api/passkeys', {})
  const keysChanged = useKeysChanged()
  const [asked, setAsked] = useState<Asked | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setAsked(null)
  const changed = async () => {
    await keysChanged(PASSKEYS)
    flushSync(close)
    if (document.activeElement === document.body) heading.current?.focus() // the clicked button is gone
    signalAcceptedPasskeys()
  }
  return (
    <Panel className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <h2 ref={heading} tabIndex={-1} className="text-md/5 font-650 outline-none">
            Passkeys
          </h2>
          <p className="text-sm text-faint">
            Log in with your fingerprint, face or screen lock. Your device will show this store’s name and
            your username.
          </p>
        </div>
        <Button kind="primary" size="small" onClick={() => setAsked({ what: 'add' })}>
          Add a passkey
        </Button>
      </div>
      <QueryView query={own} error="Failed to load your passkeys" skeleton={<Skeleton className="h-16" />}>
        {({ passkeys }) =>
          passkeys.length > 0 && (
            <ul className="divide-y divide-line">
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey._id}
                  passkey={passkey}
                  onRename={() => setAsked({ what: 'rename', passkey })}
                  onRemove={() => setAsked({ what: 'remove', passkey })}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      {asked?.what === 'add' && <AddPasskey onClose={close} onDone={changed} />}
      {asked?.what === 'rename' && <RenamePasskey passkey={asked.passkey} onClose={close} onDone={changed} />}
      {asked?.what === 'remove' && <RemovePasskey passkey={asked.passkey} onClose={close} onDone={changed} />}
    </Panel>
  )
}

type RowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

function PasskeyRow({
  passkey: { name, isSynced, createdAt, lastUsedAt, removedAt },
  onRename,
  onRemove,
}: RowProps) {
  const Icon = isSynced ? IconPhone : IconKey
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 last:pb-0">
      <Icon className="size-5 text-faint" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm text-faint">
          {removedAt
            ? `No longer works. It will be removed on ${showMoment(removedAt)}`
            : `${isSynced ? 'Synced to your devices' : 'This device or key only'} · ${lastUsedAt ? `last used ${showDay(lastUsedAt)}` : `added ${showDay(createdAt)} · not used yet`}`}
        </p>
      </div>
      <div className="flex gap-1">
        <Button kind="quiet" size="small" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}
