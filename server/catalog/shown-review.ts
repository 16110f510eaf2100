import { sql } from 'kysely'

/** The text of a row of `reviews` as readers are shown it; null once a decision removed it. */
export const shownText = sql<string | null>`(case when reviews.text_removed_by is null then reviews.text end)`

/** The name under it; null stands for *Owner*, also where a decision took a name away. */
export const shownName = sql<string | null>`(
  case when reviews.name_kind <> 'username' or reviews.username_removed_by is null
    then review_name(reviews.name_kind, reviews.account_id) end)`
