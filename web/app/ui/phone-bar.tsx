import type { ReactNode } from 'react'

/** On a phone, the goods and their button at the bottom of the window, while the main button is out of view. */
export const PhoneBar = ({
  title,
  text,
  button,
}: {
  title: ReactNode
  text: ReactNode
  button: ReactNode
}) => (
  <div
    data-phone-bar
    className="fixed inset-x-0 bottom-0 z-10 flex items-center gap-4 border-t border-line bg-surface px-4 py-3 phone:hidden"
  >
    <span className="grid min-w-0 flex-1">
      <b className="truncate font-650">{title}</b>
      <span className="text-sm text-muted">{text}</span>
    </span>
    {button}
  </div>
)
