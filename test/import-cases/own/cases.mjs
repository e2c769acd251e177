// Cases in other words and layouts than those of hand/, one or more for each kind of fault.
import { readFileSync } from 'node:fs';
import { account, again, hive, hives, honey, queens, stock, taken, words, yard } from '../lib.mjs';
import KINDS from './kinds.mjs';
import STATES from './states.mjs';
import STORED from './stored.mjs';
import VALUES from './values.mjs';

const near = (a, b, by = 2) => Math.abs(a - b) <= by;
const visits = (all) => all.reduce((sum, one) => sum + one.inspections.length, 0);
const isRefused = ({ preview }) => preview.rows_with_problems === preview.rows_total;

export default [
  {
    id: 'OT1',
    kind: 'table-kind',
    title: 'a German log of visits',
    async run() {
      const { me } = await taken(
        'Volk;Datum;Bemerkungen\n1;01.05.2025;Königin gesehen\n1;09.05.2025;Schwarmzellen\n2;01.05.2025;ruhig\n',
        { timeZone: 'Europe/Berlin' },
      );
      const n = visits(await hives(me));
      return n === 3 ? undefined : `${n} inspections`;
    },
  },
  {
    id: 'OT2',
    kind: 'table-kind',
    title: 'a column of how the queen is makes no queens',
    async run() {
      const { me } = await taken(
        'Hive,Date,Queen,Year,Notes\n1,2025-05-01,queenright,2025,ok\n2,2025-05-01,queenless,2025,look\n1,2025-05-09,queenright,2025,\n',
      );
      const made = await queens(me);
      return made.length === 0 ? undefined : `queens ${JSON.stringify(made)}`;
    },
  },
  {
    id: 'OT3',
    kind: 'table-kind',
    title: 'feedings in Spanish are no honey, no stock and no visits',
    async run() {
      const all = await taken(
        'Colmena;Fecha;Alimento;Cantidad;Notas\n1;20/09/2025;jarabe 2:1;4;\n2;20/09/2025;candi;3;\n',
        { language: 'es' },
      );
      return (await honey(all.me)) === 0 && (await stock(all.me)).length === 0 && isRefused(all)
        ? undefined
        : 'something was taken';
    },
  },
  {
    id: 'OT4',
    kind: 'table-kind',
    title: 'a scale log without hives is refused as what it is',
    async run() {
      const all = await taken(
        'timestamp,weight (kg),temperature\n2025-05-01 10:00,31.2,14.1\n2025-05-01 11:00,31.3,14.9\n',
      );
      return all.preview.sheets[0].kind === 'WEIGHTS' && isRefused(all) ? undefined : `${all.preview.sheets[0].kind}`;
    },
  },
  {
    id: 'OT5',
    kind: 'table-kind',
    title: 'a movement book in Italian',
    async run() {
      const all = await taken('Data;Arnie;Provenienza;Destinazione;Targa\n01/05/2025;24;Bosco;Prato;AB123CD\n', {
        timeZone: 'Europe/Rome',
      });
      return (await hives(all.me)).length === 0 && all.preview.sheets[0].kind === 'MOVES'
        ? undefined
        : `${all.preview.sheets[0].kind}`;
    },
  },
  {
    id: 'OT6',
    kind: 'table-kind',
    title: 'a table of the year of data makes no queens',
    async run() {
      const { me } = await taken('ID,Year,Survivorship\n1,2016,1\n2,2016,0\n');
      return (await queens(me)).length === 0 ? undefined : 'queens';
    },
  },
  {
    id: 'OT7',
    kind: 'table-kind',
    title: 'contacts are none of our tables, and running them says so',
    async run() {
      const { me } = await taken('First name,Phone,Town\nA,1,B\n', { apiary: 'Home' });
      const preview = await me.importFile('First name,Phone,Town\nA,1,B\n');
      const refused = await me.rest('POST', `/imports/${preview.id}/run`, {});
      return refused.status === 409 && refused.json.error_code === 'IMPORT_HAS_QUESTIONS'
        ? undefined
        : `${refused.status} ${refused.text}`;
    },
  },
  {
    id: 'OT8',
    kind: 'table-kind',
    title: 'a group of an experiment is no medicine',
    async run() {
      const { me, flagged } = await taken(
        'Hive,Date,Treatment,Population\n1,2025-05-01,control,strong\n2,2025-05-01,A,weak\n',
      );
      const made = (await hives(me)).flatMap((one) => one.treatments);
      return made.length === 0 || flagged(2) ? undefined : JSON.stringify(made);
    },
  },
  {
    id: 'OU1',
    kind: 'unit',
    title: 'a unit in the value goes before that of the heading',
    async run() {
      const { me } = await taken('Hive,Date,Honey (lb)\n1,2025-07-10,10\n2,2025-07-10,2 kg\n3,2025-07-10,8 oz\n');
      const grams = await honey(me);
      return near(grams, 4535.92 + 2000 + 226.8, 3) ? undefined : `${grams} g`;
    },
  },
  {
    id: 'OU2',
    kind: 'unit',
    title: 'ounces, tonnes and grams of headings',
    async run() {
      const { me } = await taken('Hive,Date,Honey oz\n1,2025-07-10,100\n');
      const { me: other } = await taken('Colmena;Fecha;Miel (g)\n1;31/07/2025;850\n', { language: 'es' });
      const [a, b] = [await honey(me), await honey(other)];
      return near(a, 2835) && b === 850 ? undefined : `${a} ${b}`;
    },
  },
  {
    id: 'OU3',
    kind: 'unit',
    title: 'litres and gallons are asked',
    async run() {
      const { preview } = await taken('Hive,Date,Honey (gal)\n1,2025-07-10,3\n');
      const asked = preview.questions.find(({ kind }) => kind === 'UNIT');
      return asked?.candidates.join() === 'GALLONS_US,GALLONS_IMPERIAL' && asked.rows_count === 1
        ? undefined
        : JSON.stringify(preview.questions);
    },
  },
  {
    id: 'OU4',
    kind: 'unit',
    title: 'an answer to the question of the unit is followed',
    async run() {
      const me = await account({ timeZone: 'America/Bogota' });
      await yard(me, 'Home', 'America/Bogota');
      const preview = await me.importFile('Colmena;Fecha;Miel (arrobas)\n1;31/07/2025;3\n');
      const question = preview.questions.find(({ kind }) => kind === 'UNIT').key;
      const sent = await me.rest('PUT', `/imports/${preview.id}`, {
        answers: [{ key: question, value: 'ARROBAS_METRIC' }],
      });
      if (sent.status !== 202) return sent.text;
      for (let i = 0; i < 50; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        if ((await me.rest('GET', `/imports/${preview.id}`)).json.status === 'READY') break;
      }
      await me.runImport(preview.id, false);
      const grams = await honey(me);
      return grams === 37_500 ? undefined : `${grams} g`;
    },
  },
  {
    id: 'OU5',
    kind: 'unit',
    title: 'mites in percent with decimals, and mites in 300',
    async run() {
      const { me } = await taken('Hive,Date,Mites per 100 bees\n1,2025-08-01,2.5\n');
      const { me: other } = await taken('Colmena;Fecha;Varroas en 300 abejas\n1;31/08/2025;9\n', { language: 'es' });
      const [a, b] = [(await hives(me))[0]?.miteCounts[0], (await hives(other))[0]?.miteCounts[0]];
      return a?.per100 === 2.5 && b?.per100 === 3 && b.bees === 300 ? undefined : JSON.stringify([a, b]);
    },
  },
  {
    id: 'OU6',
    kind: 'unit',
    title: 'a number of mites of nothing is asked',
    async run() {
      const { me, preview } = await taken('Hive,Date,Mites\n1,2025-08-01,9\n');
      const made = (await hives(me)).flatMap((one) => one.miteCounts);
      return made.length === 0 && preview.questions.some(({ kind }) => kind === 'UNIT')
        ? undefined
        : JSON.stringify(made);
    },
  },
  {
    id: 'OU7',
    kind: 'unit',
    title: 'mites that say of what they are are not asked, beside one that does not',
    async run() {
      const { me, preview } = await taken(
        'Hive,Date,Mites\n1,2025-08-01,3 %\n2,2025-08-01,6 per 300\n3,2025-08-01,9\n',
      );
      const per100 = (await hives(me)).flatMap((one) => one.miteCounts.map((count) => count.per100)).sort();
      return per100.join() === '2,3' && preview.questions[0].rows_count === 1
        ? undefined
        : `${per100} ${JSON.stringify(preview.questions)}`;
    },
  },
  {
    id: 'OH1',
    kind: 'hive-identity',
    title: 'names with dashes and letters are names; a19 and A19 are one',
    async run() {
      const { me } = await taken(
        'Hive,Date,Notes\n22-018,2025-05-01,a\n22-019,2025-05-01,b\n3A,2025-05-01,c\n3B,2025-05-01,d\nMaple,2025-05-01,e\nmaple,2025-05-08,f\n',
      );
      const n = (await hives(me)).length;
      return n === 5 && visits(await hives(me)) === 6 ? undefined : `${n} hives`;
    },
  },
  {
    id: 'OH2',
    kind: 'hive-identity',
    title: 'the register of treatments tells A1 from B1',
    async run() {
      const { me } = await taken('Hive,Date,Product\nA1,2025-08-01,Apivar\nB1,2025-08-01,Apivar\n');
      const most = Math.max(...(await hives(me)).map((one) => one.treatments.length));
      return most === 1 ? undefined : `${most} on one hive`;
    },
  },
  {
    id: 'OH3',
    kind: 'hive-identity',
    title: 'hives that exist are found by their names, and by their numbers',
    async run() {
      const me = await account();
      const home = await yard(me, 'Home');
      await hive(me, home, 7, { placedOn: '2025-01-01' });
      await me.ask('mutation($i: CreateBeehiveInput!) { createBeehive(input: $i) { beehive { id } } }', {
        i: { apiaryId: home, name: 'Maple', placedOn: '2025-01-01' },
      });
      await again(me, 'Hive,Date,Notes\nHive 7,2025-05-01,x\nMAPLE,2025-05-01,y\n');
      return (await hives(me)).length === 2 ? undefined : `${(await hives(me)).length} hives`;
    },
  },
  {
    id: 'OD1',
    kind: 'hive-of-the-day',
    title: 'a visit before a hive came is no visit of it',
    async run() {
      const me = await account();
      await hive(me, await yard(me, 'Home'), 5, { placedOn: '2025-05-01' });
      const { flagged } = await again(me, 'Hive,Date,Notes\n5,2023-06-01,of an older colony\n');
      return flagged(2) ? undefined : 'it is on the hive of 2025';
    },
  },
  {
    id: 'OD2',
    kind: 'hive-of-the-day',
    title: 'a Spanish list of hives with bajas',
    async run() {
      const { me } = await taken(
        'Colmena;Colocada el;Estado;Fecha de baja\n1;13/04/2023;Activa;\n2;13/04/2023;Muerta;20/02/2024\n3;13/04/2023;Vendida;21/05/2024\n',
        { language: 'es' },
      );
      const all = await hives(me);
      return all.filter((one) => one.endedOn === null).length === 1 && all.length === 3
        ? undefined
        : JSON.stringify(all.map((one) => [one.beehiveNumber, one.endedOn]));
    },
  },
  {
    id: 'OD3',
    kind: 'hive-of-the-day',
    title: 'a hive that is listed as dead without a day is asked',
    async run() {
      const { flagged } = await taken('Hive,Installed,Status\n1,2023-04-01,alive\n2,2023-04-01,dead\n');
      return flagged(3) ? undefined : 'it lives';
    },
  },
  {
    id: 'OD4',
    kind: 'hive-of-the-day',
    title: 'a hive that has moved gets no double where it was',
    async run() {
      const me = await account();
      const [home, wood] = [await yard(me, 'Home'), await yard(me, 'Wood')];
      const id = await hive(me, home, 5, { placedOn: '2024-05-01' });
      await me.ask('mutation($i: MoveBeehivesInput!) { moveBeehives(input: $i) { beehives { id } } }', {
        i: { ids: [id], apiaryId: wood, movedOn: '2025-03-01' },
      });
      await again(me, 'Apiary,Hive,Date,Notes\nHome,5,2024-06-01,before\nWood,5,2025-06-01,after\n');
      const all = await hives(me);
      return all.length === 1 && visits(all) === 2
        ? undefined
        : JSON.stringify(all.map((one) => [one.apiary.name, one.inspections.length]));
    },
  },
  {
    id: 'OP1',
    kind: 'place',
    title: 'each yard is written once, above its hives',
    async run() {
      const { me } = await taken(
        'Yard,Hive,Installed\nHome,1,2024-04-01\n,2,2024-04-01\nWood,1,2024-04-01\n,2,2024-04-01\n',
        { apiary: 'Home' },
      );
      const places = (await hives(me))
        .map((one) => `${one.apiary.name} ${one.beehiveNumber}`)
        .sort()
        .join();
      return places === 'Home 1,Home 2,Wood 1,Wood 2' ? undefined : places;
    },
  },
  {
    id: 'OP2',
    kind: 'place',
    title: 'blanks in a list that repeats its yards are asked',
    async run() {
      const { flagged } = await taken(
        'Yard,Hive,Installed\nHome,1,2024-04-01\nHome,2,2024-04-01\n,3,2024-04-01\nWood,1,2024-04-01\n',
        { apiary: 'Home' },
      );
      return flagged(4) && !flagged(2) ? undefined : 'the row was placed';
    },
  },
  {
    id: 'OP3',
    kind: 'place',
    title: 'an answer about one sheet decides nothing about the apiary of another',
    async run() {
      const me = await account();
      await yard(me, 'Home');
      const file = readFileSync(new URL('./sheet-per-yard.xlsx', import.meta.url));
      const first = await me.importFile(file, { name: 'bees.xlsx' });
      const asked = first.questions.filter(({ kind }) => kind === 'APIARY').map(({ sheet }) => sheet);
      const again = await me.importFile(file, { name: 'bees.xlsx', sheets: [{ sheet: 2, date: '2025-05-01' }] });
      const later = again.questions.filter(({ kind }) => kind === 'APIARY').map(({ sheet }) => sheet);
      return asked.join() === '2' && later.join() === '2' ? undefined : `${asked} ${later}`;
    },
  },
  {
    id: 'OV1',
    kind: 'value-refuses-row',
    title: 'values that are none are kept in the notes',
    async run() {
      const { me, preview } = await taken(
        'Hive,Date,Product,Duration,Withdrawal,Notes\n1,2025-08-01,Apivar,56,23 or so,ok\n',
        { timeZone: 'Europe/London' },
      );
      const text = await words(me);
      return text.includes('Apivar') && preview.rows[0].remarks.length === 1 && preview.rows[0].problems.length === 0
        ? undefined
        : JSON.stringify(preview.rows[0]);
    },
  },
  {
    id: 'OV2',
    kind: 'value-refuses-row',
    title: 'NA, - and ? are nothing',
    async run() {
      const { me, preview } = await taken('Hive,Date,Brood frames,Food frames,Notes\n1,2025-05-01,NA,-,?\n');
      const [row] = preview.rows;
      return row.problems.length + row.remarks.length === 0 && visits(await hives(me)) === 1
        ? undefined
        : JSON.stringify(row);
    },
  },
  {
    id: 'OV3',
    kind: 'value-refuses-row',
    title: 'six weeks, and a month of expiry',
    async run() {
      const { me } = await taken('Hive,Date,Product,Duration\n1,2025-08-01,Apivar,6 weeks\n');
      const planned = (await hives(me))[0]?.treatments[0]?.plannedDays;
      return planned === 42 ? undefined : `${planned} days`;
    },
  },
  {
    id: 'OZ1',
    kind: 'time-zone',
    title: 'a treatment late in the evening in Madrid',
    async run() {
      const { me } = await taken('Hive,Date,Product\n1,2025-08-12T22:30:00Z,Apivar\n', { timeZone: 'Europe/Madrid' });
      const on = (await hives(me))[0]?.treatments[0]?.startedOn;
      return on === '2025-08-13' ? undefined : on;
    },
  },
  {
    id: 'OR1',
    kind: 're-import',
    title: 'the columns in another order, and another name of the file',
    async run() {
      const { me } = await taken('Hive,Date,Honey kg,Notes\n1,2025-07-10,10,first\n2,2025-07-10,12,second\n');
      await again(
        me,
        'Notes,Honey kg,Date,Hive\nfirst,10,2025-07-10,1\nsecond,12,2025-07-10,2\nthird,9,2025-08-10,1\n',
        { name: 'other.csv' },
      );
      const grams = await honey(me);
      return grams === 31_000 ? undefined : `${grams} g`;
    },
  },
  {
    id: 'OR2',
    kind: 're-import',
    title: 'a corrected amount is asked, and left or added as answered',
    async run() {
      const { me } = await taken('Hive,Date,Honey kg\n1,2025-07-10,10\n');
      const { preview } = await again(me, 'Hive,Date,Honey kg\n1,2025-07-10,11\n');
      return (await honey(me)) === 10_000 && preview.questions.some(({ kind }) => kind === 'EXISTING')
        ? undefined
        : `${await honey(me)} g`;
    },
  },
  {
    id: 'OR3',
    kind: 're-import',
    title: 'two equal rows of a file are two harvests, once',
    async run() {
      const file = 'Hive,Date,Honey kg\n1,2025-07-10,10\n1,2025-07-10,10\n';
      const { me } = await taken(file);
      await again(me, file, { name: 'again.csv' });
      return (await honey(me)) === 20_000 ? undefined : `${await honey(me)} g`;
    },
  },
  {
    id: 'OF1',
    kind: 'file',
    title: 'a title and who keeps it stand above the headings',
    async run() {
      const { preview } = await taken(
        'Register of visits,,,\nKeeper,Ana,,\n,,,\nHive,Date,Population,Notes\n1,2025-05-01,strong,a\n2,2025-05-01,weak,b\n',
      );
      return preview.rows_total === 2 && preview.sheets[0].kind === 'INSPECTIONS'
        ? undefined
        : JSON.stringify(preview.sheets[0].columns.map((one) => one.heading));
    },
  },
  {
    id: 'OF2',
    kind: 'file',
    title: 'semicolons in notes of a table with commas',
    async run() {
      const me = await account();
      await yard(me, 'Home');
      const { sheets } = await me.importFile(
        'Hive,Date,Notes\n1,2025-05-01,"a; b; c"\n2,2025-05-01,"d; e; f"\n3,2025-05-01,"g; h; i"\n',
      );
      return sheets[0].columns.length === 3 ? undefined : `${sheets[0].columns.length} columns`;
    },
  },
  {
    id: 'ON1',
    kind: 'ambiguous-number',
    title: '1.250 with nothing else is asked',
    async run() {
      const { flagged, sheet } = await taken('Hive,Date,Honey g\n1,2025-07-13,1.250\n');
      return flagged(2) && sheet.columns[2].remark === 'GUESSED' ? undefined : 'it was read';
    },
  },
  {
    id: 'ON2',
    kind: 'ambiguous-number',
    title: 'another value of the file decides',
    async run() {
      const { me } = await taken('Hive,Date,Honey kg\n1,2025-07-13,"1,250"\n2,2025-07-13,"9,5"\n');
      return (await honey(me)) === 10_750 ? undefined : `${await honey(me)} g`;
    },
  },
  {
    id: 'OW1',
    kind: 'preview',
    title: 'the preview says what is stored, in the language of the account',
    async run() {
      const { preview } = await taken('Colmena;Fecha;Miel (lb)\n1;31/07/2025;46,5\n', { language: 'es' });
      return preview.rows[0].summary.includes('21,092 kg') ? undefined : preview.rows[0].summary;
    },
  },
  {
    id: 'OW2',
    kind: 'preview',
    title: 'the preview of a count says on how many bees',
    async run() {
      const { preview } = await taken('Hive,Date,Varroa (%)\n1,2025-08-01,3\n');
      return /3 \/ 100/.test(preview.rows[0].summary) ? undefined : preview.rows[0].summary;
    },
  },
  {
    id: 'OM1',
    kind: 'mapping',
    title: 'a day is given once for a whole sheet',
    async run() {
      const me = await account();
      await yard(me, 'Home');
      const { id, rows } = await me.importFile('Colony,Mites,Bees\nF1,3,300\nF2,9,300\n', {
        sheets: [{ sheet: 1, kind: 'MITE_COUNTS', date: '2020-08-20' }],
      });
      if (rows.some(({ problems }) => problems.length > 0)) return JSON.stringify(rows[0].problems);
      await me.runImport(id, false);
      return (await hives(me)).every((one) => one.miteCounts[0]?.countedOn === '2020-08-20') ? undefined : 'no day';
    },
  },
  {
    id: 'OH4',
    kind: 'hive-identity',
    title: 'names that differ in accents are two hives and two apiaries; case makes no difference',
    async run() {
      const text =
        'Yard,Hive,Date,Notes\nSoto,Peña,2025-05-01,a\nSoto,Pena,2025-05-02,b\nSotó,PEÑA,2025-05-03,c\nSOTO,peña,2025-05-04,d\n';
      const { me } = await taken(text);
      const found = (await hives(me)).map(
        ({ label, apiary, inspections }) => `${apiary.name} ${label} ${inspections.length}`,
      );
      const right = 'Soto Pena 1, Soto Peña 2, Sotó PEÑA 1';
      return found.sort().join(', ') === right ? undefined : found.join(', ');
    },
  },
  {
    id: 'OP5',
    kind: 'place',
    title: 'an apiary without its accent is the one that the account has',
    async run() {
      const { me } = await taken('Yard,Hive,Date,Notes\nPENON,1,2025-05-01,a\n', { apiary: 'Peñón' });
      const found = (await hives(me)).map(({ apiary }) => apiary.name);
      return found.join() === 'Peñón' ? undefined : found.join();
    },
  },
  {
    id: 'OD5',
    kind: 'value-refuses-row',
    title: 'another column of days says their order; a day without a year says what is missing',
    async run() {
      const me = await account();
      await yard(me, 'Home');
      const rows = 'Hive,Date,Sample sent,Notes\n1,6/2/2025,6/21/2025,a\n2,6/3/2025,6/22/2025,b\n2,4-Jun,,c\n';
      const preview = await me.importFile(rows);
      const { date_order: order } = preview.sheets[0].columns[1];
      const said = preview.rows[2].problems[0]?.message ?? '';
      return order === 'MDY' && preview.questions.length === 0 && /no year/.test(said) ? undefined : `${order} ${said}`;
    },
  },
  {
    id: 'OU8',
    kind: 'unit',
    title: 'a unit in the words of a data set: mites per 100 bees without "per"',
    async run() {
      const { me } = await taken('hive_id,date_collected,varroa_load_mites.100.bees\n7,2025-08-17,0.667\n');
      const [count] = (await hives(me))[0].miteCounts;
      return count.per100 === 0.67 || count.per100 === 0.667 ? undefined : JSON.stringify(count);
    },
  },
  {
    id: 'OE1',
    kind: 'hive-of-the-day',
    title: 'a status that says dead or sold in other words is a problem without a day, and queenless is alive',
    async run() {
      const { me, preview } = await taken(
        'Hive,Placed on,Status\n1,2024-05-01,Dead - starved\n2,2024-05-01,Sold to a neighbour\n3,2024-05-01,Queenless\n4,2024-05-01,Inactive\n5,2024-05-01,lost queen\n',
      );
      const flagged = preview.rows.filter(({ problems }) => problems.length > 0).map(({ row }) => row);
      const alive = (await hives(me)).map(({ label, endedOn }) => `${label}${endedOn ?? ''}`).sort();
      return `${flagged} ${alive}` === '2,3 3,4,5' ? undefined : `${flagged} ${alive}`;
    },
  },
  {
    id: 'OE2',
    kind: 'hive-of-the-day',
    title:
      'a number that is used again after a death is another hive; a visit after the death is no visit of a living one',
    async run() {
      const { me, status } = await taken(
        'Hive,Status,Placed on,Ended on\n3,Dead,2022-05-01,2023-11-01\n3,Alive,2024-04-01,\n4,Dead,2022-05-01,2023-11-01\n',
        { sheets: [{ sheet: 1, kind: 'HIVES' }] },
      );
      const listed = (await hives(me)).map(({ label, endedOn }) => `${label} ${endedOn}`).sort();
      const after = await again(me, 'Hive,Date,Notes\n3,2024-06-01,fine\n3,2023-05-01,before\n4,2024-06-01,cleaned\n');
      const seen = (await hives(me)).map(({ label, inspections }) => `${label} ${inspections.length}`).sort();
      const right = '3 2023-11-01,3 null,4 2023-11-01 DONE 3 1,3 1,4 0 true';
      const is = `${listed} ${status(3)} ${seen} ${after.flagged(4)}`;
      return is === right ? undefined : is;
    },
  },
  {
    id: 'OE3',
    kind: 'hive-of-the-day',
    title: 'a visit that found the hive dead ends it on its day',
    async run() {
      const { me } = await taken('Hive,Date,Status,Notes\n1,2025-01-10,Active,ok\n1,2025-02-01,Dead,no bees left\n');
      const [one] = await hives(me);
      return one.endedOn === '2025-02-01' && one.inspections.length === 2 ? undefined : JSON.stringify(one);
    },
  },
  {
    id: 'OE4',
    kind: 'hive-of-the-day',
    title: 'what cannot be read of an end is no sign of life',
    async run() {
      const { preview } = await taken('Hive,Placed on,Died\n1,2024-05-01,yes\n2,2024-05-01,\n');
      const flagged = preview.rows.map(({ problems }) => problems.length);
      return flagged.join() === '1,0' ? undefined : flagged.join();
    },
  },
  {
    id: 'OR5',
    kind: 're-import',
    title: 'queens without names are known by their hives',
    async run() {
      const { me } = await taken('Hive,Queen year,Race,Marked\n1,2024,Buckfast,yes\n');
      const { preview } = await again(me, 'Hive,Queen year,Race,Marked,Notes\n1,2024,Buckfast,yes,good\n');
      const asked = preview.questions.map(({ kind }) => kind).join();
      return (await queens(me)).length === 1 && asked === 'EXISTING'
        ? undefined
        : `${asked} ${(await queens(me)).length}`;
    },
  },
  {
    id: 'OR6',
    kind: 'own-export',
    title: 'an unchanged table of the same account asks and writes nothing, a changed line is offered as a change',
    async run() {
      const me = await account();
      const home = await yard(me, 'Home');
      const id = await hive(me, home, 7, { placedOn: '2025-01-01', broodFrames: 5, observations: 'calm' });
      await me.ask('mutation($i: RecordInspectionInput!) { recordInspection(input: $i) { inspection { id } } }', {
        i: { beehiveId: id, answers: [], notes: 'calm', occurredAt: '2025-05-02T09:30:00Z' },
      });
      await me.ask('mutation($i: RecordTreatmentInput!) { recordTreatment(input: $i) { treatments { id } } }', {
        i: { beehiveIds: [id], kind: 'Varroa', productName: 'Apivar', startedOn: '2025-08-01', doseText: '2 strips' },
      });
      await me.ask('mutation($i: RecordMiteCountInput!) { recordMiteCount(input: $i) { miteCount { id } } }', {
        i: { beehiveId: id, method: 'SUGAR_ROLL', mites: 3, bees: 300, countedOn: '2025-07-01', notes: 'few' },
      });
      await me.ask('mutation($i: RecordHarvestInput!) { recordHarvest(input: $i) { harvest { id } } }', {
        i: { apiaryId: home, harvestedOn: '2025-07-10', sources: [{ beehiveId: id, frames: 3, grams: 9000 }] },
      });
      await me.ask(
        'mutation($i: CreateInventoryItemInput!) { createInventoryItem(input: $i) { inventoryItem { id } } }',
        {
          i: { apiaryId: home, itemName: 'Jars', quantity: 10, unit: 'pieces', category: 'Packing' },
        },
      );
      const faults = [];
      for (const list of ['beehives', 'inspections', 'treatments', 'mite-counts', 'harvests', 'inventory']) {
        const query = /mite|inventory/.test(list) ? `&apiary_id=${home}` : '';
        const { text } = await me.rest('GET', `/lists/${list}?format=csv${query}`);
        const { preview, done } = await again(me, text, { name: `${list}.csv` });
        const asked = preview.questions.map(({ kind }) => kind);
        const left = done.rows.map(({ status }) => status).join();
        if (asked.length > 0 || left !== 'SKIPPED')
          faults.push(`${list}: ${asked} ${left} ${JSON.stringify(preview.rows[0].problems)}`);
        const changed = await me.importFile(
          text.replace('calm', 'wild').replace('Packing', 'Boxes').replace('few', 'some'),
          { name: 'c.csv' },
        );
        const kinds = changed.questions.map(({ kind }) => kind).join();
        await me.ask('mutation($i: DeleteFileImportInput!) { deleteFileImport(input: $i) { deletedId } }', {
          i: { id: changed.id },
        });
        if (/calm|Packing|few/.test(text) && kinds !== 'EXISTING') faults.push(`${list} changed: ${kinds}`);
      }
      return faults.length === 0 ? undefined : faults.join('\n');
    },
  },
  {
    id: 'OR7',
    kind: 're-import',
    title: 'what an undo removed is created again, also when nobody knows the import any more',
    async run() {
      const file = 'Yard,Hive,Date,Notes\nNew yard,1,2025-05-01,a\nHome yard,2,2025-05-01,b\n';
      const { me, preview } = await taken(file);
      for (const _ of [1, 2]) {
        const { json } = await me.rest('GET', '/imports');
        const { id } = (json.imports ?? json.nodes ?? json)[0] ?? preview;
        await me.rest('POST', `/imports/${id}/undo`);
        for (;;) {
          const state = await me.rest('GET', `/imports/${id}`);
          if (state.json.status === 'UNDONE') break;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        if ((await hives(me)).length > 0) return 'not undone';
        await me.ask('mutation($i: DeleteFileImportInput!) { deleteFileImport(input: $i) { deletedId } }', {
          i: { id },
        });
        const { done } = await again(me, file);
        const said = done.rows.map(({ status }) => status).join();
        if (said !== 'DONE,DONE') return said;
      }
      return (await hives(me)).length === 2 ? undefined : 'other hives';
    },
  },
  {
    id: 'OO1',
    kind: 'own-export',
    title: 'our tables are read back, in both languages',
    async run() {
      for (const language of ['en', 'es']) {
        const me = await account({ language });
        const home = await yard(me, 'Home');
        const id = await hive(me, home, 7, { placedOn: '2025-01-01', broodFrames: 5 });
        await me.ask('mutation($i: RecordInspectionInput!) { recordInspection(input: $i) { inspection { id } } }', {
          i: { beehiveId: id, answers: [], notes: 'calm', occurredAt: '2025-05-02T01:30:00Z' },
        });
        await me.ask('mutation($i: RecordTreatmentInput!) { recordTreatment(input: $i) { treatments { id } } }', {
          i: { beehiveIds: [id], kind: 'Varroa', productName: 'Apivar', startedOn: '2025-08-01', plannedDays: 42 },
        });
        await me.ask('mutation($i: RecordMiteCountInput!) { recordMiteCount(input: $i) { miteCount { id } } }', {
          i: { beehiveId: id, method: 'ALCOHOL_WASH', mites: 3, bees: 300, countedOn: '2025-07-01' },
        });
        await me.ask('mutation($i: RecordMiteCountInput!) { recordMiteCount(input: $i) { miteCount { id } } }', {
          i: { beehiveId: id, method: 'STICKY_BOARD', mites: 12, days: 3, countedOn: '2025-07-08' },
        });
        await me.ask('mutation($i: CreateQueenInput!) { createQueen(input: $i) { queen { id } } }', {
          i: { apiaryId: home, name: 'Q1', year: 2025, install: { beehiveId: id } },
        });
        await me.ask(
          'mutation($i: CreateInventoryItemInput!) { createInventoryItem(input: $i) { inventoryItem { id } } }',
          { i: { apiaryId: home, itemName: 'Jars', quantity: 10, unit: 'pieces' } },
        );
        await me.ask('mutation($i: RecordHarvestInput!) { recordHarvest(input: $i) { harvest { id } } }', {
          i: { apiaryId: home, harvestedOn: '2025-07-10', sources: [{ beehiveId: id, frames: 3, grams: 9000 }] },
        });
        for (const [list, kind] of [
          ['apiaries', 'APIARIES'],
          ['beehives', 'HIVES'],
          ['inspections', 'INSPECTIONS'],
          ['treatments', 'TREATMENTS'],
          ['harvests', 'HARVESTS'],
          [`mite-counts`, 'MITE_COUNTS'],
          [`inventory`, 'INVENTORY'],
        ]) {
          const { text } = await me.rest(
            'GET',
            `/lists/${list}?format=csv${/mite|inventory/.test(list) ? `&apiary_id=${home}` : ''}`,
          );
          const other = await account({ language });
          const preview = await other.importFile(text, { name: 'export.csv' });
          const problems = preview.rows.flatMap((row) => row.problems.map((one) => one.message));
          if (preview.sheets[0].kind !== kind || problems.length > 0 || preview.questions.length > 0)
            return `${language} ${list}: ${preview.sheets[0].kind}, ${problems}, ${JSON.stringify(preview.questions)}`;
          const fields = preview.sheets[0].columns.map(({ field }) => field);
          const hasAll = { TREATMENTS: ['plannedDays'], MITE_COUNTS: ['days', 'bees'] }[kind] ?? [];
          // The status of a visit is not how the colony is.
          if (
            !hasAll.every((field) => fields.includes(field)) ||
            (kind === 'INSPECTIONS' && fields.includes('hiveStatus'))
          )
            return `${language} ${list}: ${fields}`;
        }
      }
    },
  },
  ...KINDS,
  ...STATES,
  ...STORED,
  ...VALUES,
];
