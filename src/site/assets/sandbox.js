// Loads Apollo Sandbox over the start page. Until it is there the start page is hidden, and shown when it does not come in time.
const target = document.querySelector('#sandbox');
const startPage = document.querySelectorAll('main, footer');
const script = document.createElement('script');
const TIMEOUT_MS = 4000;

function show(isLoaded) {
  document.body.classList.toggle('tool', isLoaded);
  target.hidden = !isLoaded;
  document.querySelector('#no-sandbox').hidden = isLoaded;
  for (const element of startPage) element.hidden = isLoaded;
}

const timer = setTimeout(() => show(false), TIMEOUT_MS);
script.addEventListener('error', () => {
  clearTimeout(timer);
  show(false);
});
script.addEventListener('load', () => {
  clearTimeout(timer);
  show(true);
  new window.EmbeddedSandbox({
    ...JSON.parse(target.dataset.settings),
    target: '#sandbox',
    initialEndpoint: `${location.origin}/graphql`,
    initialSubscriptionEndpoint: `${location.origin.replace(/^http/, 'ws')}/graphql`,
  });
});
for (const element of startPage) element.hidden = true;
script.src = target.dataset.script;
document.head.append(script);
