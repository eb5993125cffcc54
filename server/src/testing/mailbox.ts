import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestKinora } from './kinora.ts'
import { patient } from './machine/patience.ts'

const PATIENCE_MS = patient(15_000)

/** The newest email to an address, with a text if one is given. Without a mail server, emails are files. */
export async function emailTo(kinora: TestKinora, address: string, count = 1, text = ''): Promise<string> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const found = (await emailsOf(kinora)).filter(
      (mail) => mail.toLowerCase().includes(`to: ${address.toLowerCase()}`) && mail.includes(text),
    )
    const newest = found.at(-1)
    if (found.length >= count && newest !== undefined) return newest
    if (performance.now() > until) throw new Error(`there are ${found.length} mails to ${address}`)
    await pause(50)
  }
}

/** The six-digit code of an email. */
export function codeIn(mail: string): string {
  return /^(\d{6})$/m.exec(mail)?.[1] ?? ''
}

/** The secret of the link in an email. */
export function linkTokenIn(mail: string): string {
  // Quoted-printable breaks long lines with "=" and writes "=" as "=3D".
  const plain = mail.replaceAll('=\n', '').replaceAll('=3D', '=')
  return /#token=([\w-]{20,})/.exec(plain)?.[1] ?? ''
}

/** All emails, oldest first. */
export async function emailsOf({ dataDir }: TestKinora): Promise<string[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')))
}
