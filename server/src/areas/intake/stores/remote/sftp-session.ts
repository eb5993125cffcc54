import { createHash } from 'node:crypto'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { StoreFault } from '../file-store.ts'
import type { Access } from './access.ts'
import { networkFault } from './faults.ts'
import { connectTo } from './guard.ts'
import { CONNECT_MS, within } from './limits.ts'

/** An open connection by SFTP. */
export interface SftpSession {
  /** Runs a request of the protocol, with a time limit. @throws StoreFault */
  ask<T>(
    run: (sftp: SFTPWrapper, done: (error: Error | null | undefined, value: T) => void) => void,
  ): Promise<T>
  close(): void
}

/** Connects and signs in. @throws StoreFault */
export async function openSftpSession(access: Access<'sftp'>): Promise<SftpSession> {
  try {
    return await connectSftp(access)
  } catch (error) {
    throw networkFault(error) ?? error
  }
}

async function connectSftp(access: Access<'sftp'>): Promise<SftpSession> {
  const { settings, rules, signal } = access
  const socket = await connectTo(rules, settings.host, settings.port, signal)
  const client = new ssh2.Client()
  const close = () => {
    client.end()
    socket.destroy()
  }
  try {
    await within(signIn(client, access, socket), signal, CONNECT_MS)
    // Requests that wait are not answered then.
    const lost = new AbortController()
    const sftp = await within(startSftp(client, lost), signal, CONNECT_MS)
    client.once('close', () => lost.abort(new StoreFault('no-answer', 'the connection was lost')))
    client.on('error', () => undefined)
    signal.addEventListener('abort', close, { once: true })
    const either = AbortSignal.any([signal, lost.signal])
    return {
      close,
      async ask(run) {
        const { promise, resolve, reject } = Promise.withResolvers<Parameters<Parameters<typeof run>[1]>[1]>()
        try {
          run(sftp, (error, value) => (error ? reject(error) : resolve(value)))
          return await within(promise, either)
        } catch (error) {
          throw requestFault(error)
        }
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

function signIn(
  client: ssh2.Client,
  { settings, secrets, acceptsHostKey }: Access<'sftp'>,
  sock: ReturnType<typeof connectTo> extends Promise<infer S> ? S : never,
): Promise<void> {
  const { password, privateKey, passphrase } = secrets
  let isOther = false
  return new Promise((resolve, reject) => {
    client.once('ready', resolve)
    client.on('error', (error) =>
      reject(isOther ? new StoreFault('host-key', 'the key of the server has changed') : signInFault(error)),
    )
    client.once('close', () => reject(new StoreFault('no-answer', 'the server closed the connection')))
    // Servers that ask with words of their own mean the password.
    client.on('keyboard-interactive', (_name, _text, _language, prompts, finish) =>
      finish(prompts.map(() => password ?? '')),
    )
    try {
      client.connect({
        sock,
        username: settings.user,
        tryKeyboard: password !== undefined,
        readyTimeout: CONNECT_MS,
        keepaliveInterval: 10_000,
        keepaliveCountMax: 3,
        ...(password !== undefined && { password }),
        ...(privateKey !== undefined && { privateKey }),
        ...(passphrase !== undefined && { passphrase }),
        hostVerifier(key: Buffer, verify: (isValid: boolean) => void) {
          acceptsHostKey(fingerprintOf(key)).then(
            (isAccepted) => {
              isOther = !isAccepted
              verify(isAccepted)
            },
            (error: unknown) => {
              reject(error)
              verify(false)
            },
          )
        },
      })
    } catch (error) {
      // The private key does not parse, or its passphrase is wrong.
      reject(new StoreFault('sign-in', 'the private key cannot be used', error))
    }
  })
}

/** The fingerprint of a key, as OpenSSH shows it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

function signInFault(error: Error): unknown {
  switch ('level' in error ? error.level : null) {
    case 'client-authentication':
      return new StoreFault('sign-in', 'the server refused the sign-in', error)
    case 'client-timeout':
      return new StoreFault('no-answer', 'the server did not answer in time', error)
    case 'handshake':
    case 'protocol':
      return new StoreFault('protocol', 'the server does not speak SFTP as Kinora does', error)
    default:
      return networkFault(error) ?? new StoreFault('no-answer', 'the connection failed', error)
  }
}

/** @param lost aborted when the server breaks the protocol */
function startSftp(client: ssh2.Client, lost: AbortController): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (error) return reject(new StoreFault('protocol', 'the server has no SFTP', error))
      // The library itself listens only until the channel is ready.
      sftp.on('error', (broken: Error) =>
        lost.abort(new StoreFault('protocol', 'the server does not speak SFTP as Kinora does', broken)),
      )
      resolve(sftp)
    })
  })
}

const { STATUS_CODE } = ssh2.utils.sftp

/** Faults of one request by the status of the protocol (draft-ietf-secsh-filexfer-02, 7). */
function requestFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreFault) return error
  switch ('code' in error ? error.code : null) {
    case STATUS_CODE.NO_SUCH_FILE:
      return new StoreFault('missing', 'there is no such file', error)
    case STATUS_CODE.PERMISSION_DENIED:
      return new StoreFault('no-access', 'the server refuses access', error)
    case STATUS_CODE.NO_CONNECTION:
    case STATUS_CODE.CONNECTION_LOST:
      return new StoreFault('no-answer', 'the connection was lost', error)
    case STATUS_CODE.EOF:
    case STATUS_CODE.FAILURE:
    case STATUS_CODE.BAD_MESSAGE:
    case STATUS_CODE.OP_UNSUPPORTED:
      return error
    default:
      // Without a status, the connection ended.
      return networkFault(error) ?? new StoreFault('no-answer', 'the connection was lost', error)
  }
}

/** Whether an error only says that something ends there. */
export function isEnd(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === STATUS_CODE.EOF
}
