import type { RememberedDevice } from '@nofiller/contract/accounts/second-factor'
import { useRef } from 'react'
import { call } from '../../../api/client.ts'
import { useAction } from '../../../api/use-action.ts'
import { useCall } from '../../../api/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { IconMonitor } from '../../../ui/dashboard-icons.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showDay } from '../../../ui/when.ts'
import { useKeysChanged } from '../settings/use-keys-changed.ts'

const DEVICES = ['GET /api/remembered-devices']

/** The devices that skip the code, with buttons to forget them. */
export function RememberedDevices() {
  const devices = useCall('GET /api/remembered-devices', {})
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="grid gap-1 border-t border-line pt-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Remembered devices
      </h3>
      <QueryView
        query={devices}
        error="Failed to load your remembered devices"
        skeleton={<Skeleton className="h-6" />}
        empty={
          <p className="text-sm text-faint">
            None. You’ll need a code every time you log in with your password.
          </p>
        }
      >
        {(remembered) => (
          <>
            <p className="text-sm text-faint">On these devices, you log in with your password and no code.</p>
            <ul className="divide-y divide-line">
              {remembered.map((device) => (
                <DeviceRow key={device._id} device={device} onForgotten={() => heading.current?.focus()} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </section>
  )
}

/** `onForgotten` moves the focus: the row and its button are gone then. */
function DeviceRow({ device, onForgotten }: { device: RememberedDevice; onForgotten: () => void }) {
  const keysChanged = useKeysChanged()
  const browser = device.browser || 'Unknown browser'
  const { busy, press } = useAction(
    async () => {
      await call('DELETE /api/remembered-devices/:id', { params: { id: device._id } })
      await keysChanged(DEVICES)
    },
    { onDone: onForgotten },
  )
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 last:pb-0">
      <IconMonitor className="size-5 text-faint" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold break-words">{browser}</p>
        <p className="text-sm text-faint">Until {showDay(device.endsAt)}</p>
      </div>
      <Button size="small" busy={busy} aria-label={`Forget ${browser}`} onClick={() => press()}>
        Forget
      </Button>
    </li>
  )
}
