-- Statements on the tables of an installation, a line each: those that Citus takes, then those that it refuses, by class (refusals.ts).
-- The checker judges them (distributable.test.ts), and the engine itself (test/distributed/statements.test.ts).
-- Modifications of tables of the coordinator that refer to reference tables by keys are left out: Citus may manage these (citus_add_local_table_to_metadata).

-- taken
insert into lists (client_id, title) with x as materialized (select (with recursive r as (select l.id union select s.list_id from r join segments s on s.client_id = 5 and s.id = r.id) select max(id)::text from r) as title from lists l where l.client_id = 5) select 5, title from x;
select pg_notify('waiting', '');
select * from lists where client_id = 5 and id = 3;
select l.* from lists l join segments s on s.client_id = l.client_id and s.list_id = l.id where l.client_id = 5;
select l.* from lists l left join segments s on s.client_id = l.client_id and s.list_id = l.id where l.client_id = 5;
select l.* from lists l left join segments s on s.client_id = 5 and s.list_id = l.id where l.client_id = 5;
select l.* from lists l right join segments s on s.client_id = l.client_id and s.list_id = l.id where s.client_id = 5;
select l.* from lists l full join segments s on s.client_id = l.client_id and s.list_id = l.id where s.client_id = 5;
select l.* from lists l full join segments s on s.client_id = l.client_id and s.list_id = l.id;
select id from lists where client_id = 5 for update;
select l.id from lists l join clients c on c.id = l.client_id where l.client_id = 5 for update of l;
select l.id from lists l join clients c on c.id = l.client_id where c.id = 5 for update of l;
select id from clients where id = 5 for update;
select id from clients where deleted_at is null for update;
select id from people where id = 5 for update;
with k as materialized (select id from lists where client_id = 5 for update) select * from k;
with k as (select id from lists where client_id = 5 for update) update lists l set title = 'x' from k where l.client_id = 5 and l.id = k.id;
select * from (select id from lists where client_id = 5 for update) x;
select l.id from lists l join segments s on s.list_id = l.id where l.client_id = 5 and s.client_id = 5;
select l.id from lists l join segments s on s.client_id = l.client_id and s.list_id = l.id where l.title = 'x';
select l.id from lists l, segments s where s.client_id = l.client_id;
select l.id from clients c join lists l on l.client_id = c.id left join segments s on s.client_id = l.client_id where c.account_id = 7;
select c.id, (select count(*) from lists l where l.client_id = 5) from clients c where c.id = 5;
select c.id from clients c where exists (select 1 from lists l where l.client_id = c.id) and c.id = 5;
select c.id from clients c where not exists (select 1 from lists l where l.client_id = c.id) and c.id = 5;
select c.id from clients c where c.id in (select client_id from lists);
select l.id from lists l where exists (select 1 from segments s where s.client_id = l.client_id and s.list_id = l.id) and l.client_id = 5;
select l.id from lists l where exists (select 1 from segments s where s.client_id = l.client_id and s.list_id = l.id);
select l.id from lists l where not exists (select 1 from segments s where s.client_id = l.client_id and s.list_id = l.id) and l.client_id = 5;
select l.id from lists l where l.client_id = 5 and (l.title = 'x' or exists (select 1 from segments s where s.client_id = l.client_id and s.list_id = l.id));
select l.id from lists l where l.client_id = 5 and (l.title = 'x' or exists (select 1 from segments s where s.client_id = 5 and s.list_id = l.id));
select l.id, (select max(s.id) from segments s where s.client_id = l.client_id and s.list_id = l.id) from lists l where l.client_id = 5;
select l.id, (select max(s.id) from segments s where s.client_id = 5 and s.list_id = l.id) from lists l where l.client_id = 5;
select l.id, (select s.id from segments s where s.client_id = l.client_id and s.list_id = l.id order by s.id limit 1) from lists l;
select l.id from lists l where l.id in (select s.list_id from segments s where s.client_id = l.client_id);
select l.id from lists l where l.id in (select s.list_id from segments s);
select l.id from lists l where l.client_id = 5 and l.id in (select s.list_id from segments s);
select l.id from lists l where l.client_id = 5 and l.id = any(array(select s.list_id from segments s where s.client_id = 5));
select k.id, s.id from unnest(array[1,2]::bigint[]) as k (id) cross join lateral (select id from segments where client_id = 5 and list_id = k.id limit 1) s;
select k.id, s.id from unnest(array[1,2]::bigint[]) as k (id) cross join lateral (select id from segments where list_id = k.id) s;
select k.id, s.id from unnest(array[1,2]::bigint[]) as k (id) left join lateral (select id from segments where client_id = 5 and list_id = k.id order by id limit 1) s on true;
select k.id, s.n from unnest(array[1,2]::bigint[]) as k (id) cross join lateral (select count(*) as n from segments where client_id = k.id group by client_id) s;
select l.id, s.id from lists l cross join lateral (select id from segments where client_id = l.client_id and list_id = l.id limit 1) s where l.client_id = 5;
select l.id, s.id from lists l cross join lateral (select id from segments where client_id = l.client_id and list_id = l.id limit 1) s;
select l.id, s.id from lists l cross join lateral (select id from segments where client_id = 5 and list_id = l.id limit 1) s where l.client_id = 5;
select c.id, s.id from clients c cross join lateral (select id from segments where client_id = c.id) s;
select v.id, s.id from (values (1::bigint), (2)) v (id) join segments s on s.client_id = v.id;
select r.x, s.id from jsonb_to_recordset('[{"x": 1}]') r (x bigint) join segments s on s.client_id = 5 and s.id = r.x;
select r.x, s.id from jsonb_to_recordset('[{"x": 1}]') r (x bigint) join segments s on s.id = r.x;
select r.x, s.id from jsonb_to_recordset('[{"x": 1}]') r (x bigint) left join segments s on s.client_id = 5 and s.id = r.x;
select r.x, s.id from jsonb_to_recordset('[{"x": 1}]') r (x bigint) left join segments s on s.id = r.x;
update lists set title = to_char(now(), 'YYYY') where client_id = 5;
update lists set deleted_at = now() where client_id = 5;
update lists set deleted_at = now() where client_id = 5 and created_at < now() - interval '1 day';
update lists set title = id::text where client_id = 5;
update lists set title = title || 'x' where client_id = 5;
update segments set rules = rules || '{}' where client_id = 5;
with t as materialized (select clock_timestamp() as at) update lists set deleted_at = t.at from t where client_id = 5;
with t as (select clock_timestamp() as at) update lists set deleted_at = t.at from t where client_id = 5;
with t as materialized (select now() as at) update lists set deleted_at = t.at from t where client_id = 5;
update lists set deleted_at = t.at from (select clock_timestamp() as at) t where client_id = 5;
update lists set deleted_at = (select clock_timestamp()) where client_id = 5;
update lists set deleted_at = t.at from (select now() as at) t where client_id = 5;
delete from lists where client_id = 5 and created_at < now();
delete from lists where created_at < now() - interval '1 day';
select * from lists where client_id = 5 and pg_try_advisory_xact_lock(id);
update clients set deleted_at = now() where id = 5;
update lists set deleted_at = coalesce(deleted_at, '2026-01-01') where client_id = 5;
update lists set deleted_at = case when title = 'x' then deleted_at end where client_id = 5;
update lists set deleted_at = greatest(deleted_at, now()) where client_id = 5;
update lists set deleted_at = nullif(deleted_at, now()) where client_id = 5;
update lists set title = coalesce(title, (select to_char(now(), 'YYYY'))) where client_id = 5;
select coalesce(deleted_at, now()) from lists where client_id = 5;
insert into segments (client_id, list_id, name) values (5, 1, coalesce(null, now()::text));
update lists l set deleted_at = coalesce(l.deleted_at, k.at) from (select now() as at) k where l.client_id = 5;
update lists set title = 'x' where client_id = 5 returning id, title || 'x';
insert into segments (client_id, list_id, name) values (5, 1, 'x') returning id;
insert into segments (client_id, list_id, name) select 5, 1, 'x' returning now();
insert into segments (client_id, list_id, name) select 5, id, 'x' from lists where client_id = 5 returning now();
insert into segments (client_id, list_id, name) select 5, id, 'x' from lists where client_id = 5 returning to_jsonb(name);
insert into client_brandings (client_id, logo_image_id) values (5, 1) on conflict (client_id) do update set logo_image_id = excluded.logo_image_id;
insert into segments (client_id, list_id, id, name) overriding system value values (5, 1, 1, 'x') on conflict (client_id, id) do update set name = excluded.name || 'x';
insert into segments (client_id, list_id, id, name) overriding system value select 5, 1, id, 'x' from lists where client_id = 5 on conflict (client_id, id) do update set name = coalesce(segments.name, excluded.name);
insert into segments (client_id, list_id, id, name) overriding system value values (5, 1, 1, 'x') on conflict (client_id, id) do update set client_id = excluded.client_id;
insert into segments (client_id, list_id, name) values (5, 1, now()::text), (5, 2, gen_random_uuid()::text);
with k as (select 1) insert into segments (client_id, list_id, name) values (5, 1, 'x');
with k as (select title from lists where client_id = 5) insert into segments (client_id, list_id, name) select 5, 1, title from k;
insert into segments (client_id, list_id, name) select 5, 1, 'x' where exists (select 1 from lists where client_id = 5);
insert into segments (client_id, list_id, name) select s.client_id, s.list_id, s.name from segments s join lists l on l.client_id = s.client_id and l.id = s.list_id where s.client_id = 5;
insert into segments (client_id, list_id, name) select 5, s.list_id, s.name from segments s where s.client_id = 5;
insert into campaign_lists (client_id, campaign_id, list_id, segment) select 5, s.list_id, s.id, 'x' from segments s join lists l on l.client_id = 5 and l.id = s.list_id where s.client_id = 5;
insert into clients (account_id, company_name) select 1, title from lists where client_id = 5;
insert into lists (client_id, title) select id, company_name from clients where id = 5;
insert into lists (client_id, title) select c.id, p.email from clients c join people p on p.id = c.id;
insert into lists (client_id, title) select l.client_id, p.email from lists l join people p on p.id = l.id;
select k.id, s.n from unnest(array[1,2]::bigint[]) as k (id) cross join lateral (select count(*) as n from segments where client_id = k.id group by client_id) s;
select client_id, count(*) from lists group by client_id;
select count(*) from lists;
select title, count(*) from lists group by title having count(*) > 1;
select distinct title from lists;
select distinct on (title) title, id from lists order by title, id;
select title, row_number() over (order by id) from lists;
select title, row_number() over (partition by client_id order by id) from lists;
select * from (select distinct title from lists) x join segments s on s.name = x.title;
select * from (select distinct client_id from lists) x join segments s on s.client_id = x.client_id;
select * from (select client_id, count(*) from lists group by client_id) x join segments s on s.client_id = x.client_id;
select * from (select title, count(*) from lists group by title) x join segments s on s.name = x.title;
select * from (select client_id, id from lists limit 5) x join segments s on s.client_id = x.client_id;
select * from (select client_id, id from lists where client_id = 5 limit 5) x join segments s on s.client_id = x.client_id;
select * from (select client_id, id from lists where client_id = 5 limit 5) x join segments s on s.client_id = 5 and s.list_id = x.id;
select * from (select client_id, id from lists) x join segments s on s.client_id = x.client_id where x.client_id = 5;
select * from (select client_id, max(id) as id from lists group by client_id) x join segments s on s.client_id = x.client_id where x.client_id = 5;
select * from (select client_id, max(id) as id from lists group by client_id) x left join segments s on s.client_id = x.client_id where x.client_id = 5;
select id from lists union all select id from segments;
select id from lists where client_id = 5 union all select id from segments where client_id = 5;
select id from lists where client_id = 5 union select id from clients;
select id from lists union select id from clients;
select id from lists except select id from segments;
select * from (select client_id, id from lists union all select client_id, id from segments) x where client_id = 5;
select * from (select client_id, id from lists union all select client_id, id from segments) x;
select * from (select id from lists union all select id from segments) x;
select x.client_id, count(*) from (select client_id, id from lists union all select client_id, id from segments) x group by 1;
select * from (select client_id, id from lists union all select client_id, id from segments) x join campaigns c on c.client_id = x.client_id;
select * from (select id from lists union all select id from clients) x;
select * from (select client_id, id from lists union all select 1, 2) x where client_id = 5;
with recursive r as (select 1 as n union all select n + 1 from r where n < 5) select n from r;
with recursive r as (select 1 as n union all select n + 1 from r where n < 5) select n from r join lists l on l.client_id = 5 and l.id = r.n;
with recursive r as (select id from lists where client_id = 5 union select s.list_id from r join segments s on s.client_id = 5 and s.id = r.id) select * from r;
select * from lists l where l.client_id = 5 and l.id in (with recursive r as (select 1 as n union all select n + 1 from r where n < 5) select n from r);
with a as (select id from lists), b as (select id from a) select * from b join segments s on s.list_id = b.id;
with a as materialized (select id from lists), b as materialized (select id from a) select * from b join segments s on s.list_id = b.id;
with a as materialized (select client_id, id from lists where client_id = 5) select * from a join segments s on s.client_id = a.client_id and s.list_id = a.id;
with a as materialized (select client_id, id from lists where client_id = 5) select * from a join segments s on s.client_id = 5 and s.list_id = a.id;
with a as materialized (select client_id, id from lists where client_id = 5) select (select count(*) from segments s where s.client_id = 5 and s.list_id = a.id) from a;
with a as materialized (select client_id, id from lists where title = 'x') select (select count(*) from segments s where s.client_id = 5 and s.list_id = a.id) from a;
with a as materialized (select client_id, id from lists where title = 'x') select a.id from a left join segments s on s.client_id = a.client_id and s.list_id = a.id;
with d as (delete from segments where client_id = 5 returning id) select count(*) from d;
with d as (delete from segments where client_id = 5 returning id) select d.id from d join lists l on l.client_id = 5 and l.id = d.id;
with d as (delete from segments where name = 'x' returning id) select id from d;
with d as (delete from segments where name = 'x') select 1;
with d as (update segments set name = 'x' where client_id = 5 returning id), e as (delete from lists where client_id = 5 returning id) select id from d;
with d as (insert into lists (client_id, title) values (5, 'x') returning id) insert into segments (client_id, list_id, name, rules) select 5, d.id, 'x', '{}' from d;
with d as (insert into lists (client_id, title) values (5, 'x') returning id) select id from d;
with d as (update segments set name = 'x' where client_id = 5 returning id) update lists l set title = 'y' from d where l.client_id = 5 and l.id = d.id;
with d as (update segments set name = 'x' where client_id = 5 returning id) update lists l set title = 'y' from d where l.id = d.id;
with d as (select id from segments where client_id = 5) update lists l set title = 'y' from d where l.id = d.id;
with d as (select id from segments where name = 'x') delete from lists l using d where l.id = d.id;
with d as (delete from people where id = 5 returning id) select id from d;
with d as (delete from people where id = 5 returning id) delete from lists l using d where l.client_id = 5 and l.id = d.id;
with d as (delete from people where id = 5 returning id) select d.id from d join lists l on l.client_id = 5 and l.id = d.id;
update lists l set title = s.name from segments s where s.client_id = l.client_id and s.list_id = l.id and l.client_id = 5;
update lists l set title = s.name from segments s where s.client_id = l.client_id and s.list_id = l.id;
update lists l set title = s.name from segments s where s.list_id = l.id and l.client_id = 5 and s.client_id = 5;
update lists l set title = c.company_name from clients c where c.id = l.client_id;
update lists l set title = c.company_name from clients c where c.id = l.client_id and l.client_id = 5;
update lists l set title = (select max(name) from segments s where s.client_id = l.client_id and s.list_id = l.id) where l.client_id = 5;
update lists l set title = (select max(name) from segments s where s.client_id = 5 and s.list_id = l.id) where l.client_id = 5;
update lists set title = 'x' where client_id = 5 and id in (select list_id from segments where client_id = 5 limit 3);
update lists set title = 'x' where client_id = 5 and id in (select list_id from segments limit 3);
update lists set title = 'x' where id in (select list_id from segments limit 3);
update lists set title = 'x' where id in (select list_id from segments);
update lists set title = 'x' where id = any(array(select list_id from segments where client_id = 5));
update lists l set title = 'x' where l.client_id = 5 and not exists (select 1 from segments s where s.client_id = l.client_id and s.list_id = l.id);
update lists l set title = 'x' where not exists (select 1 from segments s where s.client_id = l.client_id and s.list_id = l.id);
delete from lists l where exists (select 1 from clients c where c.id = l.client_id and c.deleted_at is not null);
delete from lists l using clients c where c.id = l.client_id and c.deleted_at is not null;
delete from lists where client_id = 5 and ctid = any(array(select ctid from lists where client_id = 5 limit 3));
delete from lists where client_id = 5 and id = any(array(select id from lists where client_id = 5 limit 3));
delete from people where ctid = any(array(select ctid from people limit 3));
update lists set client_id = client_id where client_id = 5;
delete from clients where account_id in (select id from accounts);
update clients c set company_name = 'x' where id in (select id from people);
update people p set email = l.title from lists l where l.client_id = 5 and l.id = p.id;
update people p set email = l.company_name from clients l where l.id = p.id;
update people p set email = 'x' where id in (select id from clients);
update people p set email = 'x' where id in (select id from lists where client_id = 5);
update people p set email = 'x' where id in (select id from lists where client_id = 5 limit 5);
update lists l set title = p.email from people p where l.client_id = 5 and l.id = p.id;
update lists l set title = 'x' where l.client_id = 5 and l.id in (select id from people p);
delete from people p using lists l where l.client_id = 5 and l.id = p.id;
delete from people p using clients l where l.id = p.id;
select * from people p join lists l on l.client_id = 5 and l.id = p.id;
select * from people p join lists l on l.id = p.id;
select * from people p left join lists l on l.client_id = 5 and l.id = p.id;
select * from people p join clients c on c.id = p.id;
select * from people p where exists (select 1 from clients c where c.id = p.id);
select p.id, (select count(*) from lists l where l.client_id = 5) from people p;
select p.id, (select count(*) from clients l where l.id = p.id) from people p;
select l.id, (select max(p.id) from people p) from lists l where l.client_id = 5;
select p.id from people p for update;
select p.id from people p join clients c on c.id = p.id for update of p;
select p.id from people p join clients c on c.id = p.id for update of c;
select p.id from people p join lists l on l.client_id = 5 and l.id = p.id for update of l;
select p.id from people p join lists l on l.client_id = 5 and l.id = p.id for update of p;
select c.relname, l.id from pg_class c join lists l on l.client_id = 5 and l.title = c.relname;
select count(*) filter (where exists (select 1 from segments s where s.client_id = l.client_id)) from lists l;
select exists (select 1 from lists where client_id = 5);
select exists (select 1 from lists);
select exists (select from lists where client_id = 5);
select exists (select from lists where client_id = 5 for update);
select exists (select 1 from lists where client_id = 5), exists (select 1 from segments where client_id = 5);
select (select id from lists where client_id = 5 limit 1), nextval('lists_id_seq');
select nextval('lists_id_seq'), id from lists where client_id = 5;
select nextval('lists_id_seq'), l.id from lists l join segments s on s.client_id = l.client_id where l.client_id = 5;
select clock_timestamp(), l.id from lists l where l.client_id = 5;
select id from lists where client_id = 5 limit (select 3);
select l.client_id, count(*), (select count(*) from segments s where s.client_id = l.client_id) from lists l group by l.client_id;
with l as (select id, title from lists where client_id = 5), made as (insert into lists (client_id, title) select 5, title from l returning id) select (select count(*) from made), (select count(*) from l);
with gone as (delete from lists where client_id = 5 returning id) select id from lists where client_id = 5 and id in (select id from gone);

-- lock
select id from lists where id = 5 for update;
select id from lists where id = 5 for no key update skip locked;
select id from lists where client_id in (5, 6) for update;
select id from lists where client_id = any(array[5, 6]::bigint[]) for update;
select l.id from lists l join clients c on c.id = l.client_id where c.public_id = '00000000-0000-0000-0000-000000000001' for update of l;
with k as materialized (select id from lists where id = 5 for update) select * from k;
select * from (select id from lists where id = 5 for update) x;
with k as (select title from lists where id = 5 for update) insert into segments (client_id, list_id, name) select 5, 1, title from k;

-- join
select l.id from lists l join segments s on s.list_id = l.id;
select l.id from lists l join segments s on s.list_id = l.id where l.client_id = 5;
select l.id from clients c join lists l on l.client_id = c.id join segments s on s.client_id = c.id where c.account_id = 7;
select l.id from clients c join lists l on l.client_id = c.id left join segments s on s.client_id = c.id where c.account_id = 7;
select l.id, (select s.id from segments s where s.list_id = l.id order by s.id limit 1) from lists l;
insert into segments (client_id, list_id, name) select 5, s.list_id, s.name from segments s join lists l on l.client_id = 5 and l.id = s.list_id where s.client_id = 5;
update lists l set title = s.name from segments s where s.list_id = l.id;
update lists l set title = (select max(name) from segments s where s.list_id = l.id) where l.client_id = 5;
update lists l set title = 'x' where not exists (select 1 from segments s where s.list_id = l.id);
select nextval('lists_id_seq'), l.id from lists l join segments s on s.client_id = 5 where l.client_id = 5;

-- merge
select k.id, s.id from unnest(array[1,2]::bigint[]) as k (id) cross join lateral (select id from segments where list_id = k.id limit 1) s;
select k.id, s.id from unnest(array[1,2]::bigint[]) as k (id) cross join lateral (select id from segments where client_id = k.id order by id limit 1) s;
select k.id, s.id from unnest(array[1,2]::bigint[]) as k (id) left join lateral (select id from segments where client_id = k.id order by id limit 1) s on true;
select k.id, s.n from unnest(array[1,2]::bigint[]) as k (id) cross join lateral (select count(*) as n from segments where client_id = k.id) s;
select c.id, s.id from clients c cross join lateral (select id from segments where client_id = c.id limit 1) s where c.id = 5;
select c.id, s.id from clients c cross join lateral (select id from segments where client_id = c.id offset 0) s;
select v.id, s.id from (values (1::bigint), (2)) v (id) cross join lateral (select id from segments where client_id = v.id limit 1) s;
with a as materialized (select client_id, id from lists where title = 'x') select a.id from a left join lateral (select 1 from segments s where s.client_id = a.client_id and s.list_id = a.id) s on true;
with a as materialized (select client_id, id from lists where title = 'x') select a.id from a left join lateral (select 1 from segments s where s.client_id = a.client_id and s.list_id = a.id limit 1) s on true;
select count(*), (select count(*) from segments s where s.client_id = 5) from lists l;

-- correlated
select c.id, (select count(*) from lists l where l.client_id = c.id) from clients c where c.id = 5;
select c.id from clients c where exists (select 1 from lists l where l.client_id = c.id);
select c.id from clients c where not exists (select 1 from lists l where l.client_id = c.id);
select c.id from clients c where c.deleted_at is null or exists (select 1 from lists l where l.client_id = c.id);
with a as materialized (select client_id, id from lists where client_id = 5) select (select count(*) from segments s where s.client_id = a.client_id) from a;
with a as materialized (select client_id, id from lists where title = 'x') select (select count(*) from segments s where s.client_id = a.client_id and s.list_id = a.id) from a;
with a as materialized (select client_id, id from lists where title = 'x') select a.id from a where exists (select 1 from segments s where s.client_id = a.client_id and s.list_id = a.id);
with a as materialized (select client_id, id from lists where title = 'x') select a.id from a where not exists (select 1 from segments s where s.client_id = a.client_id and s.list_id = a.id);

-- recursive
insert into lists (client_id, title) select 5, (with recursive r as (select l.id union select s.list_id from r join segments s on s.client_id = 5 and s.id = r.id) select max(id)::text from r) from lists l where l.client_id = 5;
insert into lists (client_id, title) select 5, x.title from (select (with recursive r as (select l.id union select s.list_id from r join segments s on s.client_id = 5 and s.id = r.id) select max(id)::text from r) as title from lists l where l.client_id = 5 offset 0) x;
with recursive r as (select 1 as n union all select n + 1 from r where n < 5) select n from r join lists l on l.id = r.n;
with recursive r as (select client_id, id from lists where client_id = 5 union select s.client_id, s.list_id from r join segments s on s.client_id = r.client_id and s.id = r.id) select * from r;
select * from lists l where l.title = 'x' and l.id in (with recursive r as (select 1 as n union all select n + 1 from r where n < 5) select n from r);

-- volatile
update lists set deleted_at = clock_timestamp() where client_id = 5;
update lists set deleted_at = clock_timestamp() where id = 5;
update lists set title = gen_random_uuid()::text where client_id = 5;
delete from lists where client_id = 5 and created_at < clock_timestamp();
delete from lists where client_id = 5 and pg_try_advisory_xact_lock(id);
update clients set deleted_at = clock_timestamp() where id = 5;

-- stable
update lists set title = to_char(created_at, 'YYYY') where client_id = 5;
update lists set deleted_at = created_at + interval '1 day' where client_id = 5;
update lists set deleted_at = created_at + interval '1 day';
update lists set deleted_at = now() where client_id = 5 and created_at + interval '1 day' < now();
update lists set title = created_at::text where client_id = 5;
update lists set title = concat(title, 'x') where client_id = 5;
update segments set rules = to_jsonb(name) where client_id = 5;
update segments set rules = jsonb_build_object('a', name) where client_id = 5;
delete from lists where client_id = 5 and created_at + interval '1 day' < now();

-- lazy
update clients set deleted_at = coalesce(deleted_at, now()) where id = 5;
update lists set deleted_at = coalesce(deleted_at, now()) where client_id = 5;
update lists set deleted_at = case when title = 'x' then now() end where client_id = 5;
update api_keys k set last_used_at = now() from unnest('{1}'::bigint[]) as u (id) where k.id = u.id and coalesce(k.last_used_at < now(), true);
update lists set title = 'x' where client_id = 5 and coalesce(deleted_at, now()) > now();
update lists set title = 'x' where client_id = 5 and case when deleted_at is null then now() else created_at end > created_at;
delete from lists where client_id = 5 and coalesce(deleted_at, now()) > created_at;

-- returning
update lists set title = 'x' where client_id = 5 returning id, now();
update lists set title = 'x' where client_id = 5 returning id, created_at::text;
update lists set title = 'x' where client_id = 5 returning to_char(created_at, 'YYYY');
delete from lists where client_id = 5 returning created_at + interval '1 day';
insert into segments (client_id, list_id, name) values (5, 1, 'x') returning now();

-- onConflict
insert into segments (client_id, list_id, id, name) overriding system value values (5, 1, 1, 'x') on conflict (client_id, id) do update set name = now()::text;
insert into segments (client_id, list_id, id, name) overriding system value values (5, 1, 1, 'x') on conflict (client_id, id) do update set name = excluded.name where segments.created_at < now();
insert into segments (client_id, list_id, id, name) overriding system value select 5, 1, id, 'x' from lists where client_id = 5 on conflict (client_id, id) do update set name = now()::text;

-- insert
insert into segments (client_id, list_id, id, name) overriding system value values (5, 1, 1, 'x') on conflict (client_id, id) do update set name = (select max(title) from lists where client_id = 5);
insert into segments (client_id, list_id, name) values (5, 1, (select title from lists where client_id = 5 limit 1));

-- columns
select exists (select from lists);
select exists (select 1 from lists where client_id = 5), exists (select from segments where id = 5);

-- notify
select pg_notify('waiting', '') from lists where client_id = 5;
with made as (insert into lists (client_id, title) select 5, title from lists where client_id = 5 returning pg_notify('waiting', '')) select 1;

-- order
with made as (insert into lists (client_id, title) select 5, title from lists where client_id = 5 returning id) select count(*) from lists where client_id = 5;
with made as (insert into lists (client_id, title) select 5, title from lists where client_id = 5 returning id), counted as (select count(*) as n from lists where client_id = 5 offset 0) select n, (select count(*) from made) from counted;

-- ctid
delete from lists where ctid = any(array(select ctid from lists where client_id = 5 limit 3));

-- local
update people p set email = 'x' where exists (select 1 from lists l where l.client_id = 5 and l.id = p.id);
update people p set email = 'x' where exists (select 1 from clients l where l.id = p.id);
update lists l set title = 'x' where l.client_id = 5 and exists (select 1 from people p where l.id = p.id);
select * from people p where exists (select 1 from lists l where l.client_id = 5 and l.id = p.id);
select * from people p where exists (select 1 from lists l where l.client_id = p.id);
select p.id, (select count(*) from lists l where l.client_id = p.id) from people p;
select l.id, (select max(p.id) from people p where p.id = l.id) from lists l where l.client_id = 5;
select l.id from lists l where l.client_id = 5 and exists (select 1 from people p where p.id = l.id);
select l.id from lists l join lateral (select p.id from people p where p.id = l.id limit 1) p on true where l.client_id = 5;

-- reference
update clients c set company_name = l.title from lists l where l.client_id = c.id;
update clients c set company_name = l.title from lists l where l.client_id = c.id and l.client_id = 5;
update clients c set company_name = 'x' where exists (select 1 from lists l where l.client_id = c.id);
update clients c set company_name = 'x' where id = (select client_id from lists where client_id = 5 limit 1);
delete from clients c where not exists (select 1 from lists l where l.client_id = c.id);

-- set
update lists set client_id = 6 where client_id = 5;

-- other
select id from lists limit (select 3);
