// The account that has logged in, on the pages with a form for it. It is kept for the tab of the browser, and its token is sent with every
// request. The page hears of a change by the event `account`, whose detail says whether the session has ended by itself.
const logInForm = document.querySelector('form[data-log-in]');
const { demo = null } = JSON.parse(logInForm.dataset.logIn);
const STORAGE_KEY = 'beekeeping:account';
const HEADERS = {
  'content-type': 'application/json',
  'accept-language': document.documentElement.lang,
  'time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
};
const LOG_IN = `mutation LogIn($email: String!, $password: String!, $code: String) {
  logIn(input: { email: $email, password: $password, secondFactorCode: $code, longLived: true }) { accessToken user { email } }
}`;
const LOG_OUT = 'mutation LogOut { logOut { success } }';

/** Null after a log-out, which a reload does not undo. */
const stored = sessionStorage.getItem(STORAGE_KEY);
let account = stored === null ? demo : JSON.parse(stored);

function use(next, hasEnded = false) {
  account = next;
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  // Whoever uses the browser next must not find the password in the form.
  logInForm.reset();
  showAccount();
  document.dispatchEvent(new CustomEvent('account', { detail: { hasEnded } }));
}

function showAccount() {
  for (const place of document.querySelectorAll('[data-account]')) {
    place.dataset.nobody ??= place.textContent;
    place.textContent = account ? `${place.dataset.signedIn} ${account.email}` : place.dataset.nobody;
  }
  for (const button of document.querySelectorAll('[data-log-out]')) button.hidden = !account;
}

/** Uses the account of a response to a logIn mutation. */
function noticeLogIn({ data }) {
  const { accessToken: token, user } = data?.logIn ?? {};
  if (token) use({ token, email: user?.email ?? '' });
  return token !== undefined;
}

/**
 * A token that was refused, because it has expired for example, is not sent again. After a reload the page is as at the first visit.
 * @param token with which the request was sent
 */
function noticeEnd({ errors = [], error_code }, status, token) {
  const ofRest = { code: status === 401 ? 'UNAUTHENTICATED' : undefined, reason: error_code };
  const { code, reason } = errors[0]?.extensions ?? ofRest;
  if (code !== 'UNAUTHENTICATED' || !['TOKEN_INVALID', 'SESSION_OVER'].includes(reason)) return;
  if (!account || account.token !== token) return;
  use(null, true);
  sessionStorage.removeItem(STORAGE_KEY);
}

async function fetchAsAccount(url, init) {
  const token = account?.token;
  const authorization = token && { authorization: `Bearer ${token}` };
  const response = await fetch(url, { ...init, headers: { ...authorization, ...init.headers } });
  await response
    .clone()
    .json()
    .then((answer) => noticeLogIn(answer) || noticeEnd(answer, response.status, token))
    .catch(() => {});
  return response;
}

/** Sends an operation. @returns the answer; if there is none, an error without a message */
async function ask(query, variables = {}, send = fetchAsAccount) {
  try {
    const response = await send('/graphql', {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors: [error] = [] } = await response.json();
    return { data, error };
  } catch {
    return { error: {} };
  }
}

function showLogInError(error) {
  const messages = [...logInForm.querySelectorAll('[data-code]')];
  const reason = error?.extensions?.reason;
  const shown = messages.find(({ dataset }) => dataset.code === reason) ?? messages.at(-1);
  for (const message of messages) message.hidden = error === undefined || message !== shown;
  if (shown === messages.at(-1)) {
    shown.dataset.text ??= shown.textContent;
    shown.textContent = error?.message ?? shown.dataset.text;
  }
  askForCode(reason);
}

/** The field for a code is shown when an account needs one. */
function askForCode(reason) {
  const { code } = logInForm.elements;
  const isNeeded = reason?.startsWith('SECOND_FACTOR_') ?? false;
  if (isNeeded) logInForm.querySelector('[data-second-factor]').hidden = false;
  code.value = '';
  if (isNeeded) code.focus();
}

logInForm.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = logInForm.querySelector('[type=submit]');
  button.disabled = true;
  const answer = await ask(LOG_IN, Object.fromEntries(new FormData(logInForm)), fetch);
  button.disabled = false;
  // A button that is disabled loses the focus.
  if (document.activeElement === document.body) button.focus();
  showLogInError(noticeLogIn(answer) ? undefined : (answer.error ?? {}));
});

for (const button of document.querySelectorAll('[data-log-out]'))
  button.addEventListener('click', () => {
    const { token } = account;
    use(null);
    // All visitors have the session of the demo account.
    if (token !== demo?.token) void ask(LOG_OUT, {}, (url, init) => fetch(url, withToken(init, token)));
  });
const withToken = (init, token) => ({ ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });

showAccount();
