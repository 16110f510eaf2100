-- A game that its developer put away: a draft to everybody else, out of the developer's list. Bringing it back gives it the
-- status it had.

alter table games
  add column archived_at timestamptz,
  add column archived_from text check (archived_from in ('draft', 'published')),
  add check ((archived_at is null) = (archived_from is null));
