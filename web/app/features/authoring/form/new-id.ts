import { currentTime } from '../../../ui/clock.ts'

let lastId = 0

/** An id for a row of the game form. A restored draft includes rows of an earlier page, so the time is part of it. */
export const newId = () => `new-${currentTime().getTime()}-${++lastId}`
