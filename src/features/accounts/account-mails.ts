// The mails about an account, in the user's language, as text and as HTML.
import { Language } from '../../shared/language.js';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}
type MailTexts = (
  name: string,
  link: string,
) => { subject: string; hello: string; before: string; action: string; after: string };

const RESET: Record<Language, MailTexts> = {
  [Language.ES]: (name) => ({
    subject: 'Restablecer la contraseña',
    hello: `Hola, ${name}:`,
    before:
      'Alguien, seguramente usted, pidió restablecer la contraseña de su cuenta. El enlace sirve una sola vez, durante 30 minutos:',
    action: 'Elegir una contraseña nueva',
    after: 'Si no fue usted, no tiene que hacer nada: la contraseña sigue siendo la misma.',
  }),
  [Language.EN]: (name) => ({
    subject: 'Reset your password',
    hello: `Hello ${name},`,
    before:
      'Somebody, probably you, requested a password reset for your account. The link can be used once, within 30 minutes:',
    action: 'Choose a new password',
    after: 'If it was not you, you can ignore this mail: your password has not been changed.',
  }),
};
const VERIFY: Record<Language, MailTexts> = {
  [Language.ES]: (name) => ({
    subject: 'Confirmar la dirección de correo',
    hello: `Hola, ${name}:`,
    before: 'Confirme que esta dirección es la suya. El enlace sirve durante siete días:',
    action: 'Confirmar la dirección',
    after: 'Si no abrió ninguna cuenta, no tiene que hacer nada.',
  }),
  [Language.EN]: (name) => ({
    subject: 'Confirm your e-mail address',
    hello: `Hello ${name},`,
    before: 'Please confirm that this address is yours. The link is valid for seven days:',
    action: 'Confirm the address',
    after: 'If you did not create an account, you can ignore this mail.',
  }),
};

export const composeResetMail = (language: Language, name: string, link: string): MailContent =>
  composeMail(RESET[language], language, name, link);
export const composeVerificationMail = (language: Language, name: string, link: string): MailContent =>
  composeMail(VERIFY[language], language, name, link);

function composeMail(texts: MailTexts, language: Language, name: string, link: string): MailContent {
  const { subject, hello, before, action, after } = texts(name, link);
  const html = [
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="font-family: sans-serif; line-height: 1.5">`,
    `<p>${escapeHtml(hello)}</p><p>${before}</p><p><a href="${escapeHtml(link)}">${action}</a></p><p>${escapeHtml(link)}</p><p>${after}</p>`,
    '</body></html>',
  ].join('\n');
  return { subject, text: `${hello}\n\n${before}\n\n${link}\n\n${after}\n`, html };
}

/** A username may contain any character. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
