// The mails about an account, in the user's language, as text and as HTML; and the form of all mails.
import { Language } from '../../shared/language.js';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** Only mails that nobody has asked for one by one have it. */
  unsubscribeUrl?: string;
}
export interface MailTexts {
  subject: string;
  before: string;
  action: string;
  after: string;
}

/** @param name undefined if it is left out */
const HELLO: Record<Language, (name: string | undefined) => string> = {
  [Language.ES]: (name) => (name === undefined ? 'Hola:' : `Hola, ${name}:`),
  [Language.EN]: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
};

const RESET: Record<Language, MailTexts> = {
  [Language.ES]: {
    subject: 'Restablecer la contraseña',
    before:
      'Alguien, seguramente usted, pidió restablecer la contraseña de su cuenta. El enlace sirve una sola vez, durante 30 minutos:',
    action: 'Elegir una contraseña nueva',
    after: 'Si no fue usted, no tiene que hacer nada: la contraseña sigue siendo la misma.',
  },
  [Language.EN]: {
    subject: 'Reset your password',
    before:
      'Somebody, probably you, requested a password reset for your account. The link can be used once, within 30 minutes:',
    action: 'Choose a new password',
    after: 'If it was not you, you can ignore this mail: your password has not been changed.',
  },
};
const VERIFY: Record<Language, MailTexts> = {
  [Language.ES]: {
    subject: 'Confirmar la dirección de correo',
    before: 'Confirme que esta dirección es la suya. El enlace sirve durante siete días:',
    action: 'Confirmar la dirección',
    after: 'Si no abrió ninguna cuenta, no tiene que hacer nada.',
  },
  [Language.EN]: {
    subject: 'Confirm your e-mail address',
    before: 'Please confirm that this address is yours. The link is valid for seven days:',
    action: 'Confirm the address',
    after: 'If you did not create an account, you can ignore this mail.',
  },
};

export const composeResetMail = (language: Language, name: string | undefined, link: string): MailContent =>
  composeMail(RESET[language], language, name, link);
export const composeVerificationMail = (language: Language, name: string | undefined, link: string): MailContent =>
  composeMail(VERIFY[language], language, name, link);

/** Mail programs know no stylesheets and few properties: tables and inline styles are what all of them show alike. */
export const STYLE = {
  page: 'margin:0;background:#faf7f0;font:16px/1.6 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;color:#2b2418',
  card: 'max-width:34em;padding:28px 32px;background:#ffffff;border:1px solid #e8e0cf;border-top:4px solid #e8a317;border-radius:8px',
  button:
    'display:inline-block;padding:12px 22px;background:#e8a317;color:#2b2418;border-radius:6px;font-weight:600;text-decoration:none',
  small: 'font-size:14px;color:#6b604c',
};

export function composeMail(texts: MailTexts, language: Language, name: string | undefined, link: string): MailContent {
  const { subject, before, action, after } = texts;
  const href = escapeHtml(link);
  const content = [
    `<p>${escapeHtml(before)}</p>`,
    `<p style="margin:28px 0"><a href="${href}" style="${STYLE.button}">${action}</a></p>`,
    `<p style="${STYLE.small};word-break:break-all">${href}</p>`,
    `<p style="${STYLE.small}">${after}</p>`,
  ];
  return frameMail(subject, language, name, { text: `${before}\n\n${link}\n\n${after}\n`, html: content });
}

/** A mail with a greeting before its content. The subject is not a text of people. */
export function frameMail(
  subject: string,
  language: Language,
  name: string | undefined,
  content: { text: string; html: string[] },
): MailContent {
  const hello = HELLO[language](name);
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>`,
    `<body style='${STYLE.page}'><table role="presentation" width="100%"><tr><td align="center" style="padding:24px 12px">`,
    `<table role="presentation" style="${STYLE.card}" align="center"><tr><td>`,
    `<p>${escapeHtml(hello)}</p>`,
    ...content.html,
    '</td></tr></table></td></tr></table></body></html>\n',
  ].join('\n');
  return { subject, text: `${hello}\n\n${content.text}`, html };
}

/** A username, and what people have recorded, may contain any character. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
