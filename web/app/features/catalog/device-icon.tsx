import type { Device } from '@nofiller/contract/catalog/devices'
import { Icon, type IconProps } from '../../ui/icons.tsx'

/** The icon of a device; its name is beside it, as text. */
export const DeviceIcon = ({ device, className }: IconProps & { device: Device }) => (
  <Icon name={device.toLowerCase()} className={className} />
)

/** A device's icon and name together. */
export const DeviceName = ({ device }: { device: Device }) => (
  <span className="devices align-top">
    <DeviceIcon device={device} className="text-faint" />
    {device}
  </span>
)

const SHOWN = 3

/** At most three icons, then `+N`; a tooltip and a hidden text name them all. */
export function DeviceIcons({ devices }: { devices: readonly Device[] }) {
  const names = devices.join(', ')
  const more = devices.length - SHOWN
  return (
    <span title={names} className="devices">
      {devices.slice(0, SHOWN).map((device) => (
        <DeviceIcon key={device} device={device} />
      ))}
      {more > 0 && <b aria-hidden="true">+{more}</b>}
      <span className="sr-only">{names}</span>
    </span>
  )
}
