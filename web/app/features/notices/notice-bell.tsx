import { showUnread } from '@nofiller/contract/notices/notice-rules'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { ButtonCount } from '../../ui/button-count.tsx'
import { IconBell } from '../../ui/dashboard-icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useUnread } from './use-notices.ts'

const NoticePanel = lazyPart(() => import('./notice-panel.tsx'))

/** Opens the newest notices below the bar. Escape, a click or focus elsewhere and every navigation close them. */
export default function NoticeBell() {
  const unread = useUnread()
  const { root, isOpen, close, toggle } = usePanel()
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    close()
    root.current?.querySelector('button')?.focus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !root.current?.contains(relatedTarget)) close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the button and the panel inside
    <div ref={root} className="flex-none phone:relative" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={unread === 0 ? 'Notices' : `Notices, ${showUnread(unread)} new`}
        onClick={toggle}
        onPointerEnter={NoticePanel.preload}
        className={buttonClass({
          kind: 'quiet',
          square: true,
          className: 'relative cursor-pointer aria-expanded:border-line aria-expanded:bg-surface',
        })}
      >
        <IconBell className="size-5" />
        <ButtonCount count={unread === 0 ? null : showUnread(unread)} />
      </button>
      {isOpen && (
        <section
          aria-label="Notices"
          className="absolute inset-x-0 top-14 z-30 max-h-[calc(100dvh-72px)] animate-fade overflow-y-auto rounded-b-3 border-b border-line bg-raised shadow-pop phone:top-12 phone:right-0 phone:left-auto phone:w-96 phone:rounded-3 phone:border"
        >
          <NoticePanel onClose={close} fallback={<p className="p-4 text-muted">Loading</p>} />
        </section>
      )}
    </div>
  )
}

function usePanel() {
  const { key: here } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === here
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const pressed = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpenAt(null)
    }
    document.addEventListener('pointerdown', pressed)
    return () => document.removeEventListener('pointerdown', pressed)
  }, [isOpen])
  return { root, isOpen, close: () => setOpenAt(null), toggle: () => setOpenAt(isOpen ? null : here) }
}
