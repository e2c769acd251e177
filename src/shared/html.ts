// A template for HTML: values are escaped unless they are HTML themselves.

export class Html {
  constructor(readonly text: string) {}
}
type Value = Html | string | number | false | undefined | readonly Value[];

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function render(value: Value): string {
  if (value === false || value === undefined) return '';
  if (value instanceof Html) return value.text;
  return Array.isArray(value) ? value.map(render).join('') : escapeHtml(String(value));
}

/** html`<p>${name}</p>`: a list is joined; false and undefined are left out. */
export function html(pieces: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(pieces.map((piece, i) => (i === 0 ? piece : render(values[i - 1]) + piece)).join(''));
}
