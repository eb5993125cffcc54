import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** The newest email to an address. Without a mail server, emails are files. */
export async function emailTo(address: string, dataDir = process.env.KINORA_DATA_DIR ?? ''): Promise<string> {
  let newest: string | undefined
  await expect
    .poll(async () => {
      newest = (await mailsTo(address, dataDir)).at(-1)
      return newest
    })
    .toBeDefined()
  return newest ?? ''
}

/** The six-digit code of an email. */
export function codeIn(mail: string): string {
  return /^(\d{6})$/m.exec(mail)?.[1] ?? ''
}

/** Path and fragment of the link in an email. */
export function linkIn(mail: string): string {
  // Quoted-printable breaks long lines with "=" and writes "=" as "=3D".
  const plain = mail.replaceAll('=\n', '').replaceAll('=3D', '=')
  return /https?:\/\/[^/\s]+(\/[^\s"<]+)/.exec(plain)?.[1] ?? ''
}

async function mailsTo(address: string, dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.toLowerCase().includes(`to: ${address.toLowerCase()}`))
}
