// The imports of the account: their list, how far they are, and what can be done with them. import-file.js sends files, import-rows.js shows
// rows. log-in.js, which is loaded before, has the account.
const main = document.querySelector('#content');
const texts = JSON.parse(main.dataset.texts);
const list = main.querySelector('.imports');
const importTemplate = document.querySelector('template#import').content.firstElementChild;

const IMPORTED = `fragment imported on FileImport {
  id fileName status sizeBytes receivedBytes uploadPath rowsTotal rowsDone rowsWithProblems recordsCreated failure startedAt undoableUntil questions { key }
}`;
const LIST = `query Imports { me { fileImports { ...imported } } } ${IMPORTED}`;
const mutation = (name, variables, input) =>
  `mutation Change(${variables}) { change: ${name}(input: ${input}) { fileImport { ...imported } } } ${IMPORTED}`;
const RUN = mutation('runFileImport', '$id: ID!, $skip: Boolean', '{ id: $id, skipProblems: $skip }');
const CANCEL = mutation('cancelFileImport', '$id: ID!', '{ id: $id }');
const UNDO = mutation('undoFileImport', '$id: ID!', '{ id: $id }');
const REMOVE = 'mutation Remove($id: ID!) { deleteFileImport(input: { id: $id }) { deletedId } }';

const UNDER_WAY = ['READING', 'CHECKING', 'RUNNING', 'UNDOING'];
const WRITTEN = ['RUNNING', 'DONE', 'CANCELED', 'FAILED'];
const OVER = ['DONE', 'CANCELED', 'FAILED'];
/** What has been read may have questions. */
const stateOf = ({ status, questions }) => (status === 'READY' && questions.length > 0 ? 'ASKS' : status);

const { lang } = document.documentElement;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const toNumber = (value) => new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(value);
const toSize = (bytes) =>
  bytes < 2 ** 20 ? `${toNumber(Math.ceil(bytes / 1024))} kB` : `${toNumber(bytes / 2 ** 20)} MB`;
const toDate = (date) => new Date(date).toLocaleString(lang, { dateStyle: 'long', timeStyle: 'short' });
/** What the service says of an error, or that there was no answer. */
function describe({ message, extensions }) {
  if (!message) return texts.failed;
  return extensions?.fields ? extensions.fields.map((one) => one.message).join('. ') : message;
}
function say(element, text = '') {
  element.textContent = text;
  element.hidden = text === '';
}

/** What is on the page, by the id of the import. */
const views = new Map();

function addView(id) {
  const element = importTemplate.cloneNode(true);
  const part = (name) => element.querySelector(`[data-part="${name}"]`);
  const view = { id, element, part, imported: undefined };
  views.set(id, view);
  part('name').id = `import-${id}`;
  part('name').tabIndex = -1;
  part('progress').setAttribute('aria-describedby', part('name').id);
  for (const button of element.querySelectorAll('[data-action]')) {
    button.setAttribute('aria-describedby', part('name').id);
    button.addEventListener('click', () => act(view, button));
  }
  part('details').addEventListener('toggle', () => part('details').open && showRows(view));
  return view;
}

/** Shows an import as the service has answered. */
function update(imported) {
  const view = views.get(imported.id) ?? addView(imported.id);
  const before = view.imported?.status;
  view.imported = imported;
  render(view);
  const { status, fileName: name } = imported;
  if (before === undefined || before === status) return view;
  document.querySelector('#news').textContent = fill(texts.news, { name, state: texts.status[stateOf(imported)] });
  if (UNDER_WAY.includes(status)) return view;
  const details = view.part('details');
  if (details.open) showRows(view);
  // The visitor wants to see the rows of a file that was sent here.
  else if (status === 'READY' && uploaded.has(imported.id)) details.open = true;
  return view;
}

function render(view) {
  const { imported, part, element } = view;
  const { id, status, fileName, rowsTotal, rowsWithProblems, failure } = imported;
  const upload = uploads.get(id);
  part('name').textContent = fileName;
  element.dataset.status = status;
  part('state').textContent = upload ? '' : texts.status[stateOf(imported)];
  showProgress(view, upload);
  const isWritten = imported.startedAt !== null && WRITTEN.includes(status);
  showNumbers(element, {
    rows: rowsTotal > 0 && rowsTotal,
    problems: ['CHECKING', 'READY'].includes(status) && rowsWithProblems,
    created: isWritten && imported.recordsCreated,
    skipped: isWritten && rowsWithProblems,
    kept: status === 'UNDONE' && imported.recordsCreated,
  });
  say(part('failure'), failure ?? '');
  const actions = actionsOf(imported, upload);
  const date = actions.undo && toDate(imported.undoableUntil);
  say(part('explains'), date ? fill(texts.undoableUntil, { date }) : texts.explains[stateOf(imported)]);
  part('leave-out').hidden = status !== 'READY' || rowsWithProblems === 0;
  part('leave-out').querySelector('span').textContent = fill(texts.leaveOut, { rows: toNumber(rowsWithProblems) });
  part('details').hidden = rowsTotal === 0 || status === 'READING';
  const focused = document.activeElement;
  for (const button of element.querySelectorAll('[data-action]')) button.hidden = !actions[button.dataset.action];
  if (focused?.hidden && element.contains(focused)) part('name').focus();
}
const actionsOf = ({ status, startedAt, undoableUntil }, upload) => ({
  run: status === 'READY',
  again: status === 'CANCELED' && startedAt !== null,
  resume: status === 'WAITING' && !upload,
  pause: upload !== undefined,
  cancel: ['READING', 'CHECKING', 'RUNNING'].includes(status),
  undo: OVER.includes(status) && undoableUntil !== null && new Date(undoableUntil) > new Date(),
  remove: !UNDER_WAY.includes(status) && !upload,
});

function showProgress({ part, imported }, upload) {
  const { status, rowsDone, rowsTotal, receivedBytes, sizeBytes } = imported;
  const progress = part('progress');
  const isUnderWay = UNDER_WAY.includes(status);
  let [amount, done, total] = ['', rowsDone, rowsTotal];
  if (upload) {
    [done, total] = [upload.sent, upload.file.size];
    amount = fill(upload.isBroken ? texts.waiting : texts.sending, { sent: toSize(done), size: toSize(total) });
  } else if (status === 'WAITING') {
    [done, total] = [receivedBytes, sizeBytes ?? 0];
    if (done > 0) amount = fill(texts.received, { sent: toSize(done), size: toSize(total) });
  } else if (isUnderWay && total > 0) amount = fill(texts.rowsDone, { done: toNumber(done), total: toNumber(total) });
  part('amount').textContent = amount;
  progress.hidden = !upload && !isUnderWay && !(status === 'WAITING' && done > 0);
  if (total > 0) [progress.max, progress.value] = [total, done];
  // Before the rows are counted nobody knows how far it is.
  else progress.removeAttribute('value');
}

function showNumbers(element, numbers) {
  for (const [name, value] of Object.entries(numbers)) {
    const row = element.querySelector(`[data-number="${name}"]`);
    row.hidden = value === false;
    row.querySelector('dd').textContent = value === false ? '' : toNumber(value);
  }
}

const dialog = main.querySelector('dialog');
dialog.addEventListener('click', ({ target }) => target.value && dialog.close(target.value));

/** Asks before something that cannot be taken back. */
function confirms(title, text, action) {
  dialog.querySelector('h2').textContent = title;
  dialog.querySelector('p').textContent = text;
  dialog.querySelector('button').textContent = action;
  dialog.returnValue = '';
  dialog.showModal();
  dialog.querySelector('[value=no]').focus();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

/** What import-file.js does with an import. */
const fileActions = {};

async function act(view, button) {
  const { part, imported } = view;
  const { fileName: name, startedAt } = imported;
  const { action } = button.dataset;
  say(part('error'));
  if (fileActions[action]) return fileActions[action](view);
  if (action === 'undo' && !(await confirms(fill(texts.undo, { name }), texts.undoText, button.textContent))) return;
  if (action === 'remove') {
    const text = startedAt ? texts.removeText : texts.removeUnwritten;
    return (await confirms(fill(texts.remove, { name }), text, button.textContent)) && remove(view);
  }
  const query = { run: RUN, again: RUN, cancel: CANCEL, undo: UNDO }[action];
  button.disabled = true;
  await change(view, query, { skip: action === 'again' || part('leave-out').querySelector('input').checked });
  button.disabled = false; // Meanwhile it has lost the focus.
  if (document.activeElement === document.body) (button.hidden ? part('name') : button).focus();
}

/** Sends a change of an import, and shows what has become of it. */
async function change(view, query, { skip, ...variables }) {
  const { data, error } = await ask(query, { id: view.id, ...(query === RUN && { skip }), ...variables });
  if (error) say(view.part('error'), describe(error));
  else update(data.change.fileImport);
  await refresh();
}

async function remove(view) {
  const { error } = await ask(REMOVE, { id: view.id });
  if (error) say(view.part('error'), describe(error));
  else document.querySelector('#yours').focus();
  await refresh();
}

function showAll(imports) {
  const ids = new Set(imports.map(({ id }) => id));
  for (const [id, { element }] of views)
    if (!ids.has(id)) {
      element.remove();
      views.delete(id);
    }
  // One that is moved would lose the focus.
  for (const [i, imported] of imports.entries()) {
    const { element } = update(imported);
    if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
  }
  document.querySelector('#none').hidden = imports.length > 0;
}

const [SHORTEST_MS, LONGEST_MS] = [300, 10_000];
let interval = SHORTEST_MS;
let timer;
let latest = 0;

/** Reads the list at once, and then as long as something is under way, at growing intervals. */
function refresh() {
  interval = SHORTEST_MS;
  return read();
}

async function read() {
  clearTimeout(timer);
  if (!account) return;
  latest += 1;
  const mine = latest;
  const { data, error } = await ask(LIST);
  if (mine !== latest || !account) return;
  say(document.querySelector('#unreachable'), error && (error.message ? describe(error) : texts.network));
  if (data?.me.fileImports) showAll(data.me.fileImports);
  const isUnderWay = [...views.values()].some(({ imported }) => UNDER_WAY.includes(imported.status));
  if (document.hidden || !(error || isUnderWay)) return;
  timer = setTimeout(read, interval);
  interval = Math.min(interval * 1.4, LONGEST_MS);
}

document.addEventListener('visibilitychange', () => {
  clearTimeout(timer);
  if (!document.hidden) void refresh();
});

/** The form to log in, or the imports of whoever has. */
function showPage(hasEnded = false) {
  document.querySelector('#log-in').hidden = account !== null;
  document.querySelector('[data-ended]').hidden = !hasEnded;
  document.querySelector('#imports').hidden = account === null;
  if (!hasEnded) showAll([]);
  document.querySelector('#none').hidden = true;
  void refresh();
}
document.addEventListener('account', ({ detail }) => showPage(detail.hasEnded));
// By then the other scripts have been executed.
document.addEventListener('DOMContentLoaded', () => showPage());
