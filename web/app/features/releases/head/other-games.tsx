import type { OwnGame } from '@nofiller/contract/catalog/catalog'
import { sellerGamePath } from '@nofiller/contract/catalog/paths'
import { useCall } from '../../../api/use-call.ts'
import { useUser } from '../../../session/session.ts'
import { Menu, MenuLink } from '../../../shell/menu/menu.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { IconChevronDown } from '../../../ui/icons.tsx'
import { GamePicture } from '../../catalog/game-picture.tsx'

/** A menu of the developer's other games; nothing when there is none. */
export function OtherGames({ game }: { game: OwnGame }) {
  const user = useUser()
  const isOwn = user?._id === game.developer._id
  const { data: own = [] } = useCall('GET /api/my-games', { enabled: isOwn })
  const others = own.filter(({ _id, archivedAt }) => _id !== game._id && archivedAt === null)
  if (others.length === 0) return null
  return (
    <Menu
      label="Your other games"
      buttonLabel="Another game"
      button={<IconChevronDown />}
      buttonClass={buttonClass({ kind: 'quiet', size: 'small', square: true })}
      placeClass="top-10 -right-16 phone:right-auto phone:left-0"
    >
      {others.map((other) => (
        <MenuLink
          key={other._id}
          to={sellerGamePath(other._id)}
          label={other.title}
          icon={<GamePicture game={other} sizes="40px" className="h-7 w-10 flex-none rounded-1" />}
        />
      ))}
    </Menu>
  )
}
