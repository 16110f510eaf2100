import type { ReactNode } from 'react'

/** `className` sets the size: 16 px unless it names another one. */
export type IconProps = { className?: string }

/** Icons are decoration: whoever uses one gives the name in words beside it or as `aria-label`. */
export function Icon({ className = 'size-4', children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      {children}
    </svg>
  )
}

/** An icon of one path. */
export const line = (d: string) => (props: IconProps) => (
  <Icon {...props}>
    <path d={d} />
  </Icon>
)

export const CIRCLE = 'M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19z'

export const IconCheck = /* @__PURE__ */ line('M4 12.5 9.5 18 20 6.5')
export const IconX = /* @__PURE__ */ line('M6 6l12 12M18 6 6 18')
export const IconPlus = /* @__PURE__ */ line('M12 5v14M5 12h14')
export const IconMinus = /* @__PURE__ */ line('M5 12h14')
export const IconTag = /* @__PURE__ */ line('M3.5 3.5h8.5l8.5 8.5-8.5 8.5L3.5 12zM8 8h.01')
export const IconChevronDown = /* @__PURE__ */ line('M6 9.5l6 6 6-6')
export const IconChevronLeft = /* @__PURE__ */ line('M14.5 6l-6 6 6 6')
export const IconChevronRight = /* @__PURE__ */ line('M9.5 6l6 6-6 6')
export const IconArrowRight = /* @__PURE__ */ line('M4.5 12h15M13 5.5l6.5 6.5-6.5 6.5')
export const IconArrowLeft = /* @__PURE__ */ line('M19.5 12h-15M11 5.5 4.5 12l6.5 6.5')
export const IconArrowUp = /* @__PURE__ */ line('M12 19.5v-15M5.5 11 12 4.5l6.5 6.5')
export const IconSearch = /* @__PURE__ */ line(
  'M11 3.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM16.5 16.5 21 21',
)
export const IconSliders = /* @__PURE__ */ line(
  'M3 6h9M17 6h4M3 12h3M11 12h10M3 18h11M19 18h2M14.5 4v4M8.5 10v4M16.5 16v4',
)
export const IconCircleCheck = /* @__PURE__ */ line(`${CIRCLE}M8 12.3l3 3 5-6`)
export const IconCircleAlert = /* @__PURE__ */ line(`${CIRCLE}M12 7.5v5M12 16.3h.01`)
export const IconCircleInfo = /* @__PURE__ */ line(`${CIRCLE}M12 11.5v5M12 7.7h.01`)
export const IconTriangleAlert = /* @__PURE__ */ line('M12 3.5 22 20.5H2zM12 10v4.5M12 17.5h.01')
export const IconClock = /* @__PURE__ */ line(`${CIRCLE}M12 6.5V12l3.5 2.5`)
export const IconMoon = /* @__PURE__ */ line('M20.5 14A8.7 8.7 0 1 1 10 3.5a6.8 6.8 0 0 0 10.5 10.5z')
export const IconSun = /* @__PURE__ */ line(
  'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
)
export const IconGamepad = /* @__PURE__ */ line(
  'M7 6h10c3 0 4.5 3.5 5 8.5.3 3-.7 4.5-2.2 4.5-1.8 0-2.8-3.5-4.8-3.5H9C7 15.5 6 19 4.2 19 2.7 19 1.7 17.5 2 14.5 2.5 9.5 4 6 7 6zM6 11h4M8 9v4M15.5 12.5h.01M18 10h.01',
)
export const IconBag = /* @__PURE__ */ line('M6 8h12l1 12H5zM9 8V6a3 3 0 0 1 6 0v2')
export const IconLibrary = /* @__PURE__ */ line('M4 4v16M8.5 4v16M13 4v16M16.5 4.5 20.5 19.5')
export const IconReceipt = /* @__PURE__ */ line(
  'M5 2.5v19l2.5-1.8L10 21.5l2-1.8 2 1.8 2.5-1.8L19 21.5v-19zM8.5 7.5h7M8.5 11.5h7M8.5 15.5h4',
)
export const IconSettings = /* @__PURE__ */ line(
  'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1',
)
export const IconDashboard = /* @__PURE__ */ line(
  'M3.5 3.5h7v9h-7zM13.5 3.5h7v5h-7zM13.5 11.5h7v9h-7zM3.5 15.5h7v5h-7z',
)
export const IconChart = /* @__PURE__ */ line('M3.5 3.5v17h17M8 16.5v-5M12.5 16.5v-9M17 16.5v-6')
export const IconUsers = /* @__PURE__ */ line(
  'M9 4a3.8 3.8 0 1 1 0 7.6A3.8 3.8 0 0 1 9 4zM2 20.5c0-7 14-7 14 0M16 4.3a3.8 3.8 0 0 1 0 7M18.5 15c2.3.8 3.5 2.7 3.5 5.5',
)
export const IconShield = /* @__PURE__ */ line('M12 2.5 20 5.5v6c0 5-3.5 8.3-8 10-4.5-1.7-8-5-8-10v-6z')
export const IconUser = /* @__PURE__ */ line(
  'M12 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM4 20.5c0-7 16-7 16 0',
)
export const IconLogOut = /* @__PURE__ */ line('M10 3.5H4.5v17H10M9.5 12h11M16 7.5l4.5 4.5-4.5 4.5')
export const IconChat = /* @__PURE__ */ line(
  'M12 3.5a8.5 8.5 0 1 1-4 16L3.5 20.5l1.2-4.2A8.5 8.5 0 0 1 12 3.5z',
)
export const IconExternal = /* @__PURE__ */ line('M14 4h6v6M20 4l-9.5 9.5M10 5H4v15h15v-6')
export const IconDownload = /* @__PURE__ */ line('M12 3.5v11.5M6.5 10l5.5 5.5L17.5 10M4 20.5h16')
export const IconCopy = /* @__PURE__ */ line('M9 8.5h11.5V20.5H9zM5.5 15.5h-2v-12H15v2')
export const IconEdit = /* @__PURE__ */ line('M4 20h4.5L20 8.5 15.5 4 4 15.5zM13 6.5l4.5 4.5')
export const IconEye = /* @__PURE__ */ line(
  'M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
)
export const IconEyeOff = /* @__PURE__ */ line(
  'M3 3l18 18M9.5 5.3A9.5 9.5 0 0 1 12 5c6.5 0 10 7 10 7a17 17 0 0 1-3.2 4M14.5 18.6A9.7 9.7 0 0 1 12 19C5.5 19 2 12 2 12a17 17 0 0 1 4.3-4.9',
)
export const IconMail = /* @__PURE__ */ line('M3 5h18v14H3zM3.5 6l8.5 7 8.5-7')
export const IconRefresh = /* @__PURE__ */ line(
  'M20 11A8 8 0 0 0 5.5 7L3.5 9.5M3.5 4.5v5h5M4 13a8 8 0 0 0 14.5 4l2-2.5M20.5 19.5v-5h-5',
)
export const IconImage = /* @__PURE__ */ line('M3.5 4.5h17v15h-17zM4 17l5-5 4 4 3-3 4.5 4.5M15.5 9h.01')

export const IconWallet = /* @__PURE__ */ line(
  'M19 7.5V5a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v3M3 6v12a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-3M18 12a2 2 0 0 0 0 4h4v-4z',
)
export const IconMenu = /* @__PURE__ */ line('M4 6.5h16M4 12h16M4 17.5h16')
export const IconCoins = /* @__PURE__ */ line(
  'M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM17.5 9.8A5.5 5.5 0 1 1 9.8 17.5',
)
export const IconGlobe = /* @__PURE__ */ line(
  `${CIRCLE}M2.5 12h19M12 2.5c5 5.5 5 13.5 0 19M12 2.5c-5 5.5-5 13.5 0 19`,
)
export const IconAt = /* @__PURE__ */ line(
  'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM16 8v5.5a2.8 2.8 0 0 0 5.5 0V12a9.5 9.5 0 1 0-4 7.8',
)
export const IconBan = /* @__PURE__ */ line(`${CIRCLE}M5.5 5.5l13 13`)
export const IconHeart = /* @__PURE__ */ line('M12 20.5 3.8 12A5.2 5.2 0 0 1 12 5.8 5.2 5.2 0 0 1 20.2 12z')
