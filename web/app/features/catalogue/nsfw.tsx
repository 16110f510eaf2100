import { createContext, type ReactNode, use } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconEye, IconEyeOff } from '../../ui/icons.tsx'
import { preference } from '../../ui/preference.ts'

const chosen = preference('nsfw')

const AlwaysShown = createContext(false)

/** Whether NSFW pictures are shown in this browser. Never on the server, so that no page holds one (decisions §4). */
export function useNsfwShown(): boolean {
  const isChosen = chosen.use() === 'show'
  return use(AlwaysShown) || isChosen
}

/** Shows the pictures inside whatever the visitor chose: those of a developer's own game. */
export const NsfwShown = ({ children }: { children: ReactNode }) => (
  <AlwaysShown value>{children}</AlwaysShown>
)

type NsfwSwitchProps = {
  size?: 'small' | 'medium'
  /** For a place where the switch itself goes away, and the focus needs another home. */
  onSwitched?: () => void
}

/** Shows every NSFW picture, or blurs them again; remembered. */
export function NsfwSwitch({ size = 'small', onSwitched }: NsfwSwitchProps) {
  const isShown = useNsfwShown()
  const press = () => {
    chosen.write(isShown ? 'hide' : 'show')
    onSwitched?.()
  }
  return (
    <Button kind={size === 'small' ? 'quiet' : 'secondary'} size={size} onClick={press}>
      {isShown ? <IconEyeOff /> : <IconEye />}
      {isShown ? 'Blur 18+ pictures' : 'Show 18+ pictures'}
    </Button>
  )
}
