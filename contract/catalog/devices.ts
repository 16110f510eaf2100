/** The devices a file can be for, in the order in which they are shown (requirements 5.4). */
export const DEVICES = ['Windows', 'Mac', 'Linux', 'Android', 'iOS', 'Web', 'VR', 'Other'] as const
export type Device = (typeof DEVICES)[number]

/** The distinct devices of some files, in showing order. */
export function devicesOf(files: readonly { device: Device }[]): Device[] {
  return DEVICES.filter((device) => files.some((file) => file.device === device))
}
