import { redirect } from 'react-router'
import { WRONG_ADDRESS } from '../shell/failures/wrong-address.ts'

/** Any unknown URL redirects home (requirements 9.5), with a message. */
export const loader = () => redirect(`/${WRONG_ADDRESS}`)

export default function Unknown() {
  return null
}
