import { Button } from '../../ui/button.tsx'
import { IconEye, IconEyeOff } from '../../ui/icons.tsx'
import { preference } from '../../ui/preference.ts'

const chosen = preference('nsfw')

/** Whether NSFW pictures are shown in this browser. Never on the server, so that no page holds one (decisions §4). */
export const useNsfwShown = (): boolean => chosen.use() === 'show'

/** Shows every NSFW picture, or blurs them again; remembered. */
export function NsfwSwitch({ size = 'small' }: { size?: 'small' | 'medium' }) {
  const isShown = useNsfwShown()
  return (
    <Button
      kind={size === 'small' ? 'quiet' : 'secondary'}
      size={size}
      onClick={() => chosen.write(isShown ? 'hide' : 'show')}
    >
      {isShown ? <IconEyeOff /> : <IconEye />}
      {isShown ? 'Blur 18+ pictures' : 'Show 18+ pictures'}
    </Button>
  )
}
