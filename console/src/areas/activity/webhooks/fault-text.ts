import type { Translate } from '../../../lib/i18n'

/**
 * The server's sentences (`platform/net/post.ts`) for a delivery without an answer; the group captures the variable
 * part.
 */
const faults = [
  ['refused', /^the connection was refused$/],
  ['broken', /^the connection broke off$/],
  ['unreachable', /^the host cannot be reached$/],
  ['silent', /^no answer in (.+) s$/],
  ['unknown', /^(.+) does not resolve$/],
  ['private', /^(.+) is not a public address$/],
] as const

/** Translates why no answer came. Messages of TLS and DNS stay in English. */
export function faultText(t: Translate, fault: string): string {
  for (const [id, sentence] of faults) {
    const found = sentence.exec(fault)
    if (found) return t(`activity:webhooks.faults.${id}`, { what: found[1] ?? '' })
  }
  return fault
}
