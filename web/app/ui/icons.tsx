import sprite from './icons.svg?url'

/** `className` sets the size: 16 px by default. */
export type IconProps = { className?: string }

/**
 * A symbol of `icons.svg`, which the browser loads once. Icons are decoration: the caller gives the name as text beside
 * it or as `aria-label`.
 */
export const Icon = ({ name, className = '' }: IconProps & { name: string }) => (
  <svg aria-hidden="true" className={className ? `icon ${className}` : 'icon'}>
    <use href={`${sprite}#${name}`} />
  </svg>
)

export const icon = (name: string) => (props: IconProps) => <Icon {...props} name={name} />

export const IconCheck = /* @__PURE__ */ icon('check')
export const IconX = /* @__PURE__ */ icon('x')
export const IconPlus = /* @__PURE__ */ icon('plus')
export const IconMinus = /* @__PURE__ */ icon('minus')
export const IconTag = /* @__PURE__ */ icon('tag')
export const IconChevronDown = /* @__PURE__ */ icon('chevron-down')
export const IconChevronLeft = /* @__PURE__ */ icon('chevron-left')
export const IconChevronRight = /* @__PURE__ */ icon('chevron-right')
export const IconArrowRight = /* @__PURE__ */ icon('arrow-right')
export const IconArrowLeft = /* @__PURE__ */ icon('arrow-left')
export const IconArrowUp = /* @__PURE__ */ icon('arrow-up')
export const IconSearch = /* @__PURE__ */ icon('search')
export const IconSliders = /* @__PURE__ */ icon('sliders')
export const IconCircleCheck = /* @__PURE__ */ icon('circle-check')
export const IconCircleAlert = /* @__PURE__ */ icon('circle-alert')
export const IconCircleInfo = /* @__PURE__ */ icon('circle-info')
export const IconTriangleAlert = /* @__PURE__ */ icon('triangle-alert')
export const IconClock = /* @__PURE__ */ icon('clock')
export const IconMoon = /* @__PURE__ */ icon('moon')
export const IconSun = /* @__PURE__ */ icon('sun')
export const IconGamepad = /* @__PURE__ */ icon('gamepad')
export const IconBag = /* @__PURE__ */ icon('bag')
export const IconLibrary = /* @__PURE__ */ icon('library')
export const IconReceipt = /* @__PURE__ */ icon('receipt')
export const IconSettings = /* @__PURE__ */ icon('settings')
export const IconDashboard = /* @__PURE__ */ icon('dashboard')
export const IconChart = /* @__PURE__ */ icon('chart')
export const IconUsers = /* @__PURE__ */ icon('users')
export const IconShield = /* @__PURE__ */ icon('shield')
export const IconUser = /* @__PURE__ */ icon('user')
export const IconLogOut = /* @__PURE__ */ icon('log-out')
export const IconChat = /* @__PURE__ */ icon('chat')
export const IconExternal = /* @__PURE__ */ icon('external')
export const IconDownload = /* @__PURE__ */ icon('download')
export const IconCopy = /* @__PURE__ */ icon('copy')
export const IconEdit = /* @__PURE__ */ icon('edit')
export const IconEye = /* @__PURE__ */ icon('eye')
export const IconEyeOff = /* @__PURE__ */ icon('eye-off')
export const IconMail = /* @__PURE__ */ icon('mail')
export const IconRefresh = /* @__PURE__ */ icon('refresh')
export const IconImage = /* @__PURE__ */ icon('image')

export const IconWallet = /* @__PURE__ */ icon('wallet')
export const IconMenu = /* @__PURE__ */ icon('menu')
export const IconCoins = /* @__PURE__ */ icon('coins')
export const IconGlobe = /* @__PURE__ */ icon('globe')
export const IconAt = /* @__PURE__ */ icon('at')
export const IconBan = /* @__PURE__ */ icon('ban')
export const IconHeart = /* @__PURE__ */ icon('heart')
