/**
 * Commits that have waited for a standby for seconds (`synchronous_standby_names`), of the present user, because every user may see
 * the wait
 * events of its own backends. A commit that we failed still waits in the server, so this is true until a standby is back.
 */
export const stalledCommits = `
  select pid, pg_backend_pid() as own
  from pg_stat_activity
  where usename = current_user and wait_event = 'SyncRep' and clock_timestamp() - query_start > interval '2 seconds'`
