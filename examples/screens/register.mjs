// The register of treatments for an inspector as CSV: what Regulation (EU) 2019/6, art. 108 (2) demands, of a period.
// node register.mjs 2026-01-01 2026-12-31 > register.csv
import { logIn, request } from './client.mjs';

const REGISTER = `
  query Register($from: LocalDate!, $to: LocalDate!, $after: String) {
    treatmentRegister(filter: { from: $from, to: $to }, first: 500, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {
        startedOn
        productName
        activeIngredient
        batchNumber
        dose
        doseText
        doseUnit
        supplier
        supplierAddress
        purchaseProof
        apiaryLabel
        beehiveLabel
        prescriber
        prescriberContact
        withdrawalDays
        withdrawalUntil
        plannedDays
        endedOn
        target
        appliedBy
        status
        reason
        revision
      }
    }
  }`;

/** What stands in each column: a field, or what is made of several; the letters are those of art. 108 (2). */
const COLUMNS = {
  '(a) First day': 'startedOn',
  '(b) Product': 'productName',
  'Active ingredient': 'activeIngredient',
  Batch: 'batchNumber',
  '(c) Quantity': ({ dose, doseText, doseUnit }) => [doseText ?? dose, doseUnit].filter(Boolean).join(' '),
  '(d) Supplier': 'supplier',
  '(d) Address of the supplier': 'supplierAddress',
  '(e) Proof of purchase': 'purchaseProof',
  '(f) Apiary': 'apiaryLabel',
  '(f) Hive': 'beehiveLabel',
  '(g) Veterinarian': 'prescriber',
  '(g) Contact of the veterinarian': 'prescriberContact',
  '(h) Withdrawal, days': 'withdrawalDays',
  '(h) Withdrawal until': 'withdrawalUntil',
  '(i) Planned days': 'plannedDays',
  '(i) Last day': 'endedOn',
  Against: 'target',
  'Applied by': 'appliedBy',
  Status: 'status',
  'Reason of a correction': 'reason',
  Revision: 'revision',
};

/** A cell that begins like a formula is text for a spreadsheet, too. */
function writeCell(value) {
  const text = value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
const writeRow = (cells) => `${cells.map(writeCell).join(',')}\r\n`;

const year = new Date().getUTCFullYear();
const [from = `${year - 1}-01-01`, to = `${year}-12-31`] = process.argv.slice(2);

await logIn();
process.stdout.write(writeRow(Object.keys(COLUMNS)));
let after = null;
do {
  const { nodes, pageInfo } = (await request(REGISTER, { from, to, after })).treatmentRegister;
  for (const treatment of nodes)
    process.stdout.write(
      writeRow(
        Object.values(COLUMNS).map((field) => (typeof field === 'string' ? treatment[field] : field(treatment))),
      ),
    );
  after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
} while (after !== null);
