// The text of a digest, in the language of its account.
import { groupBy } from '../../shared/group-by.js';
import { Language } from '../../shared/language.js';
import { escapeHtml, frameMail, type MailContent, STYLE } from '../accounts/account.mail.js';
import type { ListedItem } from '../worklist/worklist.queries.js';
import { titleOf } from '../worklist/worklist-title.texts.js';
import { DigestFrequency } from './digest.enums.js';

/** A longer text of people is cut. */
const MAX_TEXT_LENGTH = 200;

const TEXTS = {
  [Language.ES]: {
    subject: (count: number) => (count === 1 ? 'Hay un asunto pendiente' : `Hay ${count} asuntos pendientes`),
    [DigestFrequency.DAILY]: 'Esto está pendiente hoy:',
    [DigestFrequency.WEEKLY]: 'Esto está pendiente en los próximos siete días:',
    more: (count: number) => (count === 1 ? 'Y uno más.' : `Y ${count} más.`),
    why: 'Recibe este correo porque activó el resumen de su cuenta. Para no recibir más:',
    action: 'No enviar más resúmenes',
  },
  [Language.EN]: {
    subject: (count: number) => (count === 1 ? 'One thing needs you' : `${count} things need you`),
    [DigestFrequency.DAILY]: 'This needs you today:',
    [DigestFrequency.WEEKLY]: 'This needs you within the next seven days:',
    more: (count: number) => (count === 1 ? 'And one more.' : `And ${count} more.`),
    why: 'You get this mail because you switched on the digest of your account. To get no more:',
    action: 'Send no more digests',
  },
};

export interface DigestOf {
  language: Language;
  name: string;
  frequency: Exclude<DigestFrequency, 'OFF'>;
  /** Not empty. */
  items: ListedItem[];
  unsubscribeUrl: string;
}

export function composeDigest({ language, name, frequency, items, unsubscribeUrl }: DigestOf): MailContent {
  const texts = TEXTS[language];
  const { total } = items[0]!;
  const rest = total - items.length;
  const more = rest > 0 ? [texts.more(rest)] : [];
  // The most severe item decides which apiary is first.
  const apiaries = [...groupBy(items, ({ apiaryId }) => apiaryId).values()].map((ofApiary) => ({
    title: toLine(ofApiary[0]!.apiaryName ?? ''),
    lines: ofApiary.map((item) => writeItem(item, language)),
  }));
  const text = [
    texts[frequency],
    ...apiaries.map(({ title, lines }) => [...(title ? [title] : []), ...lines.map((line) => `- ${line}`)].join('\n')),
    ...more,
    texts.why,
    unsubscribeUrl,
  ];
  const html = [
    `<p>${texts[frequency]}</p>`,
    ...apiaries.map(({ title, lines }) => {
      const list = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
      return `${title && `<p><strong>${escapeHtml(title)}</strong></p>`}<ul>${list}</ul>`;
    }),
    ...more.map((line) => `<p>${line}</p>`),
    `<p style="${STYLE.small}">${texts.why} <a href="${escapeHtml(unsubscribeUrl)}">${texts.action}</a></p>`,
  ];
  const content = frameMail(texts.subject(total), language, name, { text: `${text.join('\n\n')}\n`, html });
  return { ...content, unsubscribeUrl };
}

/** The day is that of the place of the item. */
function writeItem(item: ListedItem, language: Language): string {
  const title = toLine(titleOf(item).in(language));
  if (item.dueOn === null) return title;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(item.dueOn),
  );
  return `${title} (${day})`;
}

/** What people have recorded, as one line: others may have written it. */
function toLine(text: string): string {
  const line = [...text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()];
  return line.length > MAX_TEXT_LENGTH ? `${line.slice(0, MAX_TEXT_LENGTH).join('')}…` : line.join('');
}
