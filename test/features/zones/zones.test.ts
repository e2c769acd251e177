// Restricted zones: who keeps and reads them, and what is said of an apiary.
import { describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { refusalOf, share } from '../../support/members.js';
import { withToken } from '../../support/tokens.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import {
  admin,
  ana,
  app,
  CIRCLE,
  createZone,
  done,
  FIELDS,
  inside,
  nowhere,
  outside,
  send,
  sendZone,
  ZONE,
} from './zones.fixture.js';

const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [-4, 40, 600],
      [-3, 40, 600],
      [-3, 41],
      [-4, 41.000001],
      [-4, 40, 600],
    ],
  ],
};
const idsOf = async (who: Beekeeper, args: string): Promise<string[]> =>
  (await who.ask(`{ restrictedZones${args} { nodes { id } } }`)).restrictedZones.nodes.map(
    ({ id }: { id: string }) => id,
  );

const sendDeletion = (who: Beekeeper, id: string) =>
  who.graphql('mutation ($id: ID!) { result: deleteRestrictedZone(input: { id: $id }) { deletedId } }', { id });

describe('a zone', () => {
  it('is a circle or an area, of which positions are rounded and altitudes dropped', async () => {
    const circle = await createZone(ana);
    expect(circle).toMatchObject({ ...ZONE, ...CIRCLE, until: null, area: null, isForAll: false, version: 1 });
    const { area, radiusKm } = await createZone(ana, { shape: { area: SQUARE } });
    expect(radiusKm).toBeNull();
    expect(area).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [-4, 40],
          [-3, 40],
          [-3, 41],
          [-4, 41],
          [-4, 40],
        ],
      ],
    });
    expect(await idsOf(ana, `(apiaryId: "${inside}")`)).toHaveLength(2);
    expect(await idsOf(ana, `(apiaryId: "${outside}")`)).toEqual([]);
    expect(await idsOf(ana, `(apiaryId: "${nowhere}")`)).toEqual([]);
  });

  it('is created once under the id of a client, changed by version, and deleted twice', async () => {
    const id = uuidv7();
    const zone = await createZone(ana, { shape: { circle: CIRCLE }, newId: id });
    expect(await createZone(ana, { shape: { circle: CIRCLE }, newId: id })).toEqual(zone);
    const update = (input: object) =>
      send(ana, 'updateRestrictedZone', { id, ...input }, `restrictedZone { ${FIELDS} }`);
    const changed = (await update({ expectedVersion: 1, shape: { area: SQUARE }, until: '2026-12-31' })).data.result
      .restrictedZone;
    expect(changed).toMatchObject({ version: 2, radiusKm: null, latitude: null, until: '2026-12-31', name: ZONE.name });
    expect(refusalOf(await update({ expectedVersion: 1, name: 'Another' }))).toBe('CONFLICT VERSION_CONFLICT');
    expect((await update({ until: '2025-12-31' })).errors![0]!.message).toBe('until must not be before the first day');
    const remove = (who: Beekeeper) => sendDeletion(who, id);
    for (let i = 0; i < 2; i++) expect((await remove(ana)).data.result.deletedId).toBe(id);
    expect(refusalOf(await remove(admin))).toBe('NOT_FOUND');
    expect(await idsOf(ana, '')).toEqual([]);
    expect(refusalOf(await update({ name: 'Another' }))).toBe('NOT_FOUND');
    expect(refusalOf(await sendZone(ana, { shape: { circle: CIRCLE }, newId: id }))).toBe('CONFLICT ID_TAKEN');
  });

  it('may be written into the document', async () => {
    const area = 'area: { type: "Polygon", coordinates: [[[0, -60], [1, -60], [1, -59.5], [0, -60]]] }';
    const { errors } = await ana.graphql(
      `mutation { createRestrictedZone(input: { name: "A", disease: OTHER, from: "2026-01-01", shape: { ${area} } }) { restrictedZone { area } } }`,
    );
    expect(errors).toBeUndefined();
    const bad = await ana.graphql(
      'mutation { createRestrictedZone(input: { name: "A", disease: OTHER, from: "2026-01-01", shape: { area: { type: "Polygon" } } }) { restrictedZone { area } } }',
    );
    expect(refusalOf(bad)).toBe('BAD_USER_INPUT');
  });

  it('has one shape, whole', async () => {
    const fieldsOf = async (shape?: object) => (await sendZone(ana, { shape })).errors![0]!.extensions.fields;
    expect(await fieldsOf()).toEqual([{ field: 'shape', message: 'is required' }]);
    const one = [{ field: 'shape', message: 'must have exactly one field' }];
    expect(await fieldsOf({})).toEqual(one);
    expect(await fieldsOf({ circle: null })).toEqual(one);
    expect(await fieldsOf({ circle: CIRCLE, area: SQUARE })).toEqual(one);
    expect(await fieldsOf({ circle: { latitude: 1, longitude: 2 } })).toEqual([
      { field: 'shape.circle.radiusKm', message: 'is required' },
    ]);
    expect(await fieldsOf({ circle: { ...CIRCLE, latitude: 91 } })).toEqual([
      { field: 'shape.circle.latitude', message: 'must be from -90 to 90' },
    ]);
    expect(await fieldsOf({ circle: { ...CIRCLE, radiusKm: 0 } })).toMatchObject([{ field: 'shape.circle.radiusKm' }]);
  });

  it('is refused with the place, if there is no such area', async () => {
    const coordinates = [
      [
        [0, 0],
        [1, 91],
        [1, 0],
        [0, 0],
      ],
    ];
    const { errors } = await sendZone(ana, { shape: { area: { type: 'Polygon', coordinates } } });
    expect(errors![0]!.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ field: 'shape.area.coordinates.0.1.1', message: 'must be from -90 to 90' }],
    });
    for (const area of ['a text', 7, [1], true])
      expect((await sendZone(ana, { shape: { area } })).errors).toHaveLength(1);
  });

  it('is refused, and no error of the service, however deeply its lists are nested', async () => {
    const zone = JSON.stringify({ ...ZONE, area: { type: 'Polygon', coordinates: 'DEEP' } });
    const query = `mutation ($input: CreateRestrictedZoneInput!) { createRestrictedZone(input: $input) { restrictedZone { id } } }`;
    for (const depth of [10, 9000]) {
      const input = zone.replace('"DEEP"', '['.repeat(depth) + ']'.repeat(depth));
      const response = await fetch(`${ana.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
        body: `{ "query": ${JSON.stringify(query)}, "variables": { "input": ${input} } }`,
      });
      const { errors } = (await response.json()) as { errors: { extensions: object }[] };
      expect(errors[0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    }
  });

  it('is found by the day, and by whose it is', async () => {
    const [past, open, forAll] = [
      await createZone(ana, { shape: { circle: CIRCLE }, until: '2026-01-31' }),
      await createZone(ana),
      await createZone(admin, { shape: { circle: CIRCLE }, isForAll: true }),
    ];
    expect(await idsOf(ana, '(filter: { activeOn: "2026-01-31" })')).toEqual([forAll.id, open.id, past.id]);
    expect(await idsOf(ana, '(filter: { activeOn: "2026-02-01" })')).toEqual([forAll.id, open.id]);
    expect(await idsOf(ana, '(filter: { activeOn: "2025-12-31" })')).toEqual([]);
    expect(await idsOf(ana, '(filter: { isForAll: true })')).toEqual([forAll.id]);
    expect(await idsOf(ana, '(filter: { isForAll: false })')).toEqual([open.id, past.id]);
    expect((await ana.ask('{ restrictedZones(first: 1) { totalCount } }')).restrictedZones.totalCount).toBe(3);
  });
});

describe('who', () => {
  it('reads and writes: nobody those of another account, and only administrators those for all', async () => {
    const bea = await beekeeper(app);
    const [own, forAll] = [
      await createZone(ana),
      await createZone(admin, { shape: { circle: CIRCLE }, isForAll: true }),
    ];
    for (const who of [bea, admin]) {
      expect(refusalOf(await who.graphql(`{ restrictedZone(id: "${own.id}") { id } }`))).toBe('NOT_FOUND');
      expect(refusalOf(await who.graphql(`{ node(id: "${own.id}") { id } }`))).toBe('NOT_FOUND');
      expect(refusalOf(await send(who, 'updateRestrictedZone', { id: own.id }, 'restrictedZone { id }'))).toBe(
        'NOT_FOUND',
      );
      expect(refusalOf(await sendDeletion(who, own.id))).toBe('NOT_FOUND');
      expect(await idsOf(who, '')).toEqual([forAll.id]);
    }
    expect((await bea.ask(`{ restrictedZone(id: "${forAll.id}") { isForAll } }`)).restrictedZone.isForAll).toBe(true);
    expect(refusalOf(await sendZone(bea, { shape: { circle: CIRCLE }, isForAll: true }))).toBe('FORBIDDEN');
    expect(refusalOf(await send(bea, 'updateRestrictedZone', { id: forAll.id }, 'restrictedZone { id }'))).toBe(
      'FORBIDDEN',
    );
    expect(refusalOf(await sendDeletion(bea, forAll.id))).toBe('FORBIDDEN');
  });

  it('did what with a zone for all is in the audit log', async () => {
    const { id } = await createZone(admin, { shape: { circle: CIRCLE }, isForAll: true });
    await done(admin, 'updateRestrictedZone', { id, until: '2026-02-01' }, 'restrictedZone { id }');
    await sendDeletion(admin, id);
    await sendDeletion(admin, id);
    const { auditEntries } = await admin.ask(
      'query ($id: ID!) { auditEntries(filter: { subjectId: $id }) { nodes { actorId change { field ... on AuditZoneChange { before { name until radiusKm positionsCount } after { until } } } } } }',
      { id },
    );
    interface Zone {
      until: string | null;
    }
    const texts = auditEntries.nodes.map(({ change }: { change: Record<'before' | 'after', Zone | null> }) => [
      change.before?.until,
      change.after?.until,
    ]);
    expect(auditEntries.nodes[0]).toMatchObject({
      actorId: admin.id,
      change: {
        field: 'RESTRICTED_ZONE',
        before: { name: ZONE.name, radiusKm: CIRCLE.radiusKm, positionsCount: null },
        after: null,
      },
    });
    expect(texts).toEqual([
      ['2026-02-01', undefined],
      [null, '2026-02-01'],
      [undefined, null],
    ]);
  });

  it('has as many as there may be, also of several requests at once', async () => {
    const [eve, { sql }] = [await beekeeper(app), app.database];
    await sql(
      `insert into restricted_zones (id, created_at, updated_at, owner_id, name, disease, active_from, latitude, longitude, radius_km)
       select gen_random_uuid(), now(), now(), $1, 'A zone', 'OTHER', '2026-01-01', 0, 0, 1 from generate_series(1, 98)`,
      [eve.id],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendZone(eve, { shape: { circle: CIRCLE } })));
    expect(answers.map((answer) => refusalOf(answer)).filter((one) => one === 'CONFLICT TOO_MANY_ZONES')).toHaveLength(
      3,
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(2);
  });

  it('exports a zone: who keeps it', async () => {
    const { id } = await createZone(ana, { shape: { area: SQUARE } });
    await createZone(admin, { shape: { circle: CIRCLE }, isForAll: true });
    const { body } = await ana.rest('GET', '/users/me/export');
    expect(body.restrictedZones).toMatchObject([{ id, name: ZONE.name, area: { type: 'Polygon' } }]);
  });
});

describe('an apiary', () => {
  const zonesOf = async (who: Beekeeper, apiary: string, args = '') =>
    (await who.ask(`{ apiary(id: "${apiary}") { zonesInForce${args} { name } } }`)).apiary.zonesInForce;
  const itemsOf = async (who: Beekeeper, args = '') =>
    (
      await who.ask(
        `{ worklist(filter: { kinds: [RESTRICTED_ZONE] }${args}) { totalCount nodes { key severity dueOn title(language: EN) value record { id } } } }`,
      )
    ).worklist;

  it('has the zones in which it lies, and one item, of the earliest', async () => {
    expect((await itemsOf(ana)).totalCount).toBe(0);
    const names = ['First', 'Second'];
    for (const [i, name] of names.entries())
      await createZone(ana, { shape: { circle: CIRCLE }, name, from: `2026-02-0${i + 1}` });
    await createZone(ana, { shape: { circle: CIRCLE }, name: 'Lifted', until: '2026-01-31' });
    expect(await zonesOf(ana, inside)).toEqual(names.map((name) => ({ name })));
    expect(await zonesOf(ana, inside, '(on: "2026-01-31")')).toEqual([{ name: 'Lifted' }]);
    expect(await zonesOf(ana, outside)).toEqual([]);
    const { nodes, totalCount } = await itemsOf(ana);
    expect(totalCount).toBe(1);
    expect(nodes).toMatchObject([
      {
        key: `RESTRICTED_ZONE:${inside}`,
        severity: 'HIGH',
        dueOn: '2026-02-01',
        title: 'The apiary lies in the restricted zone “First”',
        record: { id: inside },
      },
    ]);
    const titles = await ana.ask(
      '{ worklist(filter: { kinds: [RESTRICTED_ZONE] }) { nodes { title(language: ES) } } }',
    );
    expect(titles.worklist.nodes[0].title).toBe('El apiario está en la zona restringida «First»');
  });

  it('has none for a personal access token, which reads it nevertheless', async () => {
    await createZone(ana);
    const token = await withToken(app, ana, { scope: 'MANAGE' });
    const { apiaries } = await token.ask('{ apiaries { nodes { id name zonesInForce { name } } } }');
    expect(apiaries.nodes).toContainEqual(expect.objectContaining({ id: inside, zonesInForce: [] }));
    expect(await zonesOf(ana, inside)).toHaveLength(1);
  });

  it('puts its item off until another zone is the earliest', async () => {
    await createZone(ana, { shape: { circle: CIRCLE }, name: 'Second', from: '2026-02-02' });
    const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    await done(ana, 'snoozeWorklistItem', { key: `RESTRICTED_ZONE:${inside}`, until: day }, 'worklistItem { key }');
    expect((await itemsOf(ana)).totalCount).toBe(0);
    await createZone(ana, { shape: { circle: CIRCLE }, name: 'First', from: '2026-02-01' });
    expect((await itemsOf(ana)).nodes).toMatchObject([{ dueOn: '2026-02-01' }]);
  });

  it('says of the zones of its owner to members that it lies in one, and not where it is', async () => {
    const worker = await beekeeper(app);
    await share(ana, inside, worker, 'WORKER');
    await createZone(ana);
    await createZone(admin, { shape: { circle: CIRCLE }, name: 'For all', isForAll: true });
    // A zone of the member has nothing to do with the apiary of another.
    await createZone(worker, { shape: { circle: CIRCLE }, name: 'A search' });
    expect(await zonesOf(ana, inside)).toEqual([{ name: ZONE.name }, { name: 'For all' }]);
    expect(await zonesOf(worker, inside)).toEqual([{ name: 'For all' }]);
    const found = await worker.ask(`{ restrictedZones(apiaryId: "${inside}") { nodes { name } } }`);
    expect(found.restrictedZones.nodes).toEqual([{ name: 'For all' }]);
    expect((await itemsOf(worker)).nodes).toMatchObject([
      { title: `The apiary lies in the restricted zone “${ZONE.name}”` },
    ]);
    expect(refusalOf(await worker.graphql(`{ restrictedZones(apiaryId: "${outside}") { nodes { name } } }`))).toBe(
      'NOT_FOUND',
    );
  });
});
