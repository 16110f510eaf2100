import { redirect } from 'react-router'

/** The emails' settings had a page of their own, to which mails that were sent still lead. */
export const loader = () => redirect('/settings')
