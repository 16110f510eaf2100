-- The document of a court action, where it lies in storage. What was noted before this was kept has none.
alter table copyright_notices
  add column court_document text,
  add constraint copyright_notices_court_document check (state <> 'court' or court_document is not null) not valid;
