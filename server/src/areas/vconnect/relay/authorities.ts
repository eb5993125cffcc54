import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import { StartupFailure } from '../../../platform/startup-failure.ts'
import type { Vconnect } from '../vconnect.ts'

/** The public certificate authorities and those of `VCONNECT_CA`. Undefined without the setting.
 * @throws StartupFailure if the file cannot be read */
export async function readAuthorities({
  VCONNECT_CA,
}: Vconnect['config']): Promise<readonly string[] | undefined> {
  if (VCONNECT_CA === undefined) return undefined
  try {
    return [...rootCertificates, await readFile(VCONNECT_CA, 'utf8')]
  } catch (error) {
    throw new StartupFailure(`VCONNECT_CA cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
