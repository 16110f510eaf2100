/** Icons of rarely visited pages: this keeps the most visited pages smaller. */

import { icon } from './icons.tsx'

export const IconBell = /* @__PURE__ */ icon('bell')
export const IconArchive = /* @__PURE__ */ icon('archive')
export const IconTimerOff = /* @__PURE__ */ icon('timer-off')
export const IconUpload = /* @__PURE__ */ icon('upload')
export const IconPrint = /* @__PURE__ */ icon('print')
export const IconUndo = /* @__PURE__ */ icon('undo')
export const IconGift = /* @__PURE__ */ icon('gift')
export const IconPhone = /* @__PURE__ */ icon('phone')
export const IconKey = /* @__PURE__ */ icon('key')
export const IconMonitor = /* @__PURE__ */ icon('monitor')
export const IconExpand = /* @__PURE__ */ icon('expand')
/** An order that was made but not started: a circle of dashes. */
export const IconDashedCircle = /* @__PURE__ */ icon('dashed-circle')
export const IconFlag = /* @__PURE__ */ icon('flag')
export const IconMore = /* @__PURE__ */ icon('more')
export const IconBellOff = /* @__PURE__ */ icon('bell-off')
