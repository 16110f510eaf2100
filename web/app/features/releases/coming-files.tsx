import type { Game } from '@nofiller/contract/catalog/catalog'
import { stepFor } from '@nofiller/contract/releases/windows'
import { showSize } from '@nofiller/contract/text/size'
import { DeviceIcon } from '../catalog/device-icon.tsx'
import { OpensAt } from './window-time.tsx'

/** Files that come with a later release: what they are, and from when buyers get them. */
export default function ComingFiles({ coming }: Pick<Game, 'coming'>) {
  return coming
    .filter(({ files }) => files.length > 0)
    .map(({ label, steps, files }) => {
      const opening = stepFor(steps, 'owners')
      return (
        <section key={label} className="overflow-hidden rounded-2 border border-line">
          <div className="border-b border-line px-4 py-3">
            <h2 className="text-base/5 font-bold">
              Coming with <span translate="no">{label}</span>
            </h2>
            {opening && (
              <p className="text-sm text-muted">
                From <OpensAt iso={opening.opensAt} />
              </p>
            )}
          </div>
          <ul className="divide-y divide-line">
            {files.map(({ _id, name, device, size }) => (
              <li
                key={_id}
                className="grid min-h-10 grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-2.5 text-ui"
              >
                <span title={device}>
                  <DeviceIcon device={device} className="size-4" />
                  <span className="sr-only">{device}</span>
                </span>
                <span translate="no" className="line-clamp-2 wrap-anywhere" title={name}>
                  {name}
                </span>
                <span className="text-muted">{showSize(size)}</span>
              </li>
            ))}
          </ul>
        </section>
      )
    })
}
