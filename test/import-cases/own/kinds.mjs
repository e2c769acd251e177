// What a table is, and what its columns are.
import { account, again, hives, queens, taken, yard } from '../lib.mjs';

const treatments = (all) => all.flatMap((one) => one.treatments);
const visits = (all) => all.reduce((sum, one) => sum + one.inspections.length, 0);
/** Whether it is asked what the rows are, and nothing is written before. */
async function isAsked(text, options) {
  const { me, preview } = await taken(text, options);
  const made = await hives(me);
  return preview.questions.some(({ kind }) => kind === 'KIND') && made.length === 0 && (await queens(me)).length === 0
    ? undefined
    : `${preview.sheets[0].kind} ${JSON.stringify(made.map(({ label }) => label))}`;
}
/** The first of several texts that is not asked. */
async function areAsked(texts) {
  for (const text of texts) {
    const wrong = await isAsked(text);
    if (wrong) return `${text.split('\n')[0]}: ${wrong}`;
  }
}

export default [
  {
    id: 'K01',
    kind: 'table-kind',
    title: 'how many hives is not which, in whatever words',
    run: () =>
      areAsked([
        'Date,Apiary,No. of hives,Honey (kg)\n2025-06-22,Home,12,340\n',
        'Fecha;Apiario;Nº colmenas;Kg miel\n12/06/2025;La Loma;24;480\n20/06/2025;El Pinar;30;610,5\n',
        'Date;Rucher;N ruches;Miel (kg)\n22/06/2025;Les Pins;12;340\n',
        'Fecha;Apiario;Nº colmenas;Producto;Lote\n01/08/2025;La Loma;24;Apivar;L1\n',
        'Yard,No. Hives,Landowner\nSmith farm,24,J\nCreek,12,B\n',
      ]),
  },
  {
    id: 'K02',
    kind: 'table-kind',
    title: 'a bare number is a hive only beside what speaks of colonies',
    async run() {
      const wrong = await areAsked([
        'Tools,Number,Notes\nSmokers,3,old\nVeils,12,\n',
        'Name,Number,Notes\nAnna,555123456,honey\nJohn,555987654,\n',
        'Fecha;Número;Observaciones\n14/05/2025;12;núcleos vendidos\n15/05/2025;3;enjambres\n',
        'Yard,Number,Landowner\nSmith,24,J\nCreek,12,B\n',
      ]);
      if (wrong) return wrong;
      const { me } = await taken('Number,Date,Brood frames,Notes\n4,2025-05-01,5,ok\n5,2025-05-01,6,ok\n');
      return (await hives(me)).length === 2 ? undefined : 'the log was not read';
    },
  },
  {
    id: 'K03',
    kind: 'place',
    title: 'places are apiaries if all of them are known; else it is asked',
    async run() {
      const text =
        'Colmena;Lugar;Fecha;Producto;Lote\n1;La Loma;14/08/2025;Apivar;L1\n1;El Pinar;14/08/2025;Apivar;L1\n';
      const me = await account({ language: 'es' });
      await yard(me, 'La Loma');
      await yard(me, 'El Pinar');
      await again(me, text);
      const found = (await hives(me)).map(({ apiary, treatments: all }) => `${apiary.name} ${all.length}`).sort();
      const other = await taken(text, { language: 'es' });
      const isOpen = other.preview.questions.some(({ kind }) => kind === 'APIARY');
      return found.join() === 'El Pinar 1,La Loma 1' && isOpen && (await hives(other.me)).length === 0
        ? undefined
        : `${found} ${isOpen}`;
    },
  },
  {
    id: 'K04',
    kind: 'table-kind',
    title: 'that nothing was given is no medicine',
    async run() {
      const rows = ['1,2025-08-01,Apivar', '2,2025-08-01,Not treated', '3,2025-08-01,Apivar', '4,2025-08-01,MAQS'];
      const { me, flagged } = await taken(`Hive,Date,Treatment\n${rows.join('\n')}\n5,2025-08-01,Apiguard\n`);
      const names = treatments(await hives(me)).map(({ productName }) => productName);
      if (names.length !== 4 || !flagged(3)) return names.join();
      for (const text of [
        'Hive,Date,Treatment,Notes\n1,2025-03-04,Oxalic dribble,a\n1,2025-04-01,No,eggs seen\n2,2025-04-01,N,b\n',
        'Volk;Datum;Behandlung;Notizen\n1;04.03.2025;Ameisensäure;a\n1;01.04.2025;nein;b\n2;01.04.2025;Apivar;c\n',
      ]) {
        const other = await taken(text);
        const wrong = treatments(await hives(other.me));
        if (wrong.length > 0) return JSON.stringify(wrong);
      }
    },
  },
  {
    id: 'K05',
    kind: 'table-kind',
    title: 'food is no medicine, and a product may be anything',
    async run() {
      const wrong = await areAsked([
        'Colmena;Fecha;Producto;Cantidad\n1;01/09/2025;Jarabe 2:1;4 L\n2;15/09/2025;Torta proteica;1 kg\n',
        'Date,Hive,Product,Amount\n2025-07-01,1,Comb honey,12 kg\n2025-07-02,2,Beeswax,1 kg\n',
        'Fecha;Colmena;Tarea;Producto;Cantidad\n01/03/2025;1;Alimentación;Jarabe 1:1;2 L\n10/03/2025;1;Tratamiento;Ácido oxálico;50 ml\n01/06/2025;1;Cosecha;Miel;12 kg\n',
      ]);
      if (wrong) return wrong;
      const { flagged } = await taken(
        'Hive,Date,Product,Batch\n1,2025-08-01,Apivar,L1\n2,2025-08-01,Apivar,L1\n3,2025-08-01,Sugar syrup,\n',
      );
      return flagged(4) && !flagged(2) ? undefined : 'the syrup was taken';
    },
  },
  {
    id: 'K06',
    kind: 'table-kind',
    title: 'a heading that is one of the hives, or that of nuclei, is not the column of hives',
    run: () =>
      areAsked([
        'Date,Hive A,Notes\n2025-04-01,Strong,windy\n2025-04-15,Weak,rain\n',
        'Nuc,Date,Notes\n1,2025-05-01,ok\n2,2025-05-01,ok\n',
      ]),
  },
  {
    id: 'K07',
    kind: 'mapping',
    title: 'when a treatment began and ended, in the words of six languages',
    async run() {
      for (const headings of [
        'Hive;Product;Start date;Removal date',
        'Hive;Treatment;Date in;Date out',
        'Colmena;Producto;Fecha colocación;Fecha retirada',
        'Volk;Mittel;von;bis',
        'Ruche;Produit;Date de pose;Date de retrait',
        'Arnia;Prodotto;Data inizio;Data fine',
        'Colmeia;Produto;Data de início;Data de fim',
      ]) {
        const { me } = await taken(`${headings}\n1;Apivar;14.08.2025;26.09.2025\n`);
        const [one] = treatments(await hives(me));
        if (one?.startedOn !== '2025-08-14' || one.endedOn !== '2025-09-26')
          return `${headings} ${JSON.stringify(one)}`;
      }
    },
  },
  {
    id: 'K08',
    kind: 'table-kind',
    title: 'what a table says in columns without a field makes it something else',
    run: () =>
      areAsked([
        'Hive,Apivar in,Apivar out,Notes\n1,8/15/2025,10/1/2025,\n2,8/15/2025,10/1/2025,weak\n',
        'Colmena;Miel 2023 (kg);Miel 2024 (kg);Notas\n1;22,5;30;buena\n2;18;25;\n',
        'Fecha;Colmena;Kg azúcar;Notas\n14/09/2025;1;2;ok\n15/09/2025;2;3;x\n',
        'Date,Hive,Task,Done,Notes\n2025-05-01,1,Add super,no,buy first\n2025-05-02,2,Requeen,yes,\n',
        'Colmena;Fecha;Miel (kg);Cría;Polen\n1;14/04/2025;12;5;1\n2;14/04/2025;9;6;2\n',
      ]),
  },
  {
    id: 'K09',
    kind: 'table-kind',
    title: 'an accent makes no other medicine',
    async run() {
      const { me } = await taken('Colmena;Fecha;Tratamiento\n1;14/12/2025;Ácido oxálico\n2;14/12/2025;Ácido fórmico\n');
      const { beehives } = await me.ask('{ beehives(first: 9) { nodes { treatments(first: 9) { nodes { kind } } } } }');
      const kinds = beehives.nodes.flatMap((one) => one.treatments.nodes.map(({ kind }) => kind));
      return kinds.join() === 'Varroa,Varroa' ? undefined : kinds.join();
    },
  },
  {
    id: 'K10',
    kind: 'mapping',
    title: 'what was done on a day is a visit, and other words for a hive',
    async run() {
      for (const text of [
        'Date,Hive,Event\n2025-05-01,1,Added super\n2025-05-02,2,Queen cells cut\n',
        'Date,Hive,What I did,Weather\n2025-05-01,1,Added super,sunny\n2025-05-02,2,Fed,rain\n',
        'Kasten;Datum;Notizen\n1;14.05.2025;ok\n2;15.05.2025;x\n',
        'Caixa;Data;Observações\n1;14/05/2025;ok\n2;15/05/2025;x\n',
      ]) {
        const { me } = await taken(text);
        const n = visits(await hives(me));
        if (n !== 2) return `${text.split('\n')[0]}: ${n} visits`;
      }
      const { preview } = await taken(
        'Date,Item,In,Out,Balance\n2025-01-01,Sugar,100,,100\n2025-02-01,Frames,,40,60\n',
      );
      return preview.sheets[0].kind === 'INVENTORY' ? undefined : preview.sheets[0].kind;
    },
  },
  {
    id: 'K11',
    kind: 'mapping',
    title: 'days whose year, month and day are in columns of their own',
    async run() {
      const { me, flagged } = await taken('Year,Month,Day,Hive,Notes\n2025,5,4,1,a\n2025,5,14,2,b\n2025,13,1,2,c\n');
      const all = await hives(me);
      return visits(all) === 2 && flagged(4) && JSON.stringify(all).includes('2025-05-14')
        ? undefined
        : `${visits(all)}`;
    },
  },
  {
    id: 'K12',
    kind: 'hive-identity',
    title: 'a sheet that is named after a hive is of the hive that lists name so; a season is no apiary',
    async run() {
      const me = await account();
      await yard(me, 'Home');
      await again(me, 'Hive,Date,Notes\nA3,2025-05-01,a\n12,2025-05-01,b\n');
      for (const name of ['Hive A3', 'Ficha colmena 12', '12'])
        await again(me, `Date,Brood frames,Notes\n2025-06-${name.length + 11},5,${name}\n`, { name: `${name}.csv` });
      const all = await hives(me);
      const { preview } = await again(me, 'Hive,Date,Notes\n12,2025-04-01,c\n', { name: 'Spring 2025.csv' });
      return all.length === 2 && visits(all) === 5 && preview.questions.length === 0
        ? undefined
        : `${all.map(({ label }) => label)} ${visits(all)} ${JSON.stringify(preview.questions)}`;
    },
  },
];
