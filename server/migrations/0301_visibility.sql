-- Who sees a game that is published and not held, whether an unlisted one stands on its developer's page, and whether it is sold.
-- They stand apart from `status` and `suspended_at`: a game is shown when all of them allow it. The version before knows none
-- of them, and shows every game as a public one.
alter table games
  add column visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'private')),
  add column on_developer_page boolean not null default false,
  add column not_for_sale boolean not null default false;

-- What lists and search find: a vector is empty, and nothing is counted, for any other game. The indexes of the lists stay as they
-- are: what is listed is a part of what they hold, and a walk along one passes by the few games that are not.
create or replace function is_visible(game games) returns boolean immutable parallel safe language sql
  return game.status = 'published' and game.suspended_at is null and game.visibility = 'public';

create or replace function is_same_but_price(before games, after games) returns boolean immutable parallel safe language sql
  return (before.title, before.description, before.tags, before.category, before.project_type, before.stage, before.devices,
          before.status, before.suspended_at, before.visibility, before.developer_id, before.published_at)
    is not distinct from (after.title, after.description, after.tags, after.category, after.project_type, after.stage,
          after.devices, after.status, after.suspended_at, after.visibility, after.developer_id, after.published_at);

create or replace trigger games_search before insert or update of
  title, description, tags, category, project_type, stage, devices, status, suspended_at, visibility, developer_id, search
  on games for each row execute function index_game();
