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
        'time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
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

/** What a page adds. `accepted` runs after the mutation of a form, within its session. */
const page = { accepted: async () => {} };

/** Sends the mutation of a form, within a session of its own if it needs one. */
async function submit({ dataset }, { inApp, ...fields }) {
  if (!dataset.session) return send(dataset.mutation, { token, ...fields });
  const opened = await send(dataset.session, fields);
  if (opened.code !== undefined) return opened;
  const session = opened.data.session.accessToken;
  const result = await send(dataset.mutation, { token }, session);
  if (result.code === undefined) await page.accepted(session, inApp !== undefined);
  await send('mutation LogOut { logOut { success } }', {}, session);
  return { ...result, hasAccount: true };
}

function showError(form, code) {
  const messages = [...form.querySelectorAll('[data-code]')];
  const message = messages.find(({ dataset }) => dataset.code === code) ?? messages.find(isOther);
  for (const each of messages) each.hidden = code === undefined || each !== message;
  // An account with a second factor: the form asks for its code, too.
  if (code?.startsWith('SECOND_FACTOR_')) form.querySelector('[data-second-factor]').hidden = false;
}
const isOther = ({ dataset }) => dataset.code === 'OTHER';

/** Shows one section, and what belongs to it; the others are hidden. */
function show(id) {
  for (const section of document.querySelectorAll('main > section')) section.hidden = section.id !== id;
  for (const part of document.querySelectorAll('[data-with]')) part.hidden = !part.dataset.with.split(' ').includes(id);
}

/** Opens another form of the page, with the address that was entered. */
function openForm(id, { elements: { email } }) {
  show(id);
  const form = document.querySelector(`#${id} form`);
  form.elements.email.value = email.value;
  showError(form, undefined);
  return form;
}

for (const form of document.forms)
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    showError(form, undefined);
    const { data, code, hasAccount } = await submit(form, Object.fromEntries(new FormData(form)));
    button.disabled = false;
    if (code === undefined) {
      const name = document.querySelector(`#${form.dataset.done} [data-name]`);
      if (name) name.textContent = data.acceptInvitation.apiary.name;
      show(form.dataset.done);
    } else if (code === 'TOKEN_INVALID') show('request');
    // The account has been created: the next attempt logs in.
    else showError(hasAccount ? openForm('use', form) : form, code);
  });

for (const button of document.querySelectorAll('[data-opens]'))
  button.addEventListener('click', () => {
    openForm(button.dataset.opens, button.closest('section').querySelector('form'));
  });

for (const box of document.querySelectorAll('[data-shows]'))
  box.addEventListener('change', () => {
    box.form.elements[box.dataset.shows].type = box.checked ? 'text' : 'password';
  });
