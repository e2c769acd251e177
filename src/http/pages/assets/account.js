// Sends the forms of the pages to which links lead. All texts are in the page.
const token = decodeURIComponent(location.pathname.split('/')[2]);

/** @returns the data, and the code of the error if there is one */
async function send(query, variables, session) {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': document.documentElement.lang,
        ...(session && { authorization: `Bearer ${session}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors: [error] = [] } = await response.json();
    return { data, code: error && (error.extensions.reason ?? error.extensions.code) };
  } catch {
    return { code: 'NETWORK' };
  }
}

/** Sends the mutation of a form, within a session of its own if it needs one. */
async function submit({ dataset, elements: { email, password } }, fields) {
  if (!dataset.logIn) return send(dataset.mutation, { token, ...fields });
  const { data, code } = await send(dataset.logIn, { email: email.value, password: password.value });
  if (code !== undefined) return { code };
  const session = data.logIn.accessToken;
  const result = await send(dataset.mutation, { token }, session);
  await send('mutation LogOut { logOut }', {}, session);
  return result;
}

function showError(form, code) {
  const messages = [...form.querySelectorAll('[data-code]')];
  const message = messages.find(({ dataset }) => dataset.code === code) ?? messages.find(isOther);
  for (const each of messages) each.hidden = code === undefined || each !== message;
}
const isOther = ({ dataset }) => dataset.code === 'OTHER';

/** Shows one section; the others are hidden. */
function show(id) {
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id;
}

for (const form of document.forms)
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    showError(form, undefined);
    const { data, code } = await submit(form, Object.fromEntries(new FormData(form)));
    button.disabled = false;
    const { id } = form.parentElement;
    if (code === undefined) {
      const name = document.querySelector(`#${id}-done [data-name]`);
      if (name) name.textContent = Object.values(data)[0].name;
      show(`${id}-done`);
    } else if (code === 'TOKEN_INVALID') show('request');
    else showError(form, code);
  });

for (const box of document.querySelectorAll('[data-shows]'))
  box.addEventListener('change', () => {
    box.form.elements[box.dataset.shows].type = box.checked ? 'text' : 'password';
  });
