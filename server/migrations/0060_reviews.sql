-- Games that a person looks at: a developer's first one before it is public, later ones afterwards.
alter table accounts add column first_game_approved_at timestamptz;
-- Whoever has a public game already is not asked again.
update accounts set first_game_approved_at = now()
where exists (select from games where developer_id = accounts.id and status = 'published' and suspended_at is null);

-- A review that keeps a game from the public uses the same switch as a game that was taken down.
alter table games add column review text check (review in ('waiting', 'changes_needed', 'rejected')),
  add constraint games_kept_by_review check (review is null or suspended_at is not null);

create table game_reviews (
  id uuid primary key,
  game_id uuid not null references games on delete cascade,
  reason text not null check (reason in ('first_game', 'theme', 'new_game')),
  -- Whether it keeps the game from the public until it is approved.
  is_before boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'seller', 'decided')),
  round int not null default 1,
  revision int not null default 1,
  sent_at timestamptz not null,
  -- Moved on by as long as the developer took to answer.
  due_at timestamptz not null,
  seller_since timestamptz check ((seller_since is not null) = (state = 'seller')),
  decided_at timestamptz check ((decided_at is not null) = (state = 'decided')),
  claimed_by uuid references accounts,
  claimed_until timestamptz check ((claimed_until is null) = (claimed_by is null))
);
create unique index game_reviews_open on game_reviews (game_id) where state <> 'decided';
create index game_reviews_waiting on game_reviews (due_at, id) where state = 'waiting';
create index game_reviews_decided on game_reviews (decided_at desc) where state = 'decided';

-- What the game was like each time it was sent or saved while it waited.
create table game_revisions (
  review_id uuid not null references game_reviews on delete cascade,
  revision int not null,
  snapshot jsonb not null,
  created_at timestamptz not null,
  primary key (review_id, revision)
);
-- Which revision an admin had before them last.
create table game_revisions_seen (
  review_id uuid not null,
  admin_id uuid not null references accounts on delete cascade,
  revision int not null,
  primary key (review_id, admin_id),
  foreign key (review_id, revision) references game_revisions on delete cascade
);

-- Decisions about what is published. They outlive what they are about.
create table moderation_decisions (
  id uuid primary key,
  review_id uuid references game_reviews on delete set null,
  game_id uuid not null,
  title text not null,
  developer_id uuid not null references accounts,
  kind text not null,
  rule text,
  rule_version int check ((rule_version is null) = (rule is null)),
  assets text[] not null,
  text text not null,
  note text,
  revision int not null,
  -- The statement of reasons, word for word as it was sent.
  statement text not null,
  decided_by uuid not null references accounts,
  decided_at timestamptz not null,
  -- Nothing is decided against anybody without a rule, what it is about, and words of one's own.
  check (kind = 'approve' or (rule is not null and cardinality(assets) >= 1 and length(btrim(text)) >= 40)),
  check (decided_by <> developer_id)
);
create index moderation_decisions_game on moderation_decisions (game_id, decided_at desc);
create index moderation_decisions_developer on moderation_decisions (developer_id, decided_at desc);
create trigger moderation_decisions_stay before update of game_id, title, developer_id, kind, rule, rule_version, assets, text, revision, statement, decided_by, decided_at or delete
  on moderation_decisions for each row execute function is_append_only();
