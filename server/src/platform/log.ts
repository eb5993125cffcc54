import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** Names whose values never reach a log, an event or a stored job, at any depth. */
export const secretNames = [
  'password',
  'passwordHash',
  'token',
  'secret',
  'authorization',
  'cookie',
  'otp',
  'streamKey',
  'privateKey',
  'cardNumber',
  'cvv',
] as const

/** Structured logs: one JSON line an entry, secrets removed. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`])
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[removed]' },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What is worth keeping of an error. Libraries hang whole connections on theirs, passwords included. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  const code = 'code' in error ? { code: error.code } : {}
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  return { name: error.name, message: messageOf(error), ...code, stack: frames.join('\n'), ...cause }
}

/** An error's words, without the values of a query: those are people's own. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'query' in error && 'params' in error ? 'a query failed' : error.message
}
