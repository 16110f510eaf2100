import { useRef, useState } from 'react'

/** What is asked under a release before it is done. */
export type Act = 'go-live' | 'roll-back' | 'withdraw' | 'steps'

/** At most one release is opened, for one act. Closing it returns the focus to the button that opened it. */
export function useOpenedRow() {
  const [row, setRow] = useState<{ id: string; act: Act } | null>(null)
  const opener = useRef<HTMLElement>(null)
  return {
    row,
    isOpen: (id: string, act: Act) => row?.id === id && row.act === act,
    open(id: string, act: Act) {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      setRow({ id, act })
    },
    close() {
      setRow(null)
      opener.current?.focus()
    },
  }
}

export type OpenedRow = ReturnType<typeof useOpenedRow>
