-- What was begun today counts against the limits of the day, and what was released in the last minute against the provider's.
create index payouts_preparing on payouts (preparing_at) where preparing_at is not null;
create index payouts_releasing on payouts (releasing_at) where releasing_at is not null;
