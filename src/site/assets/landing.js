// The buttons that copy a command.
for (const button of document.querySelectorAll('[data-copied]'))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent);
    const { textContent } = button;
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = textContent;
    }, 1500);
  });
