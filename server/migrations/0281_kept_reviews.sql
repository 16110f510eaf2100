-- Whether the reviews of an account that is being deleted stay, signed "Owner", as its owner says when they ask for it.
alter table accounts add column keeps_reviews boolean not null default false;
