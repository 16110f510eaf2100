-- A picture is known by the first 16 bytes of the SHA-256 of what is stored, which its address holds; a file by all 32.
alter table blocked_hashes drop constraint blocked_hashes_sha256_check,
  add constraint blocked_hashes_sha256_check check (length(sha256) in (16, 32));
