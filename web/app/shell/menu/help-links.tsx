import { IconCircleInfo, IconCoins, IconMenu, IconTag } from '../../ui/icons.tsx'
import { Menu, MenuLink } from './menu.tsx'

/** The links that are hidden from the bar on narrow screens, as items of a menu. */
export const HelpLinks = ({ className }: { className?: string }) => (
  <>
    <MenuLink to="/how-to-buy" label="How to Buy" icon={<IconCoins />} className={className ?? ''} />
    <MenuLink to="/faq" label="FAQ" icon={<IconCircleInfo />} className={className ?? ''} />
    <MenuLink to="/sell" label="Sell your game" icon={<IconTag />} className={className ?? ''} />
  </>
)

/** For signed-out visitors, when the bar is too narrow for those links. */
const HelpMenu = () => (
  <Menu
    label="More"
    buttonLabel="More"
    className="bar:hidden"
    buttonClass="grid size-10 cursor-pointer place-items-center rounded-2 border border-transparent hover:border-line hover:bg-surface aria-expanded:border-line aria-expanded:bg-surface"
    button={<IconMenu />}
  >
    <HelpLinks />
  </Menu>
)

export default HelpMenu
