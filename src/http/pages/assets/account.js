// Sends the forms of the pages to which the links in mails lead. All texts are in the page.
const token = decodeURIComponent(location.pathname.split('/')[2]);

/** @returns the code of the error, or undefined */
async function send(query, variables) {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify({ query, variables }),
    });
    const { errors: [error] = [] } = await response.json();
    return error && (error.extensions.reason ?? error.extensions.code);
  } catch {
    return 'NETWORK';
  }
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
    const code = await send(form.dataset.mutation, { token, ...Object.fromEntries(new FormData(form)) });
    button.disabled = false;
    const { id } = form.parentElement;
    if (code === undefined) show(`${id}-done`);
    else if (code === 'TOKEN_INVALID') show('request');
    else showError(form, code);
  });

for (const box of document.querySelectorAll('[data-shows]'))
  box.addEventListener('change', () => {
    box.form.elements[box.dataset.shows].type = box.checked ? 'text' : 'password';
  });
