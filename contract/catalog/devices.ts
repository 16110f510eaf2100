/** The devices of files, in display order (requirements 5.4). */
export const DEVICES = ['Windows', 'Mac', 'Linux', 'Android', 'iOS', 'Web', 'VR', 'Other'] as const
export type Device = (typeof DEVICES)[number]

/** The distinct devices of some files, in display order. */
export function devicesOf(files: readonly { device: Device }[]): Device[] {
  return DEVICES.filter((device) => files.some((file) => file.device === device))
}
