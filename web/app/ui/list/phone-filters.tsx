import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { IconSliders } from '../icons.tsx'

/** Filters behind a button on phones, where they would push the list below the first screen. */
export function PhoneFilters({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        className="col-span-full justify-self-start phone:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconSliders className="size-4" />
        <span>Filters</span>
      </Button>
      <div data-filters className={isOpen ? 'contents' : 'contents max-phone:hidden'}>
        {children}
      </div>
    </>
  )
}
