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
    serializers: { err: pino.stdSerializers.err },
  }
  return destination ? pino(options, destination) : pino(options)
}
