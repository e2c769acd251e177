// What the example asks of the service, in plain fetch.
const service = process.env.SERVICE ?? 'http://127.0.0.1:4000';

export async function request(query, variables, token) {
  const response = await fetch(`${service}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors)
    throw Object.assign(new Error(errors.map(({ message }) => message).join('; ')), {
      code: errors[0].extensions.code,
    });
  return data;
}

export async function logIn(email = 'demo@example.org', password = 'Demo-hives-1') {
  const mutation = 'mutation LogIn($input: LogInInput!) { logIn(input: $input) { accessToken } }';
  return (await request(mutation, { input: { email, password } })).logIn.accessToken;
}

/** @returns the webhook and its secret, which is returned only here */
export async function createWebhook(token, input) {
  const mutation = `mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) { secret webhook { id url } } }`;
  return (await request(mutation, { input }, token)).createWebhook;
}

export const deleteWebhook = (token, id) =>
  request('mutation DeleteWebhook($id: ID!) { deleteWebhook(input: { id: $id }) { deletedId } }', { id }, token);

/** An event says what has changed. What it is now, the receiver reads with its own rights: null if it is gone, or not to be seen. */
export async function readHive(token, id) {
  const query = 'query Hive($id: ID!) { node(id: $id) { ... on Beehive { id label version } } }';
  try {
    return (await request(query, { id }, token)).node;
  } catch (error) {
    if (error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
