import type { ReactNode } from 'react'
import { IconTriangleAlert } from '../../../ui/icons.tsx'

/** A warning that blocks nothing. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-1.5 text-sm text-warn">
    <IconTriangleAlert className="size-3.5" />
    {children}
  </span>
)
