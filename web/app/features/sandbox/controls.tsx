import type { SandboxEvent, SandboxInvoice } from '@nofiller/contract/sandbox/sandbox'
import { Button } from '../../ui/button.tsx'

const MAIN = [
  { event: 'detect', label: 'Payment seen' },
  { event: 'confirm', label: 'Confirm a little more' },
  { event: 'pay', label: 'Payment confirmed' },
] as const
const OTHERS = [
  { event: 'underpay', label: 'Pay too little', wide: 'col-span-3' },
  { event: 'overpay', label: 'Pay too much', wide: 'col-span-3' },
  { event: 'expire', label: 'Expire', wide: 'col-span-2' },
  { event: 'cancel', label: 'Cancel', wide: 'col-span-2' },
  { event: 'fail', label: 'Fail', wide: 'col-span-2' },
] as const

type ControlsProps = {
  running: SandboxEvent | null
  status: SandboxInvoice['status']
  onPlay: (event: SandboxEvent) => void
}

/** Buttons that simulate the network, in place of real money. */
export function Controls({ running, status, onPlay }: ControlsProps) {
  if (status === 'paid') return <p className="text-sm text-faint">A paid invoice can no longer be changed.</p>
  const play = (event: SandboxEvent) => ({
    size: 'small' as const,
    busy: running === event,
    disabled: event === 'confirm' && status !== 'seen',
    onClick: () => onPlay(event),
  })
  return (
    <div className="grid gap-2">
      <h2 className="text-ui font-semibold">Sandbox controls</h2>
      <p className="text-sm text-faint">Move this invoice yourself to test the store.</p>
      {MAIN.map(({ event, label }) => (
        <Button key={event} wide {...play(event)}>
          {label}
        </Button>
      ))}
      <div className="grid grid-cols-6 gap-1">
        {OTHERS.map(({ event, label, wide }) => (
          <Button key={event} kind="quiet" className={wide} {...play(event)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
