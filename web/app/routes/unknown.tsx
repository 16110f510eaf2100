import { redirect } from 'react-router'
import { WRONG_ADDRESS } from '../shell/failures/wrong-address.ts'

/** Any unknown page leads home (requirements 9.5), which says so. */
export const loader = () => redirect(`/${WRONG_ADDRESS}`)

export default function Unknown() {
  return null
}
