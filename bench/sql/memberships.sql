-- The access has ended, so that every answer stays the same; the service reads the memberships all the same.
insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role, member_until)
select gen_random_uuid(), now(), now(), a.id, u.id, 'INSPECTOR', '2020-01-01'
from users u join lateral (select id from apiaries where owner_id <> u.id limit 1) a on true;
