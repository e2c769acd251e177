import { begin, finish, readProviders } from './log-in.mjs';

// The server of the page says where the service is.
const { service } = await (await fetch('settings.json')).json();
const message = document.getElementById('message');

try {
  const session = await finish(service);
  message.textContent = session ? `Logged in as ${session.user.username}` : 'Choose an account:';
} catch (error) {
  message.textContent = `Not logged in: ${error.message}`;
}
for (const { title, startUrl } of await readProviders(service)) {
  const button = document.createElement('button');
  button.textContent = `Log in with ${title}`;
  button.addEventListener('click', () => begin(startUrl, location.origin + location.pathname));
  const item = document.createElement('li');
  item.append(button);
  document.getElementById('providers').append(item);
}
