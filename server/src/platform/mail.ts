import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { publicId } from './database/ids.ts'
import type { Logger } from './log.ts'
import { hostOf, isLoopback } from './settings.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** `<id@host>`. The same on every attempt, so that mail systems can drop repeated ones. */
  readonly messageId?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly EmailFile[]
}

export interface EmailFile {
  readonly fileName: string
  readonly type: string
  readonly content: Buffer
  /** Shows the file as a picture in the HTML: `<img src="cid:…">`. */
  readonly cid?: string
}

export interface Mail {
  /** Whether emails reach people. Without a mail server they do not. */
  readonly reachesPeople: boolean
  /** Sends the email, or writes it to a file.
   * @throws if it was not accepted */
  send(email: Email): Promise<void>
}

const TIMEOUT_MS = 20_000

/** Email by SMTP. Without a mail server, writes files under `mail` in the data directory and logs their names. */
export function openMail(config: Config, clock: Clock, log: Logger): Mail {
  // Readable, also as a file.
  const common = { from: config.MAIL_FROM, textEncoding: 'quoted-printable' } as const
  if (config.SMTP_URL === undefined) {
    const folder = join(config.DATA_DIR, 'mail')
    // Nodemailer builds the same message as for a server.
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    return {
      reachesPeople: false,
      async send(email) {
        const { message } = await transport.sendMail({ ...messageOf(email), ...common })
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const file = join(folder, `${clock.now().toISOString().replaceAll(':', '')}-${publicId()}.eml`)
        await writeFile(file, Buffer.isBuffer(message) ? message : '', { mode: 0o600 })
        log.warn({ file }, `no mail server is configured: an email to ${email.to} is in ${file}`)
      },
    }
  }
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  // A password and what the emails say must not be readable on the way. Servers without STARTTLS then get nothing.
  const requireTLS = !isLoopback(hostOf(config.SMTP_URL)) && !config.ALLOW_PLAINTEXT.includes('SMTP_URL')
  const transport = createTransport({ url: config.SMTP_URL, requireTLS, ...timeouts })
  return {
    reachesPeople: true,
    async send(email) {
      await transport.sendMail({ ...messageOf(email), ...common })
    },
  }
}

/** The email as Nodemailer takes it. */
function messageOf({ attachments = [], headers = {}, ...email }: Email) {
  return {
    ...email,
    headers: { ...headers },
    attachments: attachments.map(({ fileName, type, content, cid }) => ({
      filename: fileName,
      contentType: type,
      content,
      ...(cid !== undefined && { cid, contentDisposition: 'inline' as const }),
    })),
  }
}
