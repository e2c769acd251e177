// How values, units and days are read, and where a table ends.
import { hives, honey, stock, taken } from '../lib.mjs';

const same = (found, wanted) =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? undefined
    : `${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`;
const labels = (all) => all.map(({ label }) => label).sort();
const days = (all) => all.flatMap(({ inspections }) => inspections.map((one) => one.occurredAt.slice(0, 10))).sort();
const mites = (all) => all.flatMap(({ miteCounts }) => miteCounts);

export default [
  {
    id: 'VH1',
    kind: 'hive-identity',
    title: 'all hives, or several, are no hive',
    async run() {
      const { me } = await taken(
        'Date,Hive,Product\n2025-08-01,1-10,Apivar\n2025-08-02,all,Apiguard\n2025-08-03,"1, 2, 5",Apivar\n2025-08-04,3 & 4,Apivar\n2025-08-05,22-018,Apivar\n2025-08-06,All Saints,Apivar\n',
      );
      return same(labels(await hives(me)), ['22-018', 'All Saints']);
    },
  },
  {
    id: 'VH2',
    kind: 'hive-identity',
    title: 'as many words for all of them, in other languages',
    async run() {
      const cells = ['Todas', '1 a 12', 'alle Völker', '5+6', 'toutes les ruches', '1 bis 8', 'A1, A2', 'Hives 3-9'];
      const { me } = await taken(
        `Hive,Date,Notes\n${cells.map((cell) => `"${cell}",2025-05-01,ok`).join('\n')}\nB2,2025-05-01,ok\n`,
      );
      return same(labels(await hives(me)), ['B2']);
    },
  },
  {
    id: 'VH3',
    kind: 'hive-identity',
    title: 'names of two numbers, where one of them is no range',
    async run() {
      const { me } = await taken('Hive,Date,Notes\n1-1,2025-05-01,ok\n1-2,2025-05-01,ok\n2-1,2025-05-01,ok\n');
      return same(labels(await hives(me)), ['1-1', '1-2', '2-1']);
    },
  },
  {
    id: 'VH4',
    kind: 'hive-identity',
    title: 'the word for a hive before its code is no part of it',
    async run() {
      const { me } = await taken('Hive,Date,Notes\nHive A3,2025-05-01,ok\nA3,2025-05-08,ok\n#A3,2025-05-15,ok\n');
      return same(labels(await hives(me)), ['A3']);
    },
  },
  ...[
    ['Colmena;Fecha;Cosecha (alzas)', 'es'],
    ['Volk;Datum;Honigernte (Gläser)', 'en'],
    ['Volk;Datum;Honig (Gläser 500g)', 'en'],
    ['Hive;Date;Honey (12 oz jars)', 'en'],
    ['Ruche;Date;Récolte de miel (pots)', 'en'],
    ['Colmena;Fecha;Miel (€/kg)', 'es'],
  ].map(([headings, language], i) => ({
    id: `VC${i + 1}`,
    kind: 'unit',
    title: `no weight: ${headings}`,
    async run() {
      const { me } = await taken(`${headings}\n1;2025-06-01;12\n2;2025-06-01;8\n`, { language });
      return same(await honey(me), 0);
    },
  })),
  {
    id: 'VU1',
    kind: 'unit',
    title: 'a column of units beside the amount',
    async run() {
      const { me } = await taken(
        'Colmena;Fecha;Cantidad;Unidad;Tipo de miel\n1;14/06/2025;40;lb;Romero\n2;14/06/2025;10;kg;Romero\n3;14/06/2025;3;alzas;Romero\n',
        { language: 'es' },
      );
      return same(Math.round(await honey(me)), 28144);
    },
  },
  {
    id: 'VU2',
    kind: 'unit',
    title: 'a bare amount among pounds is asked, and so are pounds of which there are several',
    async run() {
      const es = await taken('Colmena;Fecha;Cosecha\n1;14/06/2025;40 lb\n2;15/06/2025;35 lb\n3;15/06/2025;30\n', {
        language: 'es',
      });
      const de = await taken('Volk;Datum;Honigernte\n1;14.06.2025;40 Pfund\n');
      const asked = [es, de].map(
        ({ preview }) => preview.questions.find(({ key }) => key.endsWith('UNIT'))?.candidates,
      );
      return same(asked, [
        ['POUNDS', 'KILOGRAMS'],
        ['POUNDS', 'POUNDS_METRIC', 'KILOGRAMS'],
      ]);
    },
  },
  {
    id: 'VU3',
    kind: 'unit',
    title: 'the unit of a stock in its heading; what is no whole number is no stock of 0',
    async run() {
      const { me } = await taken('Item,Quantity (kg)\nSugar,100\nWax,2.5\n');
      const found = (await stock(me)).map(({ itemName, quantity, unit }) => [itemName, quantity, unit]);
      return same(found, [['Sugar', 100, 'kg']]);
    },
  },
  ...['Bienenprobe (g)', 'Sample (cups)', 'Muestra (ml)', 'Sample'].map((heading, i) => ({
    id: `VM${i + 1}`,
    kind: 'unit',
    title: `no number of bees: ${heading}`,
    async run() {
      const { me } = await taken(`Hive,Date,${heading},Mites\n1,2025-08-01,40,5\n2,2025-08-01,42,3\n`);
      return same(mites(await hives(me)), []);
    },
  })),
  {
    id: 'VM5',
    kind: 'unit',
    title: 'mites that fell in two days, and in hours',
    async run() {
      const one = await taken('Hive,Date,Mite drop (48h)\n1,2025-08-01,5\n');
      const other = await taken('Hive,Date,Mites,Days (hours)\n1,2025-08-01,6,72\n');
      const found = await Promise.all([one, other].map(async ({ me }) => mites(await hives(me))[0]));
      return same(
        found.map((count) => [count?.mites, count?.perDay]),
        [
          [5, 2.5],
          [6, 2],
        ],
      );
    },
  },
  {
    id: 'VM6',
    kind: 'unit',
    title: 'the method of a count in other languages; one that is not known is not replaced',
    async run() {
      const { me } = await taken(
        'Volk;Datum;Bienen;Milben;Zählmethode\n1;01.08.2025;300;5;Puderzucker\n2;01.08.2025;300;6;Auswaschung\n3;01.08.2025;300;7;geschätzt\n',
      );
      const found = mites(await hives(me)).map(({ mites: number, method }) => [number, method]);
      return same(found.sort(), [
        [5, 'SUGAR_ROLL'],
        [6, 'ALCOHOL_WASH'],
      ]);
    },
  },
  {
    id: 'VT1',
    kind: 'file',
    title: 'totals in the column of hives, and at the end of a text',
    async run() {
      const { me } = await taken(
        'Date,Hive,Honey (kg)\n2025-07-01,1,12\n2025-07-01,Total,12\n2025-07-01,Yard total,12\n2025-07-08,2,5\n2025-07-08,avg,8\n',
      );
      return same([labels(await hives(me)), await honey(me)], [['1', '2'], 17000]);
    },
  },
  {
    id: 'VT2',
    kind: 'file',
    title: 'half a super is no average',
    async run() {
      const { me } = await taken('Artículo;Cantidad;Unidad\nMedia alza;12;uds\nGesamtsumme;12;uds\n', {
        language: 'es',
      });
      return same(
        (await stock(me)).map(({ itemName }) => itemName),
        ['Media alza'],
      );
    },
  },
  {
    id: 'VT3',
    kind: 'file',
    title: 'a second table below its title',
    async run() {
      const { me } = await taken(
        'Hive,Date,Honey (kg)\n1,2025-05-04,12\n2,2025-05-04,14.5\n,,\nSugar fed,,\nHive,Date,Kg\n1,2025-09-04,6\n',
      );
      return same(await honey(me), 26500);
    },
  },
  {
    id: 'VD1',
    kind: 'value-refuses-row',
    title: 'weekdays, ordinal numbers and short years',
    async run() {
      const { me } = await taken(
        "Ruche;Date;Remarques\n1;lundi 12 mai 2025;a\n1;1er juin 2025;b\n1;Mo 16.06.2025;c\n1;segunda-feira, 7 de julho de 2025;d\n1;Aug 3 '25;e\n",
      );
      return same(days(await hives(me)), ['2025-05-12', '2025-06-01', '2025-06-16', '2025-07-07', '2025-08-03']);
    },
  },
  {
    id: 'VD2',
    kind: 'ambiguous-number',
    title: 'the year may be first, and is asked',
    async run() {
      const { preview } = await taken('Hive,Date,Notes\n1,24-05-03,ok\n2,24-05-10,ok\n1,24-06-07,ok\n');
      return same(preview.questions.find(({ key }) => key.endsWith('DATE_ORDER'))?.candidates, ['YMD', 'DMY']);
    },
  },
  {
    id: 'VN1',
    kind: 'ambiguous-number',
    title: 'two numbers in a cell are none, and decimals without quotes are no whole number',
    async run() {
      const spaces = await taken('Hive,Date,Honey (kg)\n1,2025-07-01,12 14\n2,2025-07-01,1 200\n');
      const commas = await taken('Hive,Date,Honey kg\n1,2025-06-01,12,5\n');
      return same([await honey(spaces.me), await honey(commas.me)], [1_200_000, 0]);
    },
  },
  {
    id: 'VQ1',
    kind: 'value-refuses-row',
    title: 'the color of a mark under Marked, and a short year',
    async run() {
      const { me } = await taken('Volk;Königin;Jahrgang;Gezeichnet\n1;K-12;23;rot\n');
      const { queens } = await me.ask('{ queens(first: 9) { nodes { year color isMarked } } }');
      const found = queens.nodes.map(({ year, color, isMarked }) => [year, color, isMarked]);
      return same(found, [[2023, 'RED', true]]);
    },
  },
];
