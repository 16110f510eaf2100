import { SettingsPage } from '../../features/accounts/settings/settings-page.tsx'
import { BlockList } from '../../features/blocks/block-list.tsx'
import { MuteList } from '../../features/mutes/mute-list.tsx'
import { titled } from '../../shell/store-info.ts'

export const meta = titled('Blocks')

/** The developers and games that an account does not want to see. */
export default function Blocks() {
  return (
    <SettingsPage title="Blocks">
      <p className="max-w-[70ch] text-muted">
        These developers and games are gone from every list, search, feed and email. Games you own stay in
        your library. Blocks are private: developers are not told, and admins don’t see them.
      </p>
      <BlockList />
      <MuteList />
    </SettingsPage>
  )
}
