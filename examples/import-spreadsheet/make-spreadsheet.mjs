// Writes the records of two years as many keep them, in a workbook with four sheets: node make-spreadsheet.mjs hives.xlsx 60
// A workbook is a ZIP of XML files; these are stored as they are.
import { writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const APIARIES = ['El Roble', 'La Peña', 'Río Frío'];
const VISITS = 24;
const DAYS_BETWEEN = 30;
/** A treatment and a harvest of each year. */
const TREATED_ON = [230, 595];
const HARVESTED_ON = [170, 535];

/** The visits of two years, until a month ago. */
const firstDay = Date.now() - (VISITS + 1) * DAYS_BETWEEN * 86_400_000;
function dayAt(days) {
  const [year, month, day] = new Date(firstDay + days * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}

function sheetsOf(hiveCount) {
  const hives = Array.from({ length: hiveCount }, (_, i) => [APIARIES[i % 3], Math.floor(i / 3) + 1]);
  const forEach = (days, rowOf) => days.flatMap((day, i) => hives.map((hive) => [...hive, ...rowOf(day, i)]));
  const visits = Array.from({ length: VISITS }, (_, i) => i * DAYS_BETWEEN);
  return {
    Colmenas: [['Apiario', 'Colmena', 'Fecha de alta', 'Notas'], ...forEach([0], (day) => [dayAt(day), 'Layens'])],
    Inspecciones: [
      ['Apiario', 'Colmena', 'Fecha', 'Población', 'Cuadros de cría', 'Observaciones', 'Temperatura'],
      ...forEach(visits, (day, i) => [dayAt(day), i % 2 ? 'Alta' : 'Media', i % 9, 'tranquila', 15 + (i % 12)]),
    ],
    Tratamientos: [
      ['Apiario', 'Colmena', 'Fecha inicio', 'Fecha fin', 'Producto', 'Dosis', 'Tiempo de espera'],
      ...forEach(TREATED_ON, (day) => [dayAt(day), dayAt(day + 42), 'Apivar', '2 tiras', 0]),
    ],
    Cosechas: [
      ['Apiario', 'Colmena', 'Fecha de castra', 'Kg de miel', 'Cuadros'],
      ...forEach(HARVESTED_ON, (day) => [dayAt(day), '12,5', 4]),
    ],
  };
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function cellXml(value, reference) {
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
}
const rowXml = (row, i) =>
  `<row r="${i + 1}">${row.map((value, j) => cellXml(value, `${'ABCDEFG'[j]}${i + 1}`)).join('')}</row>`;
const sheetXml = (rows) => `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`;

function partsOf(sheets) {
  const names = Object.keys(sheets);
  const each = (write) => names.map((name, i) => write(i + 1, name)).join('');
  const type = (part, kind) => `<Override PartName="${part}" ContentType="${WORKBOOK}.${kind}+xml"/>`;
  const relation = (id, kind, target) => `<Relationship Id="rId${id}" Type="${DOCUMENT}/${kind}" Target="${target}"/>`;
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type('/xl/workbook.xml', 'sheet.main')}${each((n) => type(`/xl/worksheets/sheet${n}.xml`, 'worksheet'))}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${each((n, name) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${each((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`))}</Relationships>`,
    ...Object.fromEntries(names.map((name, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(sheets[name])])),
  };
}

/** A ZIP of files that are not compressed: before each its header, at the end the directory, with the same fields. */
function zipOf(files) {
  const [local, directory] = [[], []];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(DECLARATION + text)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    // 1 January 2026.
    fields.writeUInt16LE((46 << 9) | (1 << 5) | 1, 8);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    local.push(Buffer.from('PK\x03\x04'), fields, name, bytes);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), fields, rest, name);
    at += 4 + fields.length + name.length + bytes.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, index, Buffer.from('PK\x05\x06'), end]);
}

const [file = 'hives.xlsx', hives = '60'] = process.argv.slice(2);
writeFileSync(file, zipOf(partsOf(sheetsOf(Number(hives)))));
