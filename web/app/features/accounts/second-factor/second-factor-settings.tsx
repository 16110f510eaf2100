import type { SecondFactor } from '@nofiller/contract/accounts/second-factor'
import { RECOVERY_CODES, RECOVERY_CODES_FEW } from '@nofiller/contract/accounts/second-factor-rules'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../api/use-call.ts'
import { useForm } from '../../../api/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { IconKey, IconPhone } from '../../../ui/dashboard-icons.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Form, FormNote, SubmitButton } from '../../../ui/form/form.tsx'
import { Panel } from '../../../ui/page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { showDay, showMoment } from '../../../ui/when.ts'
import { useKeysChanged } from '../settings/use-keys-changed.ts'
import { RememberedDevices } from './remembered-devices.tsx'
import { RenewRecoveryCodes, TurnOffSecondFactor } from './second-factor-dialogs.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

const SECOND_FACTOR = ['GET /api/second-factor']

type Asked = 'set-up' | 'turn-off' | 'renew'

/** Two-step verification of the login: an authenticator app, and recovery codes in case it is lost. */
export function SecondFactorSettings() {
  const own = useCall('GET /api/second-factor', {})
  const keysChanged = useKeysChanged()
  const [asked, setAsked] = useState<Asked | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const close = () => setAsked(null)
  const changed = async () => {
    await keysChanged(SECOND_FACTOR)
    flushSync(close)
    if (document.activeElement === document.body) heading.current?.focus() // the clicked button is gone
  }
  const isOn = own.data?.since != null
  return (
    <Panel className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <h2 ref={heading} tabIndex={-1} className="text-md/5 font-650 outline-none">
            Two-step verification
          </h2>
          <p className="text-sm text-faint">
            A code from an app on your phone, asked for after your password. Passkeys don’t need it.
          </p>
        </div>
        {own.data && !isOn && (
          <Button kind="primary" size="small" onClick={() => setAsked('set-up')}>
            Set up
          </Button>
        )}
      </div>
      <QueryView
        query={own}
        error="Failed to load two-step verification"
        skeleton={<Skeleton className="h-16" />}
      >
        {(factor) => <Parts factor={factor} onAsk={setAsked} />}
      </QueryView>
      {asked === 'set-up' && <SetUpSecondFactor isReplacing={isOn} onClose={close} onDone={changed} />}
      {asked === 'turn-off' && <TurnOffSecondFactor onClose={close} onDone={changed} />}
      {asked === 'renew' && <RenewRecoveryCodes onClose={close} onDone={changed} />}
    </Panel>
  )
}

type PartsProps = { factor: SecondFactor; onAsk: (asked: Asked) => void }

function Parts({ factor: { since, recoveryCodesLeft, removedAt }, onAsk }: PartsProps) {
  if (since === null) return null
  return (
    <>
      {removedAt !== null && <ToBeRemoved removedAt={removedAt} />}
      {recoveryCodesLeft <= RECOVERY_CODES_FEW && (
        <Note kind="warn">
          {recoveryCodesLeft === 0 ? 'You have no recovery codes left.' : 'You have few recovery codes left.'}{' '}
          Make new ones, so that you can log in without your phone.
        </Note>
      )}
      <ul className="divide-y divide-line">
        <Part
          icon={<IconPhone className="size-5 text-faint" />}
          name="Authenticator app"
          about={`On since ${showDay(since)}`}
        >
          <Button
            kind="quiet"
            size="small"
            aria-label="Replace authenticator app"
            onClick={() => onAsk('set-up')}
          >
            Replace
          </Button>
          <Button size="small" aria-label="Turn off two-step verification" onClick={() => onAsk('turn-off')}>
            Turn off
          </Button>
        </Part>
        <Part
          icon={<IconKey className="size-5 text-faint" />}
          name="Recovery codes"
          about={`${recoveryCodesLeft} of ${RECOVERY_CODES} left. Each works once, if you lose your phone.`}
        >
          <Button size="small" onClick={() => onAsk('renew')}>
            Make new codes
          </Button>
        </Part>
      </ul>
      <RememberedDevices />
    </>
  )
}

/** Somebody reported it lost. A logged-in user can deny that. */
function ToBeRemoved({ removedAt }: { removedAt: string }) {
  const keysChanged = useKeysChanged()
  const form = useForm({
    initial: {},
    send: async () => {
      await call('DELETE /api/second-factor/removal')
      await keysChanged(SECOND_FACTOR)
    },
  })
  return (
    <Form form={form} className="grid gap-3">
      <Note kind="warn">
        Someone logged in with your password and reported your authenticator app and recovery codes lost.
        We’ll turn off two-step verification on {showMoment(removedAt)}.
      </Note>
      <FormNote form={form} />
      <SubmitButton form={form} size="small" className="justify-self-start">
        Keep two-step verification
      </SubmitButton>
    </Form>
  )
}

type PartProps = { icon: ReactNode; name: string; about: string; children: ReactNode }

const Part = ({ icon, name, about, children }: PartProps) => (
  <li className="flex flex-wrap items-center gap-3 py-3 last:pb-0">
    {icon}
    <div className="min-w-0 flex-1 basis-40">
      <p className="font-semibold">{name}</p>
      <p className="text-sm text-faint">{about}</p>
    </div>
    <div className="flex gap-1">{children}</div>
  </li>
)
