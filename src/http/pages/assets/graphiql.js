// Starts GraphiQL. The account that has logged in, with the control in the header or with a logIn mutation, is kept for the tab of the
// browser, and its token is sent with every request.
const root = document.querySelector('#content');
const { defaultTabs, demo, library } = JSON.parse(root.dataset.settings);
const control = document.querySelector('.account');
const form = control.querySelector('form');
const STORAGE_KEY = 'beekeeping:account';
const LOG_IN = `mutation LogIn($email: String!, $password: String!, $code: String) {
  logIn(input: { email: $email, password: $password, code: $code, longLived: true }) { accessToken user { email } }
}`;

/** Null after a log-out, which a reload does not undo. */
const stored = sessionStorage.getItem(STORAGE_KEY);
let account = stored === null ? demo : JSON.parse(stored);

function use(next) {
  account = next;
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  showAccount();
}

function showAccount() {
  const { signedIn, nobody } = control.dataset;
  control.querySelector('summary').textContent = account ? `${signedIn} ${account.email}` : nobody;
  control.querySelector('button[type=button]').hidden = !account;
}

/** Uses the account of a response to a logIn mutation. */
function noticeLogIn({ data }) {
  const { accessToken: token, user } = data?.logIn ?? {};
  if (token) use({ token, email: user?.email ?? '' });
  return token !== undefined;
}

/** A token that was refused, because it has expired for example, is not sent again. After a reload the page is as at the first visit. */
function noticeEnd({ errors = [] }) {
  const { code, reason } = errors[0]?.extensions ?? {};
  if (code !== 'UNAUTHENTICATED' || !['TOKEN_INVALID', 'SESSION_OVER'].includes(reason)) return;
  use(null);
  sessionStorage.removeItem(STORAGE_KEY);
}

async function logIn(variables) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    body: JSON.stringify({ query: LOG_IN, variables }),
  });
  const answer = await response.json();
  return noticeLogIn(answer) ? undefined : answer.errors?.[0].extensions.reason;
}

function showError(code) {
  const messages = [...form.querySelectorAll('[data-code]')];
  const shown = messages.find(({ dataset }) => dataset.code === code) ?? messages.at(-1);
  for (const message of messages) message.hidden = code === undefined || message !== shown;
  askForCode(code);
}

/** The field for a code is shown when an account needs one. */
function askForCode(error) {
  if (!error?.startsWith('SECOND_FACTOR_')) return;
  form.querySelector('[data-second-factor]').hidden = false;
  form.elements.code.value = '';
  form.elements.code.focus();
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const before = account;
  const code = await logIn(Object.fromEntries(new FormData(form))).catch(() => 'OTHER');
  showError(account === before ? (code ?? 'OTHER') : undefined);
  if (account !== before) control.open = false;
});
control.querySelector('button[type=button]').addEventListener('click', () => {
  use(null);
  control.open = false;
});

async function fetchAsAccount(url, init) {
  const authorization = account && { authorization: `Bearer ${account.token}` };
  const response = await fetch(url, { ...init, headers: { ...authorization, ...init.headers } });
  await response
    .clone()
    .json()
    .then((answer) => noticeLogIn(answer) || noticeEnd(answer))
    .catch(() => {});
  return response;
}

/** GraphiQL itself: scripts/graphiql-library.js. */
const loadLibrary = import(library);

let socketClient;
/** Loads the client with the first subscription. It opens a WebSocket for it, with the token of that moment. */
function loadSocketClient() {
  socketClient ??= loadLibrary
    .then(({ loadSocketClient }) => loadSocketClient())
    .then(({ createClient }) =>
      createClient({
        url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
        connectionParams: () => (account ? { authorization: `Bearer ${account.token}` } : {}),
      }),
    );
  return socketClient;
}

/** By when a subscription has begun, also on a slow machine. */
const SUBSCRIBED_MS = 1000;

/** If the document of a subscription also has a mutation, the page executes it as well, so that there is something to report. */
function executeMutation({ query, variables }) {
  const [, operationName] = /^mutation\s+(\w+)/m.exec(query) ?? [];
  if (!operationName) return;
  const headers = { 'content-type': 'application/json' };
  fetchAsAccount('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables, operationName }) });
}

/** Returns the events of a subscription as an observable. */
const observe = (request) => ({
  subscribe(sink) {
    let isOver = false;
    let stop = () => {};
    const start = (client) => {
      if (isOver) return;
      stop = client.subscribe(request, sink);
      setTimeout(() => isOver || executeMutation(request), SUBSCRIBED_MS);
    };
    loadSocketClient().then(start, (error) => sink.error(error));
    const unsubscribe = () => {
      isOver = true;
      stop();
    };
    return { unsubscribe };
  },
});

const isSubscription = ({ query, operationName = '' }) =>
  new RegExp(`^\\s*subscription\\s+${operationName}`, 'm').test(query);
/** The first operation of a document, if it has a name. */
const findFirst = (query) => /^(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1];
/**
 * For a moment after a change of the tab, GraphiQL still names the operation of the tab before, or none, and passes its parsed document.
 * Then the first operation is executed.
 */
const createFetcher =
  (send) =>
  ({ operationName, ...request }, options) => {
    const name = request.query.includes(` ${operationName}`) ? operationName : findFirst(request.query);
    const named = name ? { ...request, operationName: name } : request;
    return isSubscription(named) ? observe(named) : send(named, options);
  };

showAccount();
loadLibrary.then(({ GraphiQL, createElement, createGraphiQLFetcher, createRoot, editorTheme }) => {
  const send = createGraphiQLFetcher({ url: '/graphql', fetch: fetchAsAccount });
  createRoot(root).render(
    createElement(GraphiQL, {
      fetcher: createFetcher(send),
      defaultTabs,
      editorTheme,
      defaultEditorToolsVisibility: 'variables',
      isHeadersEditorEnabled: true,
    }),
  );
});
