import { isIP } from 'node:net'
import { Client, FTPError } from 'basic-ftp'
import { fixedLookup } from '../../../../platform/net/guarded-lookup.ts'
import { StoreFault } from '../file-store.ts'
import type { Access } from './access.ts'
import { networkFault } from './faults.ts'
import { resolveHost } from './guard.ts'
import { ANSWER_MS, CONNECT_MS, within } from './limits.ts'

/** Most bytes of the list of one folder, as text. */
const MOST_LIST_BYTES = 16 * 1024 ** 2

/** An open connection by FTP or FTPS. */
export interface FtpSession {
  /** Runs commands when those before have ended: FTP has one at a time. @throws StoreFault */
  run<T>(work: (client: Client) => Promise<T>): Promise<T>
  close(): void
}

/** Connects and signs in. @throws StoreFault */
export async function openFtpSession(access: Access<'ftp'> | Access<'ftps'>): Promise<FtpSession> {
  // Another host for transfers is refused: the server could name one inside the network.
  const client = new Client(ANSWER_MS, { allowSeparateTransferHost: false, maxListingBytes: MOST_LIST_BYTES })
  const close = () => client.close()
  access.signal.addEventListener('abort', close, { once: true })
  try {
    await within(connect(client, access), access.signal, CONNECT_MS)
  } catch (error) {
    close()
    throw ftpFault(error)
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    close,
    run(work) {
      const result = last.then(() => {
        access.signal.throwIfAborted()
        return work(client)
      })
      last = result.catch(() => undefined)
      return result.catch((error: unknown) => {
        throw ftpFault(error)
      })
    },
  }
}

async function connect(client: Client, access: Access<'ftp'> | Access<'ftps'>): Promise<void> {
  const { settings, secrets, rules, signal } = access
  const checked = await resolveHost(rules, settings.host, settings.port, signal)
  const { address } = checked
  if ('mode' in settings) {
    const secureOptions = {
      // The identity of the server, also where the client connects to it by its name.
      host: settings.host,
      lookup: fixedLookup(checked),
      ...(isIP(settings.host) === 0 && { servername: settings.host }),
      ...(settings.ca !== null && { ca: settings.ca }),
    }
    if (settings.mode === 'implicit') await client.connectImplicitTLS(address, settings.port, secureOptions)
    else {
      await client.connect(address, settings.port)
      await client.useTLS(secureOptions)
    }
  } else await client.connect(address, settings.port)
  await client.sendIgnoringError('OPTS UTF8 ON')
  try {
    await client.login(settings.user, secrets.password ?? '')
  } catch (error) {
    if (!(error instanceof FTPError) || error.code >= 600) throw error
    // 421 says that there are too many connections (RFC 959, 4.2).
    throw error.code === 421
      ? new StoreFault('no-answer', 'the server has too many connections', error)
      : new StoreFault('sign-in', 'the server refused the sign-in', error)
  }
  await client.useDefaultSettings()
}

/** Faults by the codes of RFC 959, 4.2. */
function ftpFault(error: unknown): unknown {
  if (error instanceof StoreFault) return error
  if (error instanceof FTPError) {
    switch (error.code) {
      case 550:
      case 553:
        return /denied|permission|not allowed|forbidden/i.test(error.message)
          ? new StoreFault('no-access', 'the server refuses access', error)
          : new StoreFault('missing', 'there is no such file', error)
      case 532:
        return new StoreFault('no-access', 'the server refuses access', error)
      case 530:
        return new StoreFault('sign-in', 'the server refused the sign-in', error)
      case 534:
      case 536:
        return new StoreFault('protocol', 'the server refuses TLS', error)
      case 421:
      case 425:
      case 426:
        return new StoreFault('no-answer', 'the connection was lost', error)
      default:
        return error
    }
  }
  const known = networkFault(error)
  if (known !== null) return known
  // The library names these errors by text only.
  const text = error instanceof Error ? error.message : ''
  if (/timeout|closed|FIN|disconnected/i.test(text))
    return new StoreFault('no-answer', 'the connection was lost', error)
  if (/Maximum bytes/.test(text)) return new StoreFault('too-many', 'the list is too long', error)
  if (/EPSV|PASV|parse/i.test(text))
    return new StoreFault('protocol', 'the server does not speak FTP as Kinora does', error)
  return error
}
