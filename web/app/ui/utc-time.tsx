import { showUtcTime } from '@nofiller/contract/text/time'

/** A time in a table whose head names the zone; the zone is beside the time when no head is visible. */
export const UtcTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso}>
    {showUtcTime(iso)}
    <span aria-hidden="true" className="bar:hidden">
      {' UTC'}
    </span>
  </time>
)
