/**
 * Commits that have waited for seconds for a standby (`synchronous_standby_names`): of the user who asks, since any user may see what
 * its own backends wait for. A commit that was given up waits on in the server, so this stays true until a standby is back.
 */
export const stalledCommits = `
  select pid, pg_backend_pid() as own
  from pg_stat_activity
  where usename = current_user and wait_event = 'SyncRep' and clock_timestamp() - query_start > interval '2 seconds'`
