import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Message {
  recipient: string;
  subject: string;
  text: string;
  html: string;
}
export interface Transport {
  send: (message: Message) => Promise<void>;
  close: () => void;
}

const SMTP_TIMEOUT_MS = 10_000;

const toMailOptions = (from: string, { recipient: to, subject, text, html }: Message) => ({
  from,
  to,
  subject,
  text,
  html,
});

/** Sends mails to an SMTP server. */
export function smtpTransport(url: string, from: string): Transport {
  const timeouts = {
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  };
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeouts });
  return {
    send: async (message) => {
      await transport.sendMail(toMailOptions(from, message));
    },
    close: () => transport.close(),
  };
}

/** Writes mails as .eml files, for installations without a mail server. */
export function fileTransport(folder: string, from: string): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (message) => {
      const { message: eml } = await transport.sendMail(toMailOptions(from, message));
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${message.recipient.replace(/[^\w.@+-]/g, '_')}-${randomUUID().slice(0, 4)}.eml`;
      // Renamed when complete: a reader never sees half a file.
      await writeFile(join(folder, `.${name}`), eml as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    },
    close: () => {},
  };
}
