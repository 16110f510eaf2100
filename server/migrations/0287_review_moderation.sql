-- A review, the name under it and the answer to it are subjects of reports, decisions and appeals.
alter table report_cases drop constraint report_cases_subject_kind_check,
  add constraint report_cases_subject_kind_check check (subject_kind in ('game', 'developer', 'review'));

alter table moderation_decisions
  -- The owner's review that it is about. No foreign key: a decision outlives it.
  add column about_review uuid,
  -- Whether it is about the developer's answer to that review.
  add column about_answer boolean not null default false,
  -- Nobody, for a review whose account was deleted.
  alter column developer_id drop not null,
  add constraint moderation_decisions_concern check (developer_id is not null or about_review is not null),
  add constraint moderation_decisions_answer check (not about_answer or about_review is not null);
create index moderation_decisions_review on moderation_decisions (about_review) where about_review is not null;
drop trigger moderation_decisions_stay on moderation_decisions;
create trigger moderation_decisions_stay before update of game_id, title, developer_id, kind, rule, rule_version, assets, text, revision, points, statement, decided_by, decided_at, about_review, about_answer
  on moderation_decisions for each row execute function is_append_only();

alter table appeals alter column developer_id drop not null,
  add constraint appeals_by_somebody check (developer_id is not null or reporter_decision_id is not null);

-- What decisions removed of reviews. Two may remove the same, and it is back once neither stands: the columns that readers
-- are shown by hold one of them. Without a key to the reviews: a pen name stays away after the review that it was reported at.
create table review_removals (
  decision_id uuid not null references moderation_decisions on delete cascade,
  review_id uuid not null,
  part text not null check (part in ('text', 'username', 'pen_name', 'answer', 'review')),
  -- The folded pen name, which stands under other reviews too.
  pen_name text,
  restored_at timestamptz,
  primary key (decision_id, review_id, part),
  check ((part = 'pen_name') = (pen_name is not null))
);
create index review_removals_of_review on review_removals (review_id, part) where restored_at is null;
create index review_removals_of_pen_name on review_removals (pen_name) where restored_at is null and pen_name is not null;
create index review_removals_restored on review_removals (restored_at) where restored_at is not null;

alter table reviews
  -- The text stays for an appeal; readers are told that it was removed, and the vote counts.
  add column text_removed_by uuid references moderation_decisions,
  -- Signed "Owner" while it stands, where its writer chose the username.
  add column username_removed_by uuid references moderation_decisions;
create index reviews_text_removed on reviews (text_removed_by) where text_removed_by is not null;
create index reviews_username_removed on reviews (username_removed_by) where username_removed_by is not null;

-- A decision that still removes a part of a review; null once none does.
create function standing_removal(review uuid, removed_part text) returns uuid language sql stable as $$
  select decision_id from review_removals
  where review_id = review and part = removed_part and restored_at is null
  order by decision_id limit 1
$$;

-- Whether a report of fraud about an account is open and somebody looked at it: a report alone uncounts nothing, or whoever sends
-- one would see which reviews are by whom they name.
create function is_under_fraud_case(account uuid) returns boolean language sql stable as $$
  select exists (
    select from report_cases
    where subject_kind = 'developer' and subject_id = account and category = 'fraud'
      and looked_at is not null and closed_at is null)
$$;

create function weigh_reviews_of_case() returns trigger language plpgsql as $$
begin
  perform weigh_reviews(array(select id from reviews where account_id = new.subject_id));
  return null;
end
$$;
create trigger report_cases_weigh_reviews after update of looked_at, closed_at on report_cases for each row
  when (new.subject_kind = 'developer' and new.category = 'fraud') execute function weigh_reviews_of_case();
