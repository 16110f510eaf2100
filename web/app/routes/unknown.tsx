import { redirect } from 'react-router'

/** Any unknown page leads home (document 1 §2). */
export const loader = () => redirect('/')

export default function Unknown() {
  return null
}
