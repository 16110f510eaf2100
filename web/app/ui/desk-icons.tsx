/** Icons of pages that few visitors open: the pages that visitors come to first are smaller without them. */

import { CIRCLE, Icon, type IconProps, line } from './icons.tsx'

export const IconArchive = /* @__PURE__ */ line('M3.5 4.5h17v4h-17zM5 8.5v11h14v-11M10 12.5h4')
export const IconTimerOff = /* @__PURE__ */ line(
  'M9.5 2.5h5M3 3l18 18M8 6.5a8 8 0 0 1 11.5 10.5M17 19.7A8 8 0 0 1 5.7 8.5M12 10v2.5',
)
export const IconUpload = /* @__PURE__ */ line('M12 15V3.5M6.5 8.5 12 3l5.5 5.5M4 20.5h16')
export const IconPrint = /* @__PURE__ */ line('M7 8.5v-5h10v5M7 17H3.5V8.5h17V17H17M7 14h10v6.5H7z')
export const IconUndo = /* @__PURE__ */ line('M9 4.5 4 9.5l5 5M4.5 9.5H14a6 6 0 0 1 6 6v3.5')
export const IconGift = /* @__PURE__ */ line(
  'M3.5 8h17v4.5h-17zM5 12.5v8h14v-8M12 8v12.5M12 8C7 8 7 3.5 9.5 3.5 11.5 3.5 12 8 12 8s.5-4.5 2.5-4.5C17 3.5 17 8 12 8z',
)
export const IconPhone = /* @__PURE__ */ line('M7 2.5h10v19H7zM11 18.2h2')
export const IconKey = /* @__PURE__ */ line(
  'M7.5 11.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM11.2 12.8 20.5 3.5M16 8l3.5 3.5',
)
export const IconMonitor = /* @__PURE__ */ line('M3 4.5h18v12H3zM8.5 20.5h7M12 16.5v4')
export const IconExpand = /* @__PURE__ */ line('M15 3.5h5.5V9M20.5 3.5 14 10M3.5 20.5 10 14M9 20.5H3.5V15')
/** An order that was made but not started: a circle of dashes. */
export const IconDashedCircle = ({ className = 'size-4' }: IconProps) => (
  <Icon className={className}>
    <path d={CIRCLE} strokeDasharray="4.1 4.42" />
  </Icon>
)
export const IconFlag = /* @__PURE__ */ line('M4.5 21.5v-18H19l-3 5 3 5H4.5')
