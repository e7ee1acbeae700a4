-- Fail-overs that lost the end of the log left counters below 0: they are counted anew.
update campaign_totals t
set planned = s.planned, handing_over = s.handing_over, accepted = s.accepted, deferred = s.deferred, refused = s.refused,
  unknown = s.unknown, excluded = s.excluded, recipients = s.recipients
from campaign_totals wrong
cross join lateral (
  select count(*)::integer as recipients,
    count(*) filter (where state = 'planned')::integer as planned,
    count(*) filter (where state = 'handing over')::integer as handing_over,
    count(*) filter (where state = 'accepted')::integer as accepted,
    count(*) filter (where state = 'deferred')::integer as deferred,
    count(*) filter (where state = 'refused')::integer as refused,
    count(*) filter (where state = 'unknown')::integer as unknown,
    count(*) filter (where state = 'excluded')::integer as excluded
  from (
    select
      case
        when (e.kind is null or (e.kind = 'deferred' and e.retry_at <= r.opened_at)) and not r.done and a.number <= r.handed
          then 'handing over'
        else coalesce(e.kind, 'planned')
      end as state
    from audience a
    left join lateral (
      select kind, retry_at from log g
      where g.client_id = a.client_id and g.campaign_id = a.campaign_id and g.number = a.number and g.kind <> 'handing over'
      order by attempt desc, at desc
      limit 1
    ) e on true
    left join lateral (
      select done, handed, opened_at from leases l
      where l.client_id = a.client_id and l.campaign_id = a.campaign_id and l.low <= a.number
      order by low desc
      limit 1
    ) r on true
    where a.client_id = wrong.client_id and a.campaign_id = wrong.campaign_id
  ) f
) s
where t.client_id = wrong.client_id and t.campaign_id = wrong.campaign_id and s.recipients > 0
  and least(wrong.planned, wrong.handing_over, wrong.accepted, wrong.deferred, wrong.refused, wrong.unknown, wrong.excluded) < 0;

-- of those whose audience was purged already nothing better is known
update campaign_totals
set planned = greatest(planned, 0), handing_over = greatest(handing_over, 0), accepted = greatest(accepted, 0),
  deferred = greatest(deferred, 0), refused = greatest(refused, 0), unknown = greatest(unknown, 0), excluded = greatest(excluded, 0),
  recipients = greatest(planned, 0) + greatest(handing_over, 0) + greatest(accepted, 0) + greatest(deferred, 0)
    + greatest(refused, 0) + greatest(unknown, 0) + greatest(excluded, 0)
where least(planned, handing_over, accepted, deferred, refused, unknown, excluded) < 0;

alter table campaign_totals
  add constraint campaign_totals_planned_check check (planned >= 0) not valid,
  add constraint campaign_totals_handing_over_check check (handing_over >= 0) not valid,
  add constraint campaign_totals_accepted_check check (accepted >= 0) not valid,
  add constraint campaign_totals_deferred_check check (deferred >= 0) not valid,
  add constraint campaign_totals_refused_check check (refused >= 0) not valid,
  add constraint campaign_totals_unknown_check check (unknown >= 0) not valid,
  add constraint campaign_totals_excluded_check check (excluded >= 0) not valid;
alter table campaign_totals
  validate constraint campaign_totals_planned_check,
  validate constraint campaign_totals_handing_over_check,
  validate constraint campaign_totals_accepted_check,
  validate constraint campaign_totals_deferred_check,
  validate constraint campaign_totals_refused_check,
  validate constraint campaign_totals_unknown_check,
  validate constraint campaign_totals_excluded_check;
