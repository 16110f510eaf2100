import { POST_TEXT, type PostAudience } from '@nofiller/contract/posts/post-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { unprocessable } from '../platform/http/errors/errors.ts'

/** That a release, `releases`, is open to the readers of a post: to owners, or where everyone may read it to the public (FO3). */
const isOpenTo = (audience: RawBuilder<PostAudience>): RawBuilder<boolean> => sql`(
  releases.withdrawn_at is null and not is_taken_back(releases)
  and case ${audience}
    when 'owners' then releases.live_at is not null or exists (
      select from release_steps as step
      where step.release_id = releases.id and step.audience = 'owners' and step.opened_at is not null)
    else releases.live_at is not null and not exists (
      select from release_steps as step
      where step.release_id = releases.id and step.audience = 'everyone' and step.opened_at is null)
  end)`

/** That a post, `posts`, does not wait for its release. */
export const RELEASE_IS_OPEN: RawBuilder<boolean> = sql`(not posts.with_release or exists (
  select from releases where releases.id = posts.release_id and ${isOpenTo(sql.ref('posts.audience'))}))`

/** Refuses a post that is to go out with no release, or with one that its readers have. @throws HttpError 422 with `fields` */
export async function refuseReleaseOf(
  tx: Tx,
  { releaseId, audience }: { releaseId: string | null; audience: PostAudience },
): Promise<void> {
  if (releaseId === null) throw unprocessable({ releaseId: POST_TEXT.noRelease })
  const { rows } = await sql`
    select from releases where id = ${releaseId} and ${isOpenTo(sql`${audience}`)}`.execute(tx)
  if (rows.length > 0) throw unprocessable({ releaseId: POST_TEXT.openRelease })
}

/** What became of the release, joined to it, that a post goes out with, where it will not bring it; null where it may. */
export const LOST_RELEASE: RawBuilder<string | null> = sql`case
  when not posts.with_release or posts.published_at is not null then null
  when posts.release_id is null then 'Its release was deleted'
  when releases.withdrawn_at is not null then releases.label || ' was withdrawn'
  when is_taken_back(releases) then releases.label || ' was rolled back' end`
