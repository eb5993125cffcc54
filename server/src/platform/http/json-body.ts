import { isUtf8 } from 'node:buffer'
import { problem } from '../problem.ts'

/** Unpaired surrogates, which only an escape can contain, are not valid UTF-8. */
const unpairedSurrogate = /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2})\\ud[c-f]/i

/** The text of a JSON body. @throws problem request-malformed for text that PostgreSQL cannot store */
export function decodeJson(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw problem('request-malformed', { detail: 'Text must be valid UTF-8' })
  const text = new TextDecoder().decode(bytes)
  if (!text.includes('\\u')) return text
  // What follows an escaped backslash is no escape.
  const escapes = text.replaceAll('\\\\', '  ')
  if (escapes.includes('\\u0000')) throw problem('request-malformed', { detail: 'Text must not contain NUL' })
  if (unpairedSurrogate.test(escapes))
    throw problem('request-malformed', { detail: 'Text must not contain unpaired surrogates' })
  return text
}
