// Cases. Each: what a person sends, and what is right. `run` returns what is wrong, or nothing.
import { readFileSync } from 'node:fs';
import {
  account,
  again,
  count,
  fieldOf,
  gql,
  hive,
  hives,
  honey,
  queens,
  reasonOf,
  rest,
  stock,
  taken,
  words,
  yard,
} from '../lib.mjs';

const here = (name) => readFileSync(new URL(name, import.meta.url));
const LB = 453.59237;
const near = (a, b) => Math.abs(a - b) <= 2;

export default [
  // T: a table of one thing becomes records of another, with 0 problems
  {
    id: 'T01',
    kind: 'table-kind',
    title: 'a log of visits (Hive, Date, Notes): no visit may vanish',
    async run() {
      const { me } = await taken(
        'Hive,Date,Notes\n1,2025-05-01,queen seen\n1,2025-05-09,swarm cells\n2,2025-05-01,calm bees\n',
      );
      const all = await words(me);
      const lost = ['queen seen', 'swarm cells', 'calm bees'].filter((text) => !all.includes(text));
      if (lost.length > 0) return `rows are DONE, and their words are nowhere: ${lost}`;
      const n = (await hives(me)).reduce((sum, one) => sum + one.inspections.length, 0);
      return n === 3 ? undefined : `${n} inspections, right: 3`;
    },
  },
  {
    id: 'T03',
    kind: 'table-kind',
    title: 'an inspection sheet with “Queen seen” makes no queens named Y and N',
    async run() {
      const { me } = await taken(
        'Hive,Date,Queen seen,Eggs,Brood pattern,Temper,Notes\n1,2025-05-01,Y,Y,solid,8,ok\n1,2025-05-09,N,Y,spotty,6,look again\n',
      );
      const made = await queens(me);
      return made.length === 0
        ? undefined
        : `queens ${JSON.stringify(made.map((q) => q.name))}, right: two inspections`;
    },
  },
  {
    id: 'T05',
    kind: 'table-kind',
    title: 'a list of feedings is no honey',
    async run() {
      const { me } = await taken('Hive,Date,Feed,Amount,Notes\n1,2025-09-20,syrup 2:1,4,\n2,2025-09-20,syrup 2:1,3,\n');
      const grams = await honey(me);
      return grams === 0 ? undefined : `${grams} g of honey harvested, right: none`;
    },
  },
  {
    id: 'T07',
    kind: 'table-kind',
    title: 'a movement book (Fecha; Colmenas; Origen; Destino; Matrícula; Guía) makes no hive 24 with a queen',
    async run() {
      const { me } = await taken(
        'Fecha;Colmenas;Origen;Destino;Matrícula;Guía\n01/05/2025;24;El Encinar;La Vega;0000BBB;G-77\n',
        { language: 'es', timeZone: 'Europe/Madrid' },
      );
      const [q, h] = [await queens(me), await hives(me)];
      return q.length + h.length === 0
        ? undefined
        : `hives ${h.map((x) => x.beehiveNumber)} and ${q.length} queens, right: not imported, or a problem`;
    },
  },
  {
    id: 'T09',
    kind: 'table-kind',
    title: 'a French breeding register is no inventory',
    async run() {
      const { me } = await taken(
        'Rucher;Nombre de ruches;Date;Visite sanitaire;Date;Traitement;Date;Transhumance\nBois;12;01/05/2025;rien;10/08/2025;lanières;15/06/2025;lavande\n',
        { timeZone: 'Europe/Paris' },
      );
      const items = await stock(me);
      return items.length === 0
        ? undefined
        : `items ${JSON.stringify(items.map((i) => i.itemName))}, right: not imported, or a problem`;
    },
  },
  {
    id: 'T11',
    kind: 'table-kind',
    title: 'weights of hives are no honey',
    async run() {
      const { me } = await taken('Hive,Date,Weight kg,Notes\n1,2025-09-20,31.5,needs feed\n1,2025-10-04,34,fed\n');
      const grams = await honey(me);
      return grams === 0 ? undefined : `${grams} g of honey harvested, right: none`;
    },
  },
  // U: the unit stands in the heading, or after the value
  {
    id: 'U01',
    kind: 'unit',
    title: 'Honey (lbs) 46.5 is 21,092 g',
    async run() {
      const { me, flagged } = await taken('Hive,Date,Honey (lbs)\n1,2025-07-10,46.5\n');
      const grams = await honey(me);
      return flagged(2) || near(grams, 46.5 * LB) ? undefined : `${grams} g, right: 21092`;
    },
  },
  {
    id: 'U03',
    kind: 'unit',
    title: 'Varroa (%) 3 is 3 mites per 100 bees, not 3 mites in 300',
    async run() {
      const { me, flagged } = await taken('Hive,Date,Varroa (%)\n1,2025-08-01,3\n');
      const made = (await hives(me))[0]?.miteCounts[0];
      if (!made) return flagged(2) || (await words(me)).includes('Varroa') ? undefined : 'the count is nowhere';
      return flagged(2) || near(made.per100 * 100, 300)
        ? undefined
        : `${made.mites} in ${made.bees} bees = ${made.per100} per 100, right: 3 per 100`;
    },
  },
  {
    id: 'U05',
    kind: 'unit',
    title: 'Mites per day are the drop on a board, no wash of 300 bees',
    async run() {
      const { me, flagged } = await taken('Hive,Date,Mites per day\n1,2025-08-01,12\n');
      const made = (await hives(me))[0]?.miteCounts[0];
      if (!made) return flagged(2) || (await words(me)).includes('Mites per day') ? undefined : 'the count is nowhere';
      return flagged(2) || made.perDay === 12
        ? undefined
        : `${made.method}, ${made.per100} per 100 bees, right: 12 a day on a board`;
    },
  },
  {
    id: 'U07',
    kind: 'unit',
    title: 'Miel (arrobas) 3 is a problem, or 34.5 kg',
    async run() {
      const { me, flagged } = await taken('Colmena;Fecha;Miel (arrobas)\n1;10/07/2025;3\n', {
        language: 'es',
        timeZone: 'Europe/Madrid',
      });
      const grams = await honey(me);
      return flagged(2) || grams !== 3000 ? undefined : '3000 g, without a word';
    },
  },
  // H: hives that people tell apart become one
  {
    id: 'H01',
    kind: 'hive-identity',
    title: 'colonies A19, B19 and C19 are three',
    async run() {
      const { me, flagged } = await taken(
        'Colony,Date,Mites,Bees\nA19,2025-08-01,43,300\nB19,2025-08-01,12,300\nC19,2025-08-01,7,300\n',
      );
      const most = Math.max(0, ...(await hives(me)).map((one) => one.miteCounts.length));
      return most <= 1 || flagged(3)
        ? undefined
        : `${most} counts of one day on one hive, right: three hives, or problems`;
    },
  },
  {
    id: 'H03',
    kind: 'hive-identity',
    title: 'Hive 3 and Nuc 3 are two',
    async run() {
      const { me, flagged } = await taken(
        'Hive,Date,Brood frames,Notes\nHive 3,2025-05-01,8,strong hive\nNuc 3,2025-05-01,2,two frames of bees\n',
      );
      const most = Math.max(0, ...(await hives(me)).map((one) => one.inspections.length));
      return most <= 1 || flagged(2) || flagged(3)
        ? undefined
        : `${most} inspections of one day on one hive, whose brood is now that of the nuc`;
    },
  },
  // P: where a row says nothing, the row above or the sheet does
  {
    id: 'P01',
    kind: 'place',
    title: 'merged cells: the yard of the rows below is that of the cell',
    async run() {
      const { me, preview } = await taken(here('./merged-yards.xlsx'), { name: 'bees.xlsx' });
      if (preview.rows.some((row) => row.row === 5 && row.problems.length > 0)) return undefined;
      const wrong = (await hives(me)).filter(
        (one) => one.apiary.name === 'Home yard' && JSON.stringify(one.inspections).includes('wood'),
      );
      return wrong.length === 0
        ? undefined
        : `inspections of Wood are on hive ${wrong.map((one) => one.beehiveNumber)} of Home yard`;
    },
  },
  {
    id: 'P04',
    kind: 'place',
    title: 'a sheet for each hive (“Hive 1”, “Hive 2”), without a column for it',
    async run() {
      const { me } = await taken(here('./sheet-per-hive.xlsx'), { name: 'bees.xlsx' });
      const made = (await hives(me))
        .map((one) => `${one.beehiveNumber}:${one.inspections.length}`)
        .sort()
        .join();
      return made === '1:2,2:2'
        ? undefined
        : `${made || 'nothing'} imported, right: hives 1 and 2 with two inspections each`;
    },
  },
  // V: one value that has no place makes the whole row vanish
  {
    id: 'V01',
    kind: 'value-refuses-row',
    title: '7.5 frames of brood: the visit is not lost',
    async run() {
      const { me, status } = await taken('Hive,Date,Brood frames,Notes\n1,2025-06-29,7.5,half a frame of drones\n');
      if (status(2) !== 'DONE') return `the row is ${status(2)}, with all that it says`;
      return (await words(me)).includes('7.5') ? undefined : 'the value is nowhere';
    },
  },
  {
    id: 'V03',
    kind: 'value-refuses-row',
    title: 'Withdrawal “Nil” is 0 days',
    async run() {
      const { me, status } = await taken('Hive,Date,Product,Withdrawal\n1,2025-08-01,Oxalic acid,Nil\n', {
        timeZone: 'Europe/London',
      });
      const made = (await hives(me))[0]?.treatments[0];
      return made?.withdrawalDays === 0 ? undefined : `row ${status(2)}, withdrawal ${made?.withdrawalDays}, right: 0`;
    },
  },
  {
    id: 'V05',
    kind: 'value-refuses-row',
    title: 'Stores “good”: words under a heading that is only like one of numbers',
    async run() {
      const { me, status } = await taken('Hive,Date,Brood frames,Stores,Comments\n1,2025-05-01,6,good,calm\n');
      return status(2) === 'DONE' && (await words(me)).includes('good') ? undefined : `the row is ${status(2)}`;
    },
  },
  // D: the hive of the day
  {
    id: 'D01',
    kind: 'hive-of-the-day',
    title: 'a number that was used again: old visits belong to the colony of their time',
    async run() {
      const me = await account({ timeZone: 'Europe/Madrid' });
      const home = await yard(me, 'Home', 'Europe/Madrid');
      const old = await hive(me, home, 5, { placedOn: '2023-03-01' });
      await me.ask('mutation($i: RecordLossInput!) { recordLoss(input: $i) { beehive { id } } }', {
        i: { id: old, cause: 'MITES', lostOn: '2024-10-10' },
      });
      await hive(me, home, 5, { placedOn: '2025-05-01' });
      await again(me, 'Hive,Date,Population,Notes\n5,2023-06-01,strong,old colony\n5,2025-06-01,strong,new colony\n');
      const living = (await hives(me)).find((one) => one.endedOn === null);
      return JSON.stringify(living.inspections).includes('old colony')
        ? 'the visit of 2023 is on the hive that came in 2025'
        : undefined;
    },
  },
  {
    id: 'D03',
    kind: 'hive-of-the-day',
    title: 'a list with hives that have died or were sold: they do not live',
    async run() {
      const { me, flagged } = await taken(
        'Hive,Installed,Status,Died on,Notes\n1,2023-04-01,Alive,,\n2,2023-04-01,Dead,2024-02-10,starved\n3,2023-04-01,Sold,2024-05-01,to a neighbour\n',
      );
      const living = (await hives(me)).filter((one) => one.endedOn === null).map((one) => one.beehiveNumber);
      return living.join() === '1' || (flagged(3) && flagged(4)) ? undefined : `living: ${living}, right: 1`;
    },
  },
  // Z: the day is that of the apiary
  {
    id: 'Z01',
    kind: 'time-zone',
    title: 'a count at 2025-08-12 01:30+00:00 in New York was on 11 August',
    async run() {
      const { me } = await taken('Hive,Date,Mites,Bees\n1,2025-08-12 01:30:00+00:00,4,300\n', {
        timeZone: 'America/New_York',
      });
      const on = (await hives(me))[0]?.miteCounts[0]?.countedOn;
      return on === '2025-08-11' ? undefined : `${on}, right: 2025-08-11`;
    },
  },
  {
    id: 'Z03',
    kind: 'time-zone',
    title: 'the table of inspections says the day where the apiary is',
    async run() {
      const me = await account({ timeZone: 'America/Bogota' });
      const h = await hive(me, await yard(me, 'B', 'America/Bogota'), 1, { placedOn: '2025-03-01' });
      await me.ask('mutation($i: RecordInspectionInput!) { recordInspection(input: $i) { inspection { id } } }', {
        i: { beehiveId: h, answers: [], notes: 'evening', occurredAt: '2025-05-02T01:30:00Z' },
      });
      const { text } = await me.rest('GET', '/lists/inspections?format=csv');
      return text.includes('2025-05-01') ? undefined : 'only the UTC day 2025-05-02 is in it, right: 2025-05-01 20:30';
    },
  },
  // R: the spreadsheet lives on
  {
    id: 'R01',
    kind: 're-import',
    title: 'the same spreadsheet with a row more: the other rows are not written twice',
    async run() {
      const rows = 'Hive,Date,Population,Notes\n1,2025-05-01,strong,first\n2,2025-05-01,weak,second\n';
      const { me } = await taken(rows);
      await again(me, `${rows}1,2025-05-08,strong,third\n`);
      const n = count(await words(me), 'first');
      return n === 1 ? undefined : `the first visit is there ${n} times`;
    },
  },
  {
    id: 'R03',
    kind: 're-import',
    title: 'a stock list that was counted again: one item, not two of its name',
    async run() {
      const { me } = await taken('Item,Quantity\nJars,100\n');
      const { flagged } = await again(me, 'Item,Quantity\nJars,80\nLids,5\n');
      const jars = (await stock(me)).filter((item) => item.itemName === 'Jars');
      return jars.length === 1 || flagged(2) ? undefined : `${jars.length} items: ${jars.map((item) => item.quantity)}`;
    },
  },
  // F: the file
  {
    id: 'F01',
    kind: 'file',
    title: '70 KB, all cells in quotes, one semicolon in a note: four columns by commas',
    async run() {
      const note = `${'brood in all stages over six frames, bees calm on the comb, queen marked, added a super and took out an old comb, '.repeat(3)}end`;
      let text = '"Hive","Date","Population","Notes"\n';
      for (let i = 1; i <= 200; i += 1)
        text += `"${i}","2025-05-01","strong","${note} ${i}${i === 5 ? '; swarm' : ''}"\n`;
      const me = await account();
      await yard(me, 'Home');
      const { sheets, rows_total: n } = await me.importFile(text);
      return sheets[0].columns.length === 4 && n === 200
        ? undefined
        : `${sheets[0].columns.length} columns, ${n} rows, right: 4 and 200`;
    },
  },
  {
    id: 'F03',
    kind: 'file',
    title: 'times of day as American spreadsheets write them: 2025-05-04 9:15 AM',
    async run() {
      const { me, status } = await taken('Hive,Date,Population\n1,2025-05-04 9:15 AM,strong\n', {
        timeZone: 'America/New_York',
      });
      const at = (await hives(me))[0]?.inspections[0]?.occurredAt;
      return at?.startsWith('2025-05-04T13:15') ? undefined : `row ${status(2)}, ${at}, right: 13:15 UTC`;
    },
  },
  // N: numbers that can be read in two ways
  {
    id: 'N01',
    kind: 'ambiguous-number',
    title: 'Kg de miel 12,500 and 9,250 with semicolons, English account: not 12,500 kg without a word',
    async run() {
      const { me, sheet, flagged } = await taken(
        'Colmena;Fecha;Kg de miel\n1;31/07/2025;12,500\n2;31/07/2025;9,250\n',
        { language: 'en' },
      );
      const grams = await honey(me);
      return grams === 21750 || flagged(2) || sheet.columns[2].remark
        ? undefined
        : `${grams} g without a remark, right: 21750, or GUESSED as for days`;
    },
  },
  // O: own tables
  {
    id: 'O01',
    kind: 'own-export',
    title: 'the own table of hives (/lists/beehives) is recognized by the import',
    async run() {
      const me = await account();
      await hive(me, await yard(me, 'Home'), 7, { broodFrames: 5, health: 'HEALTHY' });
      const { text } = await me.rest('GET', '/lists/beehives?format=csv');
      const { preview } = await taken(text, { name: 'hives.csv' });
      return preview.sheets[0].kind === 'HIVES' ? undefined : `read as ${preview.sheets[0].kind}, right: HIVES`;
    },
  },
  // W: what is seen before it is written
  {
    id: 'W01',
    kind: 'preview',
    title: 'the preview of a harvest says how much',
    async run() {
      const { preview } = await taken('Hive,Date,Honey kg\n1,2025-07-10,13.75\n');
      return /13[.,]?75/.test(preview.rows[0].summary) ? undefined : `“${preview.rows[0].summary}” has no amount`;
    },
  },
  {
    id: 'W03',
    kind: 'preview',
    title: 'the preview of an item says how many',
    async run() {
      const { preview } = await taken('Item,Quantity\nJars,77\n');
      return /77/.test(preview.rows[0].summary) ? undefined : `“${preview.rows[0].summary}” has no quantity`;
    },
  },
  // M: after the kind was chosen
  {
    id: 'M01',
    kind: 'mapping',
    title: 'a log is chosen to be INSPECTIONS: its column Date is found',
    async run() {
      const me = await account();
      await yard(me, 'Home');
      const { sheets } = await me.importFile('Hive,Date,Notes\n1,2025-05-01,a\n', {
        sheets: [{ sheet: 1, kind: 'INSPECTIONS' }],
      });
      return fieldOf(sheets[0], 'Date') === 'date' ? undefined : `Date is ${fieldOf(sheets[0], 'Date')}, right: date`;
    },
  },
  // G: what held when it was tried, and is to hold
  {
    id: 'G01',
    kind: 'guard',
    title: 'log-in with capitals and blanks around the address, over both APIs',
    async run() {
      const me = await account({ email: `Ana.Caps-${Date.now()}@Example.org` });
      const email = `  ${me.email.toUpperCase()} `;
      const a = await gql(undefined, 'mutation($i: LogInInput!) { logIn(input: $i) { accessToken } }', {
        i: { email, password: me.password },
      });
      const b = await rest(undefined, 'POST', '/auth/login', { email, password: me.password });
      return !a.errors && b.status === 200 ? undefined : `${reasonOf(a)} ${b.status}`;
    },
  },
  {
    id: 'G03',
    kind: 'guard',
    title: 'values in pounds, grams and with decimal commas',
    async run() {
      const { me } = await taken('Colmena;Fecha;Miel\n1;10/07/2025;46,5 lb\n2;31/07/2025;13,75\n', {
        language: 'es',
        timeZone: 'Europe/Madrid',
      });
      const grams = await honey(me);
      return near(grams, 46.5 * LB + 13750) ? undefined : `${grams} g`;
    },
  },
  {
    id: 'G05',
    kind: 'guard',
    title: 'days that leave the order open are marked GUESSED, and one above 12 decides',
    async run() {
      const { sheet } = await taken('Hive,Date,Population\n1,05/04/25,strong\n');
      const other = await taken('Hive,Date,Population\n1,05/04/25,strong\n2,12/31/24,weak\n');
      return sheet.columns[1].remark === 'GUESSED' && !other.sheet.columns[1].remark
        ? undefined
        : `${sheet.columns[1].remark} ${other.sheet.columns[1].remark}`;
    },
  },
  {
    id: 'G07',
    kind: 'guard',
    title: 'an invitation to an address: capitals do not matter, another account is refused',
    async run() {
      const [owner, guest, other] = [await account(), await account(), await account()];
      const apiaryId = await yard(owner, 'Shared');
      const { link } = (
        await owner.ask('mutation($i: InviteToApiaryInput!) { inviteToApiary(input: $i) { link } }', {
          i: { apiaryId, role: 'VIEWER', email: guest.email.toUpperCase() },
        })
      ).inviteToApiary;
      const accept = (who) =>
        who.gql('mutation($i: AcceptInvitationInput!) { acceptInvitation(input: $i) { apiary { viewerRole } } }', {
          i: { token: link.split('/').pop() },
        });
      const [no, yes] = [await accept(other), await accept(guest)];
      return reasonOf(no) === 'INVITATION_FOR_ANOTHER' && yes.data?.acceptInvitation.apiary.viewerRole === 'VIEWER'
        ? undefined
        : `${reasonOf(no)} ${JSON.stringify(yes)}`;
    },
  },
  {
    id: 'G09',
    kind: 'guard',
    title: 'the day of a past inspection is corrected, and it stays one',
    async run() {
      const me = await account();
      const h = await hive(me, await yard(me, 'Home'), 1, { placedOn: '2025-01-01' });
      const { inspection } = (
        await me.ask('mutation($i: RecordInspectionInput!) { recordInspection(input: $i) { inspection { id } } }', {
          i: { beehiveId: h, answers: [], notes: 'added a super', occurredAt: '2025-05-01T10:00:00Z' },
        })
      ).recordInspection;
      await me.ask('mutation($i: AmendInspectionInput!) { amendInspection(input: $i) { inspection { id } } }', {
        i: {
          id: inspection.id,
          answers: [],
          reason: 'wrong day',
          notes: 'added a super',
          occurredAt: '2025-04-20T10:00:00Z',
        },
      });
      const seen = (await hives(me))[0].inspections.map((one) => one.occurredAt.slice(0, 10)).join();
      return seen === '2025-04-20' ? undefined : seen;
    },
  },
];
