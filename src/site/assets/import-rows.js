// How the file of an import is read, which can be changed until it is run, and what becomes of its rows.
const rowsTemplate = document.querySelector('template#rows').content;
const PAGE = 20;
/** On a phone the columns of a sheet would hide its rows. */
const isWide = matchMedia('(min-width: 641px)').matches;
const ROWS = `fragment page on ImportRowConnection {
  nodes { sheet row status summary problems { heading value message } remarks { heading value message } } pageInfo { hasNextPage endCursor }
}`;
const DETAILS = `query Details($id: ID!, $first: Int!) {
  fileImport(id: $id) {
    sheets { sheet name kind apiaryName fields columns { column heading field dateOrder remark } }
    questions { key kind about candidates evidence rowsCount }
    withProblems: rows(first: $first, filter: { onlyProblems: true }) { ...page }
    rows(first: $first) { ...page }
  }
} ${ROWS}`;
const MORE = `query More($id: ID!, $first: Int!, $after: String, $onlyProblems: Boolean!) {
  fileImport(id: $id) { rows(first: $first, after: $after, filter: { onlyProblems: $onlyProblems }) { ...page } }
} ${ROWS}`;
const UPDATE = mutation(
  'updateFileImport',
  '$id: ID!, $sheets: [ImportSheetInput!], $answers: [ImportAnswerInput!]',
  '{ id: $id, sheets: $sheets, answers: $answers }',
);

/** An element with its properties, and what is in it. */
function make(name, properties = {}, ...content) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
}

async function showRows(view) {
  view.asked = (view.asked ?? 0) + 1;
  const mine = view.asked;
  const { data, error } = await ask(DETAILS, { id: view.id, first: PAGE });
  // If the mapping was changed twice, the answer to the first change may come last.
  if (mine !== view.asked) return;
  if (error) return say(view.part('error'), describe(error));
  const { sheets, questions, ...pages } = data.fileImport;
  const content = rowsTemplate.cloneNode(true);
  const questionPart = content.querySelector('[data-part=questions]');
  fillQuestions(view, questionPart, questions);
  const sheetPart = content.querySelector('[data-part=sheets]');
  sheetPart.hidden = sheets.length === 0;
  sheetPart.append(...sheets.map((sheet) => makeSheet(view, sheet, sheets.length === 1 && isWide)));
  const asked = new Set(questions.map(({ about }) => about));
  for (const part of ['withProblems', 'rows'])
    fillTable(view, content.querySelector(`[data-part=${part}]`), pages[part], { sheets, asked }, part);
  // If all of the first rows have problems, they have been shown.
  if (JSON.stringify(pages.rows) === JSON.stringify(pages.withProblems))
    content.querySelector('[data-part=rows]').hidden = true;
  const place = view.part('details').querySelector('div');
  const focused = document.activeElement;
  const isHere = place.contains(focused);
  place.replaceChildren(content);
  if (!isHere) return;
  const next = focused.name && place.querySelector(`[name="${CSS.escape(focused.name)}"]`);
  // A question that has been answered is gone.
  (next?.offsetParent ? next : view.part('name')).focus();
}

function fillTable({ id }, section, page, known, part) {
  const onlyProblems = part === 'withProblems';
  const [body, button] = [section.querySelector('tbody'), section.querySelector('button')];
  const label = section.querySelector('th').textContent;
  let after;
  const add = ({ nodes, pageInfo }) => {
    body.append(...nodes.map((row) => makeRow(row, known, label)));
    after = pageInfo.endCursor;
    button.hidden = !pageInfo.hasNextPage;
  };
  section.hidden = page.nodes.length === 0;
  add(page);
  button.addEventListener('click', async () => {
    button.disabled = true;
    const { data } = await ask(MORE, { id, first: PAGE, after, onlyProblems });
    button.disabled = false;
    if (data) add(data.fileImport.rows);
  });
}

/** The words for what can be answered; names of apiaries are their own. */
const ANSWERS = {
  KIND: { ...texts.kinds, LEAVE_OUT: texts.leftOut },
  APIARY: { ABOVE: texts.above },
  UNIT: texts.units,
  DATE_ORDER: texts.orders,
  DECIMAL: texts.decimals,
  EXISTING: texts.existing,
};

/** Arrow keys change what is chosen: the answers are sent when the button is pressed. */
function fillQuestions(view, part, questions) {
  part.hidden = questions.length === 0;
  const form = part.querySelector('form');
  form.prepend(...questions.map((question) => makeQuestion(view, question)));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const answers = questions.flatMap(({ key }) => {
      const value = view.answers[key];
      return value ? [{ key, value: value === 'LEAVE_OUT' ? null : value }] : [];
    });
    if (answers.length === 0) return form.elements[0].focus();
    say(view.part('error'));
    await changeMapping(view, { answers });
    if (view.part('error').hidden) for (const { question } of answers) delete view.answers[question];
  });
}

/** Nothing is chosen yet: what is likely comes first. What has been chosen stays when another question is answered. */
function makeQuestion(view, { key, kind, about, candidates, evidence, rowsCount }) {
  view.answers ??= {};
  const words = ANSWERS[kind] ?? {};
  const values = kind === 'KIND' ? [...new Set([...candidates, 'LEAVE_OUT'])] : candidates;
  const choose = (value) => {
    view.answers[key] = value;
  };
  const chosen = view.answers[key] ?? null;
  const options = [['', texts.choose], ...values.map((value) => [value, words[value] ?? value])];
  const why = [...evidence, fill(texts.questionRows, { rows: toNumber(rowsCount) })].join(' · ');
  const hint = make('p', { className: 'hint', id: `why.${view.id}.${key}` }, why);
  const fields = values.length === 0 ? [] : [makeSelect(`question.${key}`, about, options, chosen, choose)];
  // It may be another apiary, or a new one.
  if (kind === 'APIARY') {
    const value = values.includes(chosen) ? '' : (chosen ?? '');
    const input = make('input', { name: `question.${key}.name`, maxLength: 100, value });
    input.addEventListener('input', () => choose(input.value.trim()));
    for (const { control } of fields) {
      control.addEventListener('change', () => (input.value = ''));
      input.addEventListener('input', () => (control.value = ''));
    }
    fields.push(make('label', {}, values.length === 0 ? about : texts.otherApiary, input));
  }
  for (const { control } of fields) control.setAttribute('aria-describedby', hint.id);
  return make('div', { className: 'question' }, ...fields, hint);
}

function makeRow({ sheet: index, row, status, summary, problems, remarks }, { sheets, asked }, label) {
  // An archive has no sheets: its rows say what they are.
  const sheet = sheets.find((one) => one.sheet === index);
  const place = sheets.length > 1 ? `${row} · ${sheet?.name}` : row;
  const kind = sheet && (texts.kinds[sheet.kind] ?? texts.leftOut);
  const becomes = [kind, summary].filter(Boolean).join(': ');
  const own = problems.filter(({ message }) => !asked.has(message));
  const waits = own.length < problems.length ? [make('p', { className: 'hint' }, texts.waits)] : [];
  const notes = [...own.map(makeProblem), ...waits, ...remarks.map((one) => makeRemark(one))];
  const cells = [[place], [becomes], [texts.rowStatus[status] ?? '–'], notes];
  const tr = make('tr', {}, ...cells.map((content) => make('td', {}, ...content)));
  tr.cells[0].dataset.label = label;
  return tr;
}

function makeProblem({ heading: column, value, message }) {
  const where = column === null ? [] : [make('strong', {}, column)];
  if (value && !message.includes(value)) where.push(' ', make('q', {}, value));
  return make('p', {}, ...where, where.length > 0 ? ': ' : '', message);
}

/** What is kept in the notes is no fault of the row. */
const makeRemark = (remark) => Object.assign(makeProblem(remark), { className: 'hint' });

const optionsOf = (names, chosen) => names.map(([value, text]) => new Option(text, value, false, value === chosen));

function makeSelect(name, label, names, chosen, onChange) {
  const select = make('select', { name }, ...optionsOf(names, chosen ?? ''));
  select.addEventListener('change', () => onChange(select.value || null));
  return make('label', {}, label, select);
}

/** A sheet, whose columns are made when it is opened: a file can have a hundred. */
function makeSheet(view, sheet, isOpen) {
  const { sheet: index, name, kind } = sheet;
  view.openSheets ??= new Set(isOpen ? [index] : []);
  const title = `${fill(texts.sheet, { name })}: ${texts.kinds[kind] ?? texts.leftOut}`;
  const details = make('details', { className: 'sheet' }, make('summary', {}, title));
  const showColumns = () =>
    details.open && !details.querySelector('fieldset') && details.append(makeColumns(view, sheet));
  details.addEventListener('toggle', () => {
    view.openSheets[details.open ? 'add' : 'delete'](index);
    showColumns();
  });
  details.open = view.openSheets.has(index);
  // The event comes later, and one of the columns may be what has the focus.
  showColumns();
  return details;
}

function makeColumns(view, { sheet, name, kind, apiaryName, fields, columns }) {
  const send = async (change) => {
    say(view.part('error'));
    await changeMapping(view, { sheets: [{ sheet, ...change }] });
  };
  const fieldset = make('fieldset');
  fieldset.setAttribute('aria-label', fill(texts.sheet, { name }));
  const kinds = [['', texts.leftOut], ...Object.entries(texts.kinds)];
  fieldset.append(makeSelect(`${sheet}.kind`, texts.kind, kinds, kind, (value) => send({ kind: value })));
  if (kind === null) return fieldset;
  if (!columns.some(({ field }) => field === 'apiary')) {
    const input = make('input', { name: `${sheet}.apiary`, value: apiaryName ?? '', maxLength: 100 });
    input.addEventListener('change', () => send({ apiaryName: input.value.trim() || null }));
    fieldset.append(make('label', {}, texts.apiary, input));
  }
  // An apiary has no notes.
  const names = [
    ['', kind === 'APIARIES' ? texts.leftOut : texts.toNotes],
    ...fields.map((field) => [field, texts.fields[field] ?? field]),
  ];
  /** A field is of one column: the one that had it loses it. */
  const setField = (column, field) => {
    const other = field && columns.find((one) => one.field === field);
    send({ columns: [{ column, field }, ...(other ? [{ column: other.column, field: null }] : [])] });
  };
  fieldset.append(make('div', { className: 'columns' }, ...columns.flatMap(makeColumn)));
  return fieldset;

  function makeColumn({ column, heading: title, field, dateOrder, remark }) {
    const label = title || `#${column}`;
    const parts = [makeSelect(`${sheet}.${column}`, label, names, field, (value) => setField(column, value))];
    if (dateOrder !== null) {
      const orders = Object.entries(texts.orders);
      const setOrder = (value) => send({ columns: [{ column, dateOrder: value }] });
      const text = fill(texts.order, { heading: label });
      parts.push(makeSelect(`${sheet}.${column}.order`, text, orders, dateOrder, setOrder));
      const warning = { GUESSED: texts.guessed, MIXED: texts.mixed }[remark];
      if (warning) parts.at(-1).append(make('span', { className: 'warning' }, warning));
    }
    return parts;
  }
}

/** What was refused is shown as it was. */
async function changeMapping(view, changes) {
  await change(view, UPDATE, changes);
  if (!view.part('error').hidden) await showRows(view);
}
