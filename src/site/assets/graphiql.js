// Starts GraphiQL, with the account of log-in.js, which is loaded before. A logIn mutation changes the account, too.
const root = document.querySelector('#content');
const { defaultTabs, library } = JSON.parse(root.dataset.settings);
document.addEventListener('account', () => {
  document.querySelector('.account').open = false;
});

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

loadLibrary.then(({ GraphiQL, createElement, createGraphiQLFetcher, createRoot, editorTheme }) => {
  const send = createGraphiQLFetcher({ url: '/graphql', fetch: fetchAsAccount });
  createRoot(root).render(
    createElement(GraphiQL, {
      fetcher: createFetcher(send),
      defaultTabs,
      editorTheme,
      defaultEditorToolsVisibility: 'variables',
      isHeadersEditorEnabled: true,
      schemaDescription: true,
    }),
  );
});
