-- What a developer tells those who look at a game with explicit content, and nobody else.
create table reviewer_notes (
  game_id uuid primary key references games on delete cascade,
  adults_stated_at timestamptz,
  strongest_scene text not null
);
