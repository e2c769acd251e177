// What a conflict of versions says, and what counts as a change.

import { describe, expect, it } from '@jest/globals';
import type { GraphqlAnswer } from '../../support/client.js';
import { hiveInput } from '../../support/hive-input.js';
import { refusalOf, share } from '../../support/members.js';
import { readVersioned, update } from '../../support/versioned.js';
import { type Beekeeper, beekeeper, treat } from '../../support/world.js';
import { ana, app, CONFLICT, create, createHome, currentOf, home } from './versions.fixture.js';

describe('a conflict', () => {
  it('names the fields that changed since, once each, and the people, the latest first, without their addresses', async () => {
    const at = await createHome(ana);
    const [ben, eva] = [await beekeeper(app), await beekeeper(app)];
    for (const member of [ben, eva]) {
      await share(ana, at.apiary, member, 'WORKER');
      await member.rest('PUT', `/users/${member.id}`, { username: member === ben ? 'Ben' : 'Eva' });
    }
    const change = (who: Beekeeper, input: object) =>
      who.graphql('mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { version } } }', {
        input: { id: at.beehive, ...hiveInput(input) },
      });
    await change(ana, { beehiveNumber: 4 });
    await change(ben, { foodFrames: 1, health: 'HEALTHY' });
    await change(eva, { foodFrames: 2 });
    await change(ben, { foodFrames: 3 });
    const answer = await change(eva, { foodFrames: 9, expectedVersion: 2 });
    expect(currentOf(answer)).toMatchObject({
      version: 5,
      changedFields: ['foodFrames', 'healthStatus'],
      changedBy: [
        { id: ben.id, name: 'Ben' },
        { id: eva.id, name: 'Eva' },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain('@');
  });

  it('is in the language of the client', async () => {
    const id = await create('Apiary');
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${ana.token}`,
        'accept-language': 'es',
      },
      body: JSON.stringify({
        query: `mutation { updateApiary(input: { id: "${id}", name: "x", expectedVersion: 5 }) { apiary { id } } }`,
      }),
    });
    const { errors } = (await response.json()) as GraphqlAnswer<unknown>;
    expect(errors![0]!.message).toBe('El registro no tiene esa versión: su versión es 1');
  });

  it('knows no fields of a hive that has come from another apiary, and nobody who changed it there', async () => {
    const [first, second] = [await createHome(ana), await createHome(ana)];
    const ben = await beekeeper(app);
    await share(ana, first.apiary, ben, 'WORKER');
    await update(ben, 'Beehive', { id: first.beehive, text: 'Second' });
    const move = (input: object) =>
      ana.graphql('mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { version } } }', {
        input: { id: first.beehive, apiaryId: second.apiary, ...hiveInput(input) },
      });
    expect(refusalOf(await move({ expectedVersion: 1 }))).toBe(CONFLICT);
    expect((await move({ expectedVersion: 2 })).data.updateBeehive.beehive.version).toBe(3);
    const answer = await update(ana, 'Beehive', { id: first.beehive, text: 'Third', version: 1 });
    expect(currentOf(answer)).toMatchObject({ version: 3, changedFields: null, changedBy: [{ id: ana.id }] });
    const since = await update(ana, 'Beehive', { id: first.beehive, text: 'Third', version: 2 });
    expect(currentOf(since)).toMatchObject({ changedFields: ['apiaryId'] });
    // With the id of its apiary, as the mobile app sends it.
    expect(refusalOf(await move({ foodFrames: 2, expectedVersion: 2 }))).toBe(CONFLICT);
    expect((await move({ foodFrames: 2, expectedVersion: 3 })).data.updateBeehive.beehive.version).toBe(4);
  });

  it('rolls back the whole operation under an Idempotency-Key, which can be used again', async () => {
    const [one, two] = [await create('Apiary'), await create('Apiary')];
    const send = async (version: number) => {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${ana.token}`,
          'idempotency-key': one,
        },
        body: JSON.stringify({
          query: `mutation ($version: Int) {
            a: updateApiary(input: { id: "${one}", name: "A" }) { apiary { version } }
            b: updateApiary(input: { id: "${two}", name: "B", expectedVersion: $version }) { apiary { version } } }`,
          variables: { version },
        }),
      });
      return (await response.json()) as GraphqlAnswer<unknown>;
    };
    expect(refusalOf(await send(4))).toBe(CONFLICT);
    expect(await readVersioned(ana, 'Apiary', one)).toMatchObject({ version: 1, text: 'First' });
    const changed = { a: { apiary: { version: 2 } }, b: { apiary: { version: 2 } } };
    expect((await send(1)).data).toEqual(changed);
    expect((await send(1)).data).toEqual(changed);
  });
});

describe('a version', () => {
  it('of a draft counts each time that it is saved, also if only answers differ', async () => {
    const id = await create('Inspection');
    const {
      createQuestion: { question },
    } = await ana.ask(
      `mutation { createQuestion(input: { apiaryId: "${home.apiary}", text: "Mites?" }) { question { id } } }`,
    );
    const save = (text: string, expectedVersion: number) =>
      ana.graphql(
        `mutation ($input: UpdateInspectionDraftInput!) {
          updateInspectionDraft(input: $input) { inspection { version answers { text } } } }`,
        { input: { id, answers: [{ questionId: question.id, text }], notes: 'First', expectedVersion } },
      );
    expect((await save('None', 1)).data.updateInspectionDraft.inspection.version).toBe(2);
    expect((await save('Two', 2)).data.updateInspectionDraft.inspection).toEqual({
      version: 3,
      answers: [{ text: 'Two' }],
    });
    const refused = await save('Three', 2);
    expect(refusalOf(refused)).toBe(CONFLICT);
    // The log does not say whether they have changed; they may have.
    expect(currentOf(refused)).toMatchObject({ version: 3, changedFields: ['answers'] });
    expect((await ana.ask(`{ inspection(id: "${id}") { answers { text } } }`)).inspection.answers).toEqual([
      { text: 'Two' },
    ]);
    const complete = (version: number) =>
      ana.graphql(
        `mutation { completeInspection(input: { id: "${id}", expectedVersion: ${version} }) { inspection { version status } } }`,
      );
    expect(refusalOf(await complete(2))).toBe(CONFLICT);
    expect((await complete(3)).data.completeInspection.inspection).toEqual({ version: 4, status: 'COMPLETED' });
    expect(refusalOf(await complete(3))).toBe(CONFLICT);
    expect((await complete(4)).data.completeInspection.inspection).toEqual({ version: 4, status: 'COMPLETED' });
  });

  it('of an item does not count its movements, which add up in any order', async () => {
    const id = await create('InventoryItem');
    const {
      adjustStock: { inventoryItem: item },
    } = await ana.ask(
      `mutation { adjustStock(input: { id: "${id}", amount: 5 }) { inventoryItem { version quantity } } }`,
    );
    expect(item).toEqual({ version: 1, quantity: 5 });
    const { data } = await ana.graphql(
      `mutation { updateInventoryItem(input: { id: "${id}", quantity: 3, supplier: "Ana", expectedVersion: 1, expectedQuantity: 5 }) { inventoryItem { version quantity } } }`,
    );
    expect(data.updateInventoryItem.inventoryItem).toEqual({ version: 2, quantity: 3 });
  });

  it('of a hive counts a state that an inspection, a visit or a treatment records', async () => {
    const at = await createHome(ana);
    const version = async () => (await readVersioned(ana, 'Beehive', at.beehive))!.version;
    const state = 'state: { foodFrames: 5 }';
    await ana.ask(
      `mutation { recordInspection(input: { beehiveId: "${at.beehive}", answers: [], ${state} }) { inspection { version } } }`,
    );
    expect(await version()).toBe(2);
    const other = await ana.beehive(at.apiary);
    await ana.ask(`mutation { recordVisit(input: { answers: [], beehives: [
      { beehiveId: "${at.beehive}", state: { foodFrames: 6 } }, { beehiveId: "${other}", ${state} }] }) { inspections { version } } }`);
    expect([await version(), (await readVersioned(ana, 'Beehive', other))!.version]).toEqual([3, 2]);
    await ana.ask(
      `mutation { recordTreatment(input: { beehiveIds: ["${at.beehive}"], kind: "a", productName: "b", startedOn: "2026-05-01" }) { treatments { revision } } }`,
    );
    expect(await version()).toBe(4);
  });

  it('of a question counts a new position, which is no field that changed', async () => {
    const at = await createHome(ana);
    const [first, second] = [await create('Question', ana, at), await create('Question', ana, at)];
    await ana.ask(
      `mutation { reorderQuestions(input: { apiaryId: "${at.apiary}", order: ["${second}"] }) { questions { version } } }`,
    );
    const answer = await update(ana, 'Question', { id: first, text: 'x', version: 1 });
    expect(currentOf(answer)).toMatchObject({ version: 2, changedFields: [] });
    const { data } = await ana.graphql(
      `mutation { updateQuestion(input: { id: "${first}", position: 1, text: "y", expectedVersion: 2 }) { question { version position } } }`,
    );
    expect(data.updateQuestion.question).toEqual({ version: 3, position: 1 });
  });

  it('of a treatment is its revision', async () => {
    const { treatment: id } = await treat(ana, home.beehive);
    const change = (field: string) => ana.graphql(`mutation { changed: ${field} { treatment { revision status } } }`);
    const correct = (n: number) =>
      change(`correctTreatment(input: { id: "${id}", appliedBy: "${n}", reason: "Typo", expectedVersion: ${n} })`);
    const end = (n: number) =>
      change(`endTreatment(input: { id: "${id}", finalResult: "Good", expectedVersion: ${n} })`);
    const annul = (n: number) =>
      change(`voidTreatment(input: { id: "${id}", reason: "Wrong", expectedVersion: ${n} })`);
    expect((await correct(1)).data.changed.treatment).toEqual({ revision: 2, status: 'ACTIVE' });
    for (const attempt of [await correct(1), await end(1), await annul(1), await annul(9)]) {
      expect(refusalOf(attempt)).toBe(CONFLICT);
      expect(currentOf(attempt)).toMatchObject({ version: 2, changedFields: null });
    }
    expect((await end(2)).data.changed.treatment).toEqual({ revision: 3, status: 'COMPLETED' });
    expect((await annul(3)).data.changed.treatment).toEqual({ revision: 4, status: 'VOIDED' });
    expect((await annul(1)).data.changed.treatment).toEqual({ revision: 4, status: 'VOIDED' });
  });

  it('of members and invitations is a field, too', async () => {
    const at = await createHome(ana);
    const eva = await beekeeper(app);
    await share(ana, at.apiary, eva, 'VIEWER');
    const change = `mutation { changeMemberRole(input: { apiaryId: "${at.apiary}", userId: "${eva.id}", role: WORKER }) { apiaryMember { version } } }`;
    expect((await ana.ask(change)).changeMemberRole.apiaryMember.version).toBe(2);
    const { apiary } = await ana.ask(
      `{ apiary(id: "${at.apiary}") { members { nodes { version } } invitations { nodes { version } } } }`,
    );
    expect(apiary.members.nodes).toEqual([{ version: 2 }]);
  });
});
