// Sends the file of an import, in parts that follow each other. One that broke off goes on where it was: at once, when there is a connection
// again; or later, when the visitor chooses the same file again.
const drop = document.querySelector('.drop');
const fileInput = drop.querySelector('input');
const refused = document.querySelector('#refused');
const CREATE = `mutation Create($name: String!) {
  create: createFileImport(input: { fileName: $name }) { fileImport { ...imported } }
} ${IMPORTED}`;
const READ = `query Import($id: ID!) { fileImport(id: $id) { ...imported } } ${IMPORTED}`;

const MAX_NAME = 200;
/** A part is large enough for a fast connection, and arrives in time on a slow one. */
const [SMALLEST, FIRST, LARGEST] = [64 * 1024, 256 * 1024, 4 * 2 ** 20];
const [QUICK_MS, SLOW_MS, TIMEOUT_MS] = [1500, 6000, 30_000];
const MAX_FAILURES = 8;

/** What is being sent, and the files that were chosen, by the id of the import. */
const uploads = new Map();
const uploaded = new Map();

/** Why a file is not sent at all. */
function refusalOf({ size }) {
  if (size === 0) return texts.empty;
  return size > texts.maxBytes ? fill(texts.tooLarge, { max: texts.maxBytes / 2 ** 20 }) : '';
}

async function createImport(file) {
  const refusal = refusalOf(file);
  say(refused, refusal);
  if (refusal) return;
  const { data, error } = await ask(CREATE, { name: file.name.slice(-MAX_NAME).replace(/^[\udc00-\udfff]/, '') });
  if (error) return say(refused, describe(error));
  uploaded.set(data.create.fileImport.id, file);
  const view = update(data.create.fileImport);
  list.prepend(view.element);
  // A list that was asked for before does not have it.
  void refresh();
  view.part('name').focus();
  await sendFile(view, file);
}

async function sendFile(view, file) {
  const { id, part, imported } = view;
  const upload = { file, sent: imported.receivedBytes, isBroken: false, stop: new AbortController() };
  uploads.set(id, upload);
  const show = () => view.element.isConnected && render(view);
  show();
  upload.digest = await digestOf(file);
  if (!upload.digest) upload.sent = 0;
  let bytes = FIRST;
  let failures = 0;
  while (upload.sent < file.size && !upload.stop.signal.aborted) {
    const begun = performance.now();
    const { sent, message, isFinal } = await sendPart(imported.uploadPath, upload, bytes);
    if (sent === undefined) {
      failures += 1;
      bytes = Math.max(bytes / 2, SMALLEST);
      if (upload.stop.signal.aborted) break;
      if (isFinal || failures > MAX_FAILURES) {
        say(part('error'), message ?? texts.failed);
        // Another one can be chosen.
        uploaded.delete(id);
        break;
      }
      upload.isBroken = true;
      show();
      if (!(await catchUp(id, upload, failures))) break;
    } else {
      const time = performance.now() - begun;
      if (time < QUICK_MS) bytes = Math.min(bytes * 2, LARGEST);
      else if (time > SLOW_MS) bytes = Math.max(bytes / 2, SMALLEST);
      failures = 0;
      Object.assign(upload, { sent, isBroken: false });
    }
    show();
  }
  uploads.delete(id);
  await refresh();
}

/**
 * The digest says of which file a part is. Browsers compute it where they trust the connection (HTTPS); elsewhere, the file is sent in one
 * piece, and so it is if it cannot be read: sending it says why.
 */
async function digestOf(file) {
  if (!crypto.subtle) return undefined;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(digest)))}:`;
  } catch {
    return undefined;
  }
}

/** @returns how many bytes have arrived, or why the part was not taken, and whether another attempt is of no use */
async function sendPart(path, { file, sent: at, stop, digest }, bytes) {
  const body = digest ? file.slice(at, at + bytes) : file;
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  // Browsers of 2023 do not have AbortSignal.any.
  setTimeout(abort, TIMEOUT_MS);
  stop.signal.addEventListener('abort', abort, { once: true });
  try {
    const response = await fetchAsAccount(path, {
      method: 'PUT',
      headers: {
        ...HEADERS,
        'content-type': 'application/octet-stream',
        ...(digest && { 'content-range': `bytes ${at}-${at + body.size - 1}/${file.size}`, 'repr-digest': digest }),
      },
      body,
      signal: attempt.signal,
    });
    const answer = await response.json();
    if (response.ok) return { sent: answer.received_bytes };
    const isPassing =
      answer.error_code !== 'ANOTHER_FILE' &&
      (response.status >= 500 || [400, 408, 409, 429].includes(response.status));
    return { message: answer.message, isFinal: !isPassing };
  } catch {
    return (await isReadable(body)) ? {} : { message: texts.changed, isFinal: true };
  }
}

/** What has been saved again since it was chosen cannot be read, nor can a folder that was dropped. */
const isReadable = (body) =>
  body
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Waits, and asks how much has arrived. @returns whether there is something left to send */
async function catchUp(id, upload, failures) {
  await new Promise((resolve) => {
    setTimeout(resolve, Math.min(500 * 2 ** failures, 20_000));
    window.addEventListener('online', resolve, { once: true });
    upload.stop.signal.addEventListener('abort', resolve, { once: true });
  });
  const { data } = await ask(READ, { id });
  if (!data?.fileImport) return account !== null;
  upload.sent = upload.digest ? data.fileImport.receivedBytes : 0;
  return data.fileImport.status === 'WAITING';
}

/** The import whose file is chosen again. */
let resumed;
fileActions.resume = (view) => {
  const file = uploaded.get(view.id);
  if (file) return sendFile(view, file);
  resumed = view;
  fileInput.click();
};
fileActions.pause = ({ id }) => uploads.get(id)?.stop.abort();

function chooseFile(file) {
  const view = resumed;
  resumed = undefined;
  if (!view) return createImport(file);
  const { fileName: name, sizeBytes: size } = view.imported;
  const isOther = size !== null && file.size !== size;
  const refusal = isOther ? fill(texts.otherFile, { name, size: toSize(size) }) : refusalOf(file);
  if (refusal) return say(view.part('error'), refusal);
  uploaded.set(view.id, file);
  return sendFile(view, file);
}

fileInput.addEventListener('change', () => {
  const [file] = fileInput.files;
  // The same file can be chosen again.
  fileInput.value = '';
  if (file) void chooseFile(file);
});
fileInput.addEventListener('cancel', () => {
  resumed = undefined;
});

for (const type of ['dragover', 'dragleave', 'drop'])
  document.addEventListener(type, (event) => {
    // A file that is dropped beside it would replace the page.
    event.preventDefault();
    drop.classList.toggle('over', type === 'dragover');
    const [file] = event.dataTransfer?.files ?? [];
    if (type === 'drop' && file && account) void createImport(file);
  });

document.querySelector('#template').addEventListener('click', async () => {
  const response = await fetchAsAccount('/api/v1/imports/template.xlsx', { headers: HEADERS }).catch(() => undefined);
  say(refused, response?.ok ? '' : texts.failed);
  if (!response?.ok) return;
  const [, download] = /filename="(.+)"/.exec(response.headers.get('content-disposition'));
  const link = make('a', { href: URL.createObjectURL(await response.blob()), download });
  link.click();
  URL.revokeObjectURL(link.href);
});

document.addEventListener('account', () => {
  say(refused);
  dialog.close();
  // What had the focus is hidden.
  main.querySelector('h1').focus();
});
window.addEventListener('beforeunload', (event) => uploads.size > 0 && event.preventDefault());
