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
  send: (letter: Message) => Promise<void>;
  close: () => void;
}

const SMTP_TIMEOUT_MS = 10_000;

const message = (from: string, { recipient: to, subject, text, html }: Message) => ({ from, to, subject, text, html });

/** A real mail server. */
export function smtpTransport(url: string, from: string): Transport {
  const timeouts = {
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  };
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeouts });
  return {
    send: async (letter) => {
      await transport.sendMail(message(from, letter));
    },
    close: () => transport.close(),
  };
}

/** Files that a mail program opens, for where there is no mail server. */
export function fileTransport(folder: string, from: string): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (letter) => {
      const { message: eml } = await transport.sendMail(message(from, letter));
      await mkdir(folder, { recursive: true });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${letter.recipient.replace(/[^\w.@+-]/g, '_')}-${randomUUID().slice(0, 4)}.eml`;
      // Whole, or not there: somebody may be looking for it.
      await writeFile(join(folder, `.${name}`), eml as Buffer, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
    },
    close: () => {},
  };
}
