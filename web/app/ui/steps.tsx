import type { ReactNode } from 'react'
import { Spinner } from './feedback/spinner.tsx'
import { IconCheck, IconX } from './icons.tsx'

/** `now` continues by itself, `here` waits for the reader. */
export type Step = { state: 'done' | 'now' | 'here' | 'next' | 'ended'; name: string; detail: string }

/** The progress of something, step below step. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol aria-label={label} className="grid">
      {steps.map((step, at) => (
        <li
          key={step.name}
          aria-current={step.state === 'now' || step.state === 'here' ? 'step' : undefined}
          className={`relative grid grid-cols-[24px_1fr] gap-3.5 ${at < steps.length - 1 ? 'pb-5.5 before:absolute before:top-6.5 before:bottom-0.5 before:left-3 before:w-px before:bg-line' : ''}`}
        >
          <Dot state={step.state} />
          <div>
            <b className={step.state === 'next' ? 'font-550 text-muted' : 'font-650'}>{step.name}</b>
            <span className="block text-sm text-muted">{step.detail}</span>
          </div>
        </li>
      ))}
    </ol>
  )
}

const DOTS: Record<Step['state'], { look: string; icon: ReactNode }> = {
  done: { look: 'bg-go text-bg', icon: <IconCheck className="size-3.5" /> },
  now: { look: 'text-warn', icon: <Spinner className="size-[22px]" /> },
  here: {
    look: 'border-[1.5px] border-accent',
    icon: <span className="size-3 rounded-full bg-accent" />,
  },
  ended: { look: 'bg-bad text-bg', icon: <IconX className="size-3.5" /> },
  next: { look: 'border-[1.5px] border-edge', icon: null },
}

const Dot = ({ state }: { state: Step['state'] }) => (
  <span className={`grid size-6 place-items-center rounded-full ${DOTS[state].look}`}>
    {DOTS[state].icon}
  </span>
)
