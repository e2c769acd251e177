// What a file becomes, as lines that say each record: a text, and all that is stored of it.
import { account, again, hives, settled, yard } from '../lib.mjs';

const day = (at) => at.slice(0, 10);
const MORE = `{
  harvests(first: 200) { nodes { grams status sources { beehiveLabel } } }
  queens(first: 200) { nodes { name year isMarked notes beehive { label } } } }`;
/** Each record as a line, in an order of its own. */
export async function stored(me) {
  const { harvests, queens } = await me.ask(MORE);
  const said = (text) => (text ? ` (${text.replaceAll('\n', '; ')})` : '');
  const lines = (await hives(me)).flatMap((one) => [
    `hive ${one.apiary.name} ${one.label}${one.endedOn ? ` ended ${one.endedOn}` : ''}${said(one.observations)}`,
    ...one.inspections.map(({ occurredAt, notes }) => `visit ${one.label} ${day(occurredAt)}${said(notes)}`),
    ...one.treatments.map(
      ({ productName, startedOn, endedOn }) => `treatment ${one.label} ${startedOn} to ${endedOn} ${productName}`,
    ),
    ...one.miteCounts.map(
      ({ mites, bees, perDay, method }) => `mites ${one.label} ${mites}/${bees ?? `${perDay} a day`} ${method}`,
    ),
  ]);
  return [
    ...lines,
    ...harvests.nodes.map(({ grams, status, sources }) => `honey ${sources[0].beehiveLabel} ${grams} ${status}`),
    ...queens.nodes.map(
      ({ name, year, isMarked, notes, beehive }) =>
        `queen ${[name, year, isMarked && 'marked', beehive && `in ${beehive.label}`].filter(Boolean).join(' ')}${said(notes)}`,
    ),
  ].sort();
}

/** A case: a text with what is stored of it, the rows that are not written, and what is asked. */
function becomes(
  id,
  title,
  text,
  lines,
  { refused = [], asked = [], remarks = [], yards = ['Home'], ...options } = {},
) {
  return {
    id,
    kind: 'stored',
    title,
    async run() {
      const me = await account(options);
      for (const name of yards) await yard(me, name);
      const { preview, flagged } = await again(me, text, options);
      const found = {
        lines: await stored(me),
        refused: preview.rows.flatMap(({ row }) => (flagged(row) ? [row] : [])),
        asked: preview.questions.map(({ kind, candidates }) => `${kind} ${candidates.join('/')}`),
        remarks: remarks.filter((part) => !JSON.stringify(preview.rows.map((one) => one.remarks)).includes(part)),
      };
      const wanted = { lines: [...lines].sort(), refused, asked, remarks: [] };
      const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
      return is === should ? undefined : `${is} instead of ${should}`;
    },
  };
}

export default [
  becomes(
    'S01',
    'in a list with queens, a hive that has none gets none',
    'Hive,Apiary,Queen year,Notes\n1,Home,2024,strong\n2,Home,,queenless\n3,Home,unknown,new\n',
    ['hive Home 1', 'hive Home 2 (queenless)', 'hive Home 3 (new; Queen year: unknown)', 'queen 2024 in 1 (strong)'],
  ),
  becomes(
    'S02',
    'a list of hives with their queens says how the hives are',
    'Volk;Standort;Königin Jahrgang;Beute;Stärke\n1;Garten;2024;Zander;8\n2;Garten;;Dadant;5\n',
    ['hive Garten 1 (Beute: Zander)', 'hive Garten 2 (Beute: Dadant)', 'queen 2024 in 1'],
    { yards: ['Garten'] },
  ),
  becomes(
    'S03',
    'a queen that was replaced, or whose hive is dead, does not reign',
    'Queen,Hive,Introduced,Replaced,Year,Status\nQ1,1,2023-05-01,2025-05-10,2023,\nQ2,1,2025-05-12,,2025,laying\nQ3,2,2022-05-01,,2022,Dead\nQ4,3,2022-05-01,yes,2022,\n',
    ['hive Home 1', 'queen Q1 2023', 'queen Q2 2025 in 1 (Status: laying)'],
    { refused: [4, 5] },
  ),
  becomes(
    'S04',
    'a name beside a queen is that of the hive',
    'Name,Location,Queen,Queen colour\nMaple,Home,Bella,Blue\nOak,Home,Rosa,\n',
    ['hive Home Maple', 'hive Home Oak', 'queen Bella marked in Maple', 'queen Rosa in Oak'],
  ),
  becomes(
    'S05',
    'marks for the value above are that value',
    'Yard,Date,Hive,Product\nHome,2025-09-01,1,Apivar\n"""",〃,2,ditto\nidem,2025-09-02,3,same\n',
    [
      'hive Home 1',
      'hive Home 2',
      'hive Home 3',
      'treatment 1 2025-09-01 to 2025-09-01 Apivar',
      'treatment 2 2025-09-01 to 2025-09-01 Apivar',
      'treatment 3 2025-09-02 to 2025-09-02 Apivar',
    ],
    { remarks: ['No end is written'] },
  ),
  becomes(
    'S06',
    'a mark without a value above is none',
    'Date,Hive,Product\n2025-09-01,1,ditto\n2025-09-01,2,Apivar\n',
    ['hive Home 2', 'treatment 2 2025-09-01 to 2025-09-01 Apivar'],
    { refused: [2] },
  ),
  ...[
    ['a heading', 'Datum;Volk;Milben (Puderzucker);Bienen\n15.08.2025;1;6;300\n'],
    ['a title', 'Sugar roll 2025\nDate,Hive,Mites,Bees\n2025-08-15,1,6,300\n'],
    ['the name of the file', 'Date,Hive,Mites,Bees\n2025-08-15,1,6,300\n', 'Powdered sugar.csv'],
    ['the notes', 'Date,Hive,Mites,Bees,Notes\n2025-08-15,1,6,300,sugar shake\n'],
  ].map(([where, text, name], i) =>
    becomes(
      `S07${'abcd'[i]}`,
      `how mites were counted, from ${where}`,
      text,
      ['hive Home 1', 'mites 1 6/300 SUGAR_ROLL'],
      {
        ...(name && { name }),
      },
    ),
  ),
  becomes('S08', 'mites that fall, in other words', 'Date;Ruche;Chute naturelle;Nb jours\n15/08/2025;1;24;3\n', [
    'hive Home 1',
    'mites 1 24/8 a day STICKY_BOARD',
  ]),
  becomes('S09', 'mites per week', 'Date,Hive,Mites per week\n2025-08-15,1,6\n', [
    'hive Home 1',
    'mites 1 6/0.86 a day STICKY_BOARD',
  ]),
  becomes(
    'S10',
    'work is no medicine, and a duration that cannot be read leaves the end open',
    'Date,Hive,Treatment,Duration\n2025-08-15,1,Apivar,56\n2025-09-15,1,Requeened,\n2025-09-16,1,Corte de zánganos,\n2025-08-15,2,Apivar,6-8 weeks\n',
    ['hive Home 1', 'treatment 1 2025-08-15 to 2025-10-10 Apivar'],
    { refused: [3, 4, 5] },
  ),
  becomes(
    'S11',
    'a title below a gap ends the table; a month, a yard or a hive does not',
    'Hive,Date,Honey (kg)\n1,2025-07-01,12\n\nJuly 2025\n2,2025-07-02,14\n\nSugar fed\n1,2025-09-01,6\n',
    ['hive Home 1', 'hive Home 2', 'honey 1 12000 CLOSED', 'honey 2 14000 CLOSED'],
    { refused: [4, 7, 8] },
  ),
  becomes(
    'S12',
    'a harvest of nothing is none',
    'Fecha;Colmena;Miel (kg)\n20/07/2025;1;12\n20/07/2025;2;0\n20/07/2025;3;\n',
    ['hive Home 1', 'honey 1 12000 CLOSED'],
    { refused: [3, 4], language: 'es' },
  ),
  becomes(
    'S13',
    'a hive that the file has ended is not visited afterwards',
    'Date,Hive,Status,Notes\n2025-03-01,2,Dead,starved\n2025-06-01,2,Alive,swarm\n',
    ['hive Home 2 ended 2025-03-01', 'visit 2 2025-03-01 (starved; Status: Dead)'],
    { refused: [3] },
  ),
  becomes(
    'S14',
    'a name that is nearly that of an apiary is none of a new one, and new ones are named',
    'Date,Apiary,Hive,Notes\n2025-05-10,Orchrad,1,a\n2025-05-10,Orchard yard,1,b\n2025-05-11,orchard,2,c\n2025-05-11,Meadow,3,d\n',
    ['hive Meadow 3', 'hive Orchard 2', 'visit 2 2025-05-11 (c)', 'visit 3 2025-05-11 (d)'],
    { yards: ['Orchard'], refused: [2, 3], remarks: ['Meadow is a new apiary'] },
  ),
  becomes(
    'S15',
    'a day, or a yard, that is written once is that of the rows below it',
    'Yard,Date,Hive,Honey (kg)\nHome,2025-07-20,1,12\n,,2,10\nOut,2025-07-21,1,9\n,,2,8\n',
    [
      ...['hive Home 1', 'hive Home 2', 'hive Out 1', 'hive Out 2'],
      ...['honey 1 12000 CLOSED', 'honey 2 10000 CLOSED', 'honey 1 9000 CLOSED', 'honey 2 8000 CLOSED'],
    ],
  ),
  becomes(
    'S16',
    'the hive and the yard of a card stand above its table',
    'Apiary: Out\nHive: 12\nDate,Brood frames,Notes\n2025-05-01,5,a\n2025-05-08,6,b\n',
    ['hive Out 12', 'visit 12 2025-05-01 (a; Brood frames: 5)', 'visit 12 2025-05-08 (b; Brood frames: 6)'],
    { yards: ['Home', 'Out'] },
  ),
  becomes(
    'S17',
    'the form of the British register',
    'Date of treatment,Hive identity,Product name,Batch number,Quantity used,Withdrawal period,Date treatment finished,Administered by\n14/08/2025,1,Apivar,2345A,2 strips,0 days,06/10/2025,J Smith\n',
    ['hive Home 1', 'treatment 1 2025-08-14 to 2025-10-06 Apivar'],
  ),
  becomes(
    'S18',
    'the form of the Spanish register',
    'Fecha inicio tratamiento;Fecha fin tratamiento;Identificación animales;Medicamento;Nº receta;Tiempo espera\n14/08/2025;06/10/2025;1;Apivar;R-1;0\n',
    ['hive Home 1', 'treatment 1 2025-08-14 to 2025-10-06 Apivar'],
    { language: 'es' },
  ),
  becomes(
    'S19',
    'days under headings of Europe are days first; amounts of nothing known are asked with what they may be',
    'Date;Ruche;Kg\n03/04/2025;1;12\n',
    [],
    { refused: [2], asked: ['KIND HARVESTS/INSPECTIONS'] },
  ),
  becomes('S20', 'European days need no answer', 'Datum;Volk;Bemerkung\n03/04/2025;1;ok\n', [
    'hive Home 1',
    'visit 1 2025-04-03 (ok)',
  ]),
  becomes(
    'S21',
    'two tables side by side are not read as one',
    'Hive,Date,Honey (kg),,Hive,Notes\n1,2025-07-01,12,,2,weak\n3,2025-07-01,9,,,\n',
    ['hive Home 3', 'honey 3 9000 CLOSED'],
    { refused: [2] },
  ),
  becomes(
    'S22',
    'honey of a yard is recognized, and names no hive',
    'Date,Yard,Honey (kg)\n2025-07-20,Home,145\n',
    [],
    {
      refused: [2],
      asked: ['KIND HARVESTS'],
    },
  ),
  {
    id: 'S23',
    kind: 'state',
    title:
      'a log of an earlier year moves the first days that rows have assumed, and not those that a keeper has stated',
    async run() {
      const me = await account();
      await yard(me, 'Home');
      await again(me, 'Hive,Date,Notes\n1,2025-05-01,a\n');
      await again(me, 'Hive,Placed on\n2,2025-04-01\n');
      await again(me, 'Hive,Date,Notes\n1,2024-05-01,b\n2,2024-05-01,c\n');
      const { beehives } = await me.ask(
        '{ beehives(first: 9) { nodes { label placements(first: 9) { nodes { placedOn } } inspections(first: 9) { nodes { notes } } } } }',
      );
      const found = beehives.nodes
        .map(
          ({ label, placements, inspections }) =>
            `${label} ${placements.nodes[0].placedOn} ${inspections.nodes.length}`,
        )
        .sort()
        .join();
      return found === '1 2024-05-01 2,2 2025-04-01 0' ? undefined : found;
    },
  },
  {
    id: 'S24',
    kind: 'state',
    title: 'what another file, or a person, has written since a file was checked is not written over',
    async run() {
      const me = await account();
      await yard(me, 'Home');
      const files = ['calm', 'angry', 'calm'].map((notes) => `Hive,Date,Notes\n1,2025-05-01,${notes}\n`);
      const checked = [];
      for (const [i, text] of files.entries()) checked.push(await me.importFile(`${text}\n`, { name: `${i}.csv` }));
      const rows = [];
      for (const { id } of checked) rows.push(...(await me.runImport(id)).rows);
      const states = rows.map(({ status }) => status).join();
      if (states !== 'DONE,FAILED,SKIPPED') return states;
      const update = await me.importFile('Hive,Date,Notes\n1,2025-05-01,strong\n', { name: 'u.csv' });
      await me.rest('PUT', `/imports/${update.id}`, {
        answers: [{ key: update.questions[0].key, value: 'UPDATE' }],
      });
      await settled(me, update.id, ['READY']);
      const { beehives } = await me.ask('{ beehives { nodes { inspections { nodes { id } } } } }');
      await me.ask('mutation($i: AmendInspectionInput!) { amendInspection(input: $i) { inspection { id } } }', {
        i: { id: beehives.nodes[0].inspections.nodes[0].id, notes: 'by hand', reason: 'because' },
      });
      const [row] = (await me.runImport(update.id)).rows;
      const [{ inspections }] = await hives(me);
      return row.status === 'FAILED' && inspections[0].notes === 'by hand'
        ? undefined
        : `${row.status} ${inspections[0].notes}`;
    },
  },
  becomes(
    'S30',
    'a bare column of frames is no harvest',
    'Date,Hive,Frames,Notes\n2025-05-03,1,8,queen seen\n2025-05-03,2,5,weak\n',
    [
      'hive Home 1',
      'hive Home 2',
      'visit 1 2025-05-03 (queen seen; Frames: 8)',
      'visit 2 2025-05-03 (weak; Frames: 5)',
    ],
  ),
  becomes(
    'S31',
    'only words for an end end a hive, in its state, its health, its strength or its notes',
    'Hive,Date,Health,Notes\n1,2025-05-03,Dead brood,\n2,2025-05-03,Dead (mites),\n3,2025-05-03,Starved last week - fed,\n4,2025-05-03,Died in March,\n5,2025-05-03,,DEAD\n6,2025-05-03,United with 1,\n7,2025-05-03,United well,\n',
    [
      ...['hive Home 1', 'hive Home 2 ended 2025-05-03', 'hive Home 3', 'hive Home 4 ended 2025-05-03'],
      ...['hive Home 5 ended 2025-05-03', 'hive Home 6 ended 2025-05-03', 'hive Home 7'],
      'visit 1 2025-05-03 (Health: Dead brood)',
      'visit 2 2025-05-03 (Health: Dead (mites))',
      'visit 3 2025-05-03 (Health: Starved last week - fed)',
      'visit 4 2025-05-03 (Health: Died in March)',
      'visit 5 2025-05-03 (DEAD)',
      'visit 6 2025-05-03 (Health: United with 1)',
      'visit 7 2025-05-03 (Health: United well)',
    ],
  ),
  becomes(
    'S32',
    'a status that begins as an end, and is none, is a problem, as is an end without a day',
    'Volk;Stand;Status\n1;Home;aktiv\n2;Home;abgestorben\n3;Home;Verloren viele Bienen\n',
    ['hive Home 1'],
    { refused: [3, 4] },
  ),
  becomes('S33', 'a title states a new apiary', 'Apiary: Wood\nHive,Date,Notes\n1,2025-05-03,ok\n', [
    'hive Wood 1',
    'visit 1 2025-05-03 (ok)',
  ]),
  becomes(
    'S34',
    'a title with a word for apiaries is asked',
    'Miller farm 2025\nHive,Date,Notes\n1,2025-05-03,ok\n',
    [],
    {
      refused: [3],
      asked: ['APIARY Miller farm/Home'],
    },
  ),
  becomes(
    'S35',
    'the parts of a title, and the year in it',
    'Stockkarte Volk Nr. 7 / Stand Home;;\nJahr: 2025;;\nDatum;Brutwaben;Bemerkungen\n03.05.;5;ok\n',
    ['hive Home 7', 'visit 7 2025-05-03 (ok; Brutwaben: 5)'],
  ),
  becomes(
    'S36',
    'a title of another hive ends the table of one, and headings end another',
    'Hive 1\nDate,Brood frames,Notes\n2025-05-03,5,ok\nHive 2\nDate,Brood frames,Notes\n2025-05-04,3,weak\n',
    ['hive Home 1', 'visit 1 2025-05-03 (ok; Brood frames: 5)'],
    { refused: [4, 6] },
  ),
  becomes(
    'S37',
    'words or headings between rows of days end the table without a gap',
    'Hive,Date,Honey (kg)\n1,2025-07-01,12\nHive,Date,Sugar (kg)\n1,2025-09-01,6\n',
    ['hive Home 1', 'honey 1 12000 CLOSED'],
    { refused: [3, 4] },
  ),
  becomes(
    'S38',
    'a hive without its number is not the one above',
    'Hive no,Hive name,Date,Notes\n1,Maple,2025-05-03,a\n2,Willow,2025-05-03,b\n,Oak,2025-05-03,c\n',
    [
      ...['hive Home 1', 'hive Home 2'],
      'visit 1 2025-05-03 (a; Hive name: Maple)',
      'visit 2 2025-05-03 (b; Hive name: Willow)',
    ],
    { refused: [4] },
  ),
  becomes(
    'S39',
    'what was not done, taken out, or ends before it begins is no treatment',
    'Hive,Date,Product,End date,Done,Dose\n1,2025-08-15,Apivar,2025-10-10,yes,2\n2,2025-08-15,Apivar,2025-10-10,no,2\n3,2025-08-15,Apivar,2025-10-10,,0\n4,2025-08-15,Apivar out,,,\n5,2025-08-15,Apivar,2025-08-10,,2\n',
    ['hive Home 1', 'treatment 1 2025-08-15 to 2025-10-10 Apivar'],
    { refused: [3, 4, 5, 6] },
  ),
  becomes(
    'S40',
    'the first word may be the color, and a queen may be unmarked',
    'Hive,Queen,Year,Colour\n1,A,2024,yellow dot\n2,B,2023,no\n3,C,2025,pink\n',
    [
      ...['hive Home 1', 'hive Home 2', 'hive Home 3'],
      'queen A 2024 marked in 1 (Colour: yellow dot)',
      'queen B 2023 in 2 (Colour: no)',
      'queen C 2025 marked in 3 (Colour: pink)',
    ],
    { remarks: ['pink is no color'] },
  ),
  becomes(
    'S41',
    'what names several hives, or the apiary, is none',
    'Hive,Date,Notes\n12 hives,2025-05-01,a\nvon 1 bis 8,2025-05-01,a\n1→5,2025-05-01,a\nNucs,2025-05-01,a\nTodas menos la 3,2025-05-01,a\nHome,2025-05-01,a\n1-10 (Home),2025-05-01,a\n7.,2025-05-01,a\nAll Saints,2025-05-01,a\n',
    ['hive Home 7', 'hive Home All Saints', 'visit 7 2025-05-01 (a)', 'visit All Saints 2025-05-01 (a)'],
    { refused: [2, 3, 4, 5, 6, 7, 8] },
  ),
  becomes(
    'S42',
    'more marks for the value above',
    'Hive,Date,Notes\n1,2025-05-01,a\n2,"-""-",//\n3,dto,↓\n',
    [1, 2, 3].flatMap((n) => [`hive Home ${n}`, `visit ${n} 2025-05-01 (a)`]),
  ),
  becomes(
    'S43',
    'from when to when queens reigned, and what became of them',
    'Hive,Queen,Year,From,To,Fate\n1,Q1,2022,2022-06-01,2024-05-01,superseded\n1,Q5,2024,2024-05-20,,\n2,Q2,2023,2023-06-01,,swarmed\n',
    ['hive Home 1', 'queen Q1 2022 (Fate: superseded)', 'queen Q5 2024 in 1'],
    { refused: [4] },
  ),
  becomes('S44', 'mites in brood are none on bees', 'Hive,Date,Mites per 100 drone cells,Notes\n1,2025-06-01,5,ok\n', [
    'hive Home 1',
    'visit 1 2025-06-01 (ok; Mites per 100 drone cells: 5)',
  ]),
  becomes(
    'S45',
    'an amount in two columns',
    'Hive,Date,Honey lb,oz\n1,2025-07-14,40,8\n2,2025-07-14,40,\n',
    ['hive Home 2', 'honey 2 18144 CLOSED'],
    { refused: [2] },
  ),
  becomes(
    'S46',
    'the form of the Italian register',
    'Data inizio trattamento;Data fine trattamento;Identificazione alveare;Medicinale;Quantità;Tempi di attesa;N. ricetta\n15/07/2025;08/08/2025;3;Apilife Var;2 tavolette;0;123\n',
    ['hive Home 3', 'treatment 3 2025-07-15 to 2025-08-08 Apilife Var'],
  ),
  becomes(
    'S47',
    'the yard and the hive of a card in the cells of one row, and no yard that is a day',
    'Apiary:,Wood 2025,Hive No:,7\nStand: Ende Mai 2025,,,\nDate,Brood frames,Notes,\n3 May,5,ok,\n',
    ['hive Wood 7', 'visit 7 2025-05-03 (ok; Brood frames: 5)'],
  ),
];
