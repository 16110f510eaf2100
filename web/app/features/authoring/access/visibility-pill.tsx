import { VISIBILITY_TEXT, type Visibility } from '@nofiller/contract/catalog/visibility-rules'
import { IconBan, IconGlobe, icon } from '../../../ui/icons.tsx'
import { Pill } from '../../../ui/pill.tsx'

export const IconLock = icon('lock')
const IconLink = icon('link')
const ICONS = { public: <IconGlobe />, unlisted: <IconLink />, private: <IconLock /> }

/** Who sees a game. */
export const VisibilityPill = ({ visibility }: { visibility: Visibility }) => (
  <Pill icon={ICONS[visibility]}>{VISIBILITY_TEXT[visibility].name}</Pill>
)

/** Of a game that its developer does not sell now. */
export const NotForSalePill = () => (
  <Pill kind="warn" icon={<IconBan />}>
    Not for sale
  </Pill>
)
