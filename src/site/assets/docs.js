// Starts Swagger UI, logged in as the demo account if there is one, in a session of its own.
const root = document.querySelector('#docs');
const { base, demo } = JSON.parse(root.dataset.settings);
const dark = matchMedia('(prefers-color-scheme: dark)');
/** The example of POST /auth/refresh is a description; the token of the last log-in takes its place. */
let refreshToken;
let ui;

const followColourScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColourScheme);
followColourScheme();

function showAccount(isDemo) {
  document.querySelector('#demo').hidden = !isDemo;
  document.querySelector('#anonymous').hidden = isDemo;
}

/** The operations after a log-in or registration belong to that account. */
function use({ access_token: token, refresh_token: refresh }) {
  if (token) ui.preauthorizeApiKey('bearer', token);
  refreshToken = refresh ?? refreshToken;
}

async function logInAsDemo() {
  if (!demo) return showAccount(false);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${base}/auth/login`, { method: 'POST', headers, body: JSON.stringify(demo) });
  if (response.ok) use(await response.json());
  showAccount(response.ok);
}

/** Makes the examples that could run only once run any number of times. */
function completeExample(request) {
  if (typeof request.body !== 'string') return request;
  const fresh = `ana-${Date.now().toString(36)}@example.org`;
  if (request.url.endsWith('/auth/register')) request.body = request.body.replace('ana@example.org', fresh);
  if (request.url.endsWith('/auth/refresh') && refreshToken)
    request.body = request.body.replace('the refresh_token of the session', refreshToken);
  return request;
}

async function start() {
  const response = await fetch(`${base}/openapi.json`);
  const spec = await response.json();
  // The page itself has the rest of the description, below the operations.
  [spec.info.description] = spec.info.description.split('\n');
  ui = window.SwaggerUIBundle({
    spec,
    domNode: root,
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    requestInterceptor: completeExample,
    responseInterceptor: async (response) => {
      if (response.url.endsWith('/auth/login') || response.url.endsWith('/auth/register'))
        if (response.ok) showAccount(response.body.user?.email === demo?.email);
      if (response.body?.access_token) use(response.body);
      // After a log-out the page continues as the demo account.
      if (response.ok && response.url.endsWith('/auth/logout')) await logInAsDemo();
      return response;
    },
    onComplete: logInAsDemo,
  });
}

start();
