import type { SessionUser } from '@nofiller/contract/accounts/accounts'
import type { ReactNode } from 'react'
import { IconChevronDown } from '../../ui/icons.tsx'
import { Avatar } from '../avatar.tsx'

type AccountNameProps = { user: SessionUser; children?: ReactNode }

/** The button that opens the account menu. */
export const AccountName = ({ user, children }: AccountNameProps) => (
  <>
    <Avatar user={user} />
    <span translate="no" className={ACCOUNT_NAME}>
      {user.displayName || user.username || 'Player'}
    </span>
    {children}
    <IconChevronDown />
  </>
)

export const ACCOUNT_BUTTON =
  'flex h-10 items-center gap-2 rounded-2 border border-transparent pr-2 pl-1 font-semibold'
export const ACCOUNT_NAME = 'max-w-40 truncate max-phone:sr-only'
