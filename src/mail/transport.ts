import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Message {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** Where a mail program ends such mails for its reader with one request (RFC 8058). */
  unsubscribeUrl?: string | null;
}
export interface Transport {
  send: (message: Message) => Promise<void>;
  close: () => void;
}

const CONNECTION_TIMEOUT_MS = 10_000;
/** A server may check a mail for so long before it accepts it (RFC 5321, 4.5.3.2.6). Giving up earlier sends it again. */
const SOCKET_TIMEOUT_MS = 600_000;
const MAX_CONNECTIONS = 5;

const toHeaders = (from: string, { id, recipient: to, subject, unsubscribeUrl }: Message) => ({
  from,
  // Mail programs show copies with the same Message-ID once.
  messageId: `<${id}@beekeeping-backend>`,
  to,
  subject,
  ...(unsubscribeUrl != null && {
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }),
});

/** Loaded for the first mail, so that a process that sends none does not hold the library. */
const loadNodemailer = () => import('nodemailer');

/** Whether a password would cross a network: whoever is in between could remove STARTTLS from the answer of the server, and read it. */
function mustEncrypt(url: string): boolean {
  const { protocol, username, hostname } = new URL(url);
  return protocol === 'smtp:' && username !== '' && !/^(localhost$|127\.|\[::1\]$)/.test(hostname);
}

/** Sends mails to an SMTP server. */
export function smtpTransport(url: string, from: string): Transport {
  const timeouts = {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  };
  const open = async () => {
    const { createTransport } = await loadNodemailer();
    return createTransport({
      url,
      requireTLS: mustEncrypt(url),
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      ...timeouts,
    });
  };
  let transport: ReturnType<typeof open> | undefined;
  return {
    send: async (message) => {
      transport ??= open();
      await (await transport).sendMail({ ...toHeaders(from, message), text: message.text, html: message.html });
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** A part whose content is written as it is: quoted-printable, nodemailer's choice, would break links apart and write `=` as `=3D`. */
const toPlainPart = (type: string, content: string): { raw: string } => ({
  raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content.replace(/\r?\n/g, '\r\n')}`,
});

/** Writes mails as .eml files, for installations without a mail server. Their links can be copied from the file. */
export function fileTransport(folder: string, from: string): Transport {
  return {
    send: async (message) => {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true });
      const alternatives = [toPlainPart('text/plain', message.text), toPlainPart('text/html', message.html)];
      const { message: eml } = await transport.sendMail({ ...toHeaders(from, message), alternatives });
      await mkdir(folder, { recursive: true });
      // The names of the files contain addresses.
      await chmod(folder, 0o700);
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${message.recipient.replace(/[^\w.@+-]/g, '_')}-${randomUUID().slice(0, 4)}.eml`;
      // Renamed when complete: a reader never sees half a file.
      await writeFile(join(folder, `.${name}`), eml as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    },
    close: () => {},
  };
}
