-- The overview of an account names clients with an import that failed.
create index imports_failed on imports (ended_at, client_id) where state = 'failed';
