-- An upload that was given up stays until its address and its bytes are gone; `content` is what was seen of one that is whole.
alter table uploads add column cancelled_at timestamptz, add column content jsonb;
