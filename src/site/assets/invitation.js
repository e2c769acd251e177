// What the link of an invitation offers, and whether the app shows the apiary. account.js, which is loaded before, sends the forms.
const FORMAT = { dateStyle: 'long', timeStyle: 'short' };
const formatDate = (date) => new Date(date).toLocaleString(document.documentElement.lang, FORMAT);
const FORMATS = { expiresAt: formatDate, memberUntil: formatDate };

/** A fact that is not told is left out. */
function showFact(row, invitation) {
  const { fact } = row.dataset;
  const value = invitation[fact];
  row.hidden = value === null;
  if (value === null) return;
  const texts = [...row.querySelectorAll('[data-value]')];
  for (const text of texts) text.hidden = text.dataset.value !== value;
  if (texts.length === 0) row.querySelector('dd').textContent = FORMATS[fact]?.(value) ?? value;
}

/** Only the account with this address can accept. */
function bindAddress(address) {
  for (const form of document.forms) {
    form.elements.email.value = address;
    form.elements.email.readOnly = true;
  }
}

async function readInvitation() {
  const { data, code } = await send(document.querySelector('[data-query]').dataset.query, { token });
  if (code === 'TOKEN_INVALID') return show('request');
  if (code !== undefined) return showError(document.querySelector('#use form'), code);
  const { invitation } = data;
  for (const row of document.querySelectorAll('[data-fact]')) showFact(row, invitation);
  if (invitation.email !== null) bindAddress(invitation.email);
}

const SHOW = `mutation ShowSharedApiaries {
  updateProfile(input: { showSharedApiaries: true }) { user { showSharedApiaries } }
}`;
const READ = 'query ReadSetting { me { showSharedApiaries } }';

/** Sets what was chosen, and says what the app shows. */
page.accepted = async (session, inApp) => {
  const { data } = await send(inApp ? SHOW : READ, {}, session);
  const user = inApp ? data?.updateProfile?.user : data?.me;
  const isShown = String(user?.showSharedApiaries ?? false);
  for (const text of document.querySelectorAll('[data-in-app]')) text.hidden = text.dataset.inApp !== isShown;
};

void readInvitation();
