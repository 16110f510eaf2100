import type { Device } from '@nofiller/contract/catalogue/devices'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'

const SHAPES: Record<Device, ReactNode> = {
  Windows: (
    <path
      d="M4 5.6 10.5 4.7V11.4H4zM13 4.3 20 3.3V11.4H13zM4 13.6H10.5V20.3L4 19.4zM13 13.6H20V21.7L13 20.7z"
      fill="currentColor"
      stroke="none"
    />
  ),
  Mac: <path d="M15 6v12a3 3 0 1 0 3-3H6a3 3 0 1 0 3 3V6a3 3 0 1 0-3 3h12a3 3 0 1 0-3-3" />,
  Linux: <path d="m5 7 5 5-5 5M13 18h6" />,
  Android: <path d="M4 17a8 8 0 0 1 16 0zM7.5 9.6 5.6 6.4M16.5 9.6l1.9-3.2M9 13.5h.01M15 13.5h.01" />,
  iOS: <path d="M7 2.5h10v19H7zM11 18.5h2" />,
  Web: (
    <path d="M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3" />
  ),
  VR: (
    <path d="M5 7h14a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-3.5a2 2 0 0 1-1.7-1L12.6 14a.7.7 0 0 0-1.2 0l-1.2 2a2 2 0 0 1-1.7 1H5a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2z" />
  ),
  Other: <path d="M12 3 4 7.5v9L12 21l8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9" />,
}

/** The icon of a device; its name goes beside it, in words. */
export const DeviceIcon = ({ device, className = 'size-[15px]' }: { device: Device; className?: string }) => (
  <Icon className={className}>{SHAPES[device]}</Icon>
)

/** A device's icon and name together. */
export const DeviceName = ({ device }: { device: Device }) => (
  <span className="inline-flex items-center gap-1.5 align-top">
    <DeviceIcon device={device} className="size-[15px] text-faint" />
    {device}
  </span>
)

const SHOWN = 3

/** At most three icons, then `+N`; a tooltip and a hidden text name them all. */
export function DeviceIcons({ devices }: { devices: readonly Device[] }) {
  const names = devices.join(', ')
  const more = devices.length - SHOWN
  return (
    <span title={names} className="inline-flex shrink-0 items-center gap-1.5">
      {devices.slice(0, SHOWN).map((device) => (
        <DeviceIcon key={device} device={device} />
      ))}
      {more > 0 && (
        <b aria-hidden="true" className="text-xs font-semibold">
          +{more}
        </b>
      )}
      <span className="sr-only">{names}</span>
    </span>
  )
}
