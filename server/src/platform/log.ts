import { type DestinationStream, type Logger, pino } from 'pino'
import { hideSecretsInText } from './net/address-secrets.ts'

export type { Logger }

/** Names whose values never reach a log, an event or a stored job, at any depth. */
const secretNames = [
  'password',
  'passwordHash',
  'passphrase',
  'currentPassword',
  'newPassword',
  'token',
  'ticket',
  'secret',
  'authorization',
  'cookie',
  'otp',
  'recoveryCodes',
  'credential',
  'streamKey',
  'privateKey',
  'secretKey',
  'accessKey',
  'apiKey',
  'signature',
  'sig',
  'cardNumber',
  'cvv',
  'cvc',
]
const secretEndings = secretNames.map((name) => name.toLowerCase())

/** Replacement for secrets. */
export const redacted = '[removed]'

const secretNameCache = new Map<string, boolean>()
const MAX_CACHED_NAMES = 1000

/** Whether a name is or ends with one of them: `X-Amz-Signature`, `old_password`. */
export function isSecretName(name: string): boolean {
  const known = secretNameCache.get(name)
  if (known !== undefined) return known
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const isSecret = secretEndings.some((ending) => plain.endsWith(ending))
  // Limits the cache: our own names are few and come first, and names from requests cannot fill the memory.
  if (secretNameCache.size < MAX_CACHED_NAMES) secretNameCache.set(name, isSecret)
  return isSecret
}

/** Structured logs: one JSON line per entry, without secrets. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`])
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: redacted },
    serializers: { err: describeError },
    // Addresses are also in the messages of errors.
    hooks: { streamWrite: (line: string) => hideSecretsInText(line, redacted) },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The relevant fields of an error. Libraries attach whole connections, including passwords. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { name: error.name, message: messageOf(error), ...code, stack: frames.join('\n'), ...cause }
}

/** The message of an error, without the values of a query, which are personal data. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'query' in error && 'params' in error ? `a query failed: ${messageOf(error.cause)}` : error.message
}
