-- A part of a word among all orders, as an admin looks for it. The expression is that of `server/orders/wanted.ts`.
create extension if not exists pg_trgm;
create index orders_search on orders using gin ((' ' || game_title || ' ' || email || ' ' || id::text) gin_trgm_ops);
-- The filter by status, and a search for a status's name.
create index orders_by_status on orders (status, created_at desc);
