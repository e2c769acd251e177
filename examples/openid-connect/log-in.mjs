// The three steps of a client, with nothing but what browsers have (docs/openid-connect.md).

const KEPT = 'openid-connect';

export async function ask(service, query, variables) {
  const response = await fetch(`${service}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw Object.assign(new Error(errors[0].message), { reason: errors[0].extensions.reason });
  return data;
}

/** 1. Which providers there are. */
export const readProviders = async (service) =>
  (await ask(service, '{ identityProviders { name title startUrl } }')).identityProviders;

/** 2. Leaves the page: the provider asks who it is. */
export async function begin(startUrl, redirectUri) {
  const [state, verifier] = [random(), random()];
  sessionStorage.setItem(KEPT, JSON.stringify({ state, verifier }));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    redirect_uri: redirectUri,
    state,
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: 'S256',
  });
  location.assign(`${startUrl}?${query}`);
}

/** 3. Back on the page. @returns the session; undefined if nobody has come back */
export async function finish(service) {
  const answer = new URLSearchParams(location.search);
  if (!answer.has('state')) return undefined;
  const { state, verifier } = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
  sessionStorage.removeItem(KEPT);
  // The code is of no use a second time, and need not stay in the history.
  history.replaceState(null, '', location.pathname);
  // Another site may have opened this page, with a log-in of its own.
  if (answer.get('state') !== state) throw new Error('This log-in was not begun here');
  if (answer.has('error')) throw new Error(answer.get('error'));
  const input = { authorizationCode: answer.get('code'), codeVerifier: verifier };
  return exchange(service, input).catch((error) => {
    // There is an account with this address and a password, which is asked for once. The code can be sent again.
    const password = error.reason === 'PASSWORD_REQUIRED' && prompt(error.message);
    if (!password) throw error;
    return exchange(service, { ...input, password });
  });
}

async function exchange(service, input) {
  const { logInWithIdentity } = await ask(
    service,
    `mutation ($input: LogInWithIdentityInput!) {
      logInWithIdentity(input: $input) { accessToken refreshToken user { username email } }
    }`,
    { input },
  );
  return logInWithIdentity;
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
