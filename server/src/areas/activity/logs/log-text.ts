import { cutText } from '@kinora/contract'
import { isSecretName, redacted } from '../../../platform/log.ts'
import { hideSecretsInText } from '../../../platform/net/address-secrets.ts'

/** Deeper than any body of the contract. Deeper levels are left out. */
const MAX_DEPTH = 32

/** A body as JSON text without secrets, cut at `limit` characters. Writing stops at the limit, so that a huge body
 * costs no more than a small one. Null if there is no body. @param own host of this server */
export function bodyText(value: unknown, limit: number, own?: string): string | null {
  if (value === undefined || value === null) return null
  const writer = { text: '', limit, own }
  write(writer, value, 0)
  return writer.text.length > limit ? `${cutText(writer.text, limit - 1)}…` : writer.text
}

interface Writer {
  text: string
  readonly limit: number
  readonly own: string | undefined
}

function write(writer: Writer, value: unknown, depth: number): void {
  if (typeof value === 'string')
    writer.text += JSON.stringify(withoutSecrets(cutText(value, writer.limit), writer.own))
  else if (typeof value !== 'object' || value === null) writer.text += JSON.stringify(value) ?? 'null'
  else if (value instanceof Date) writer.text += JSON.stringify(value)
  else if (depth === MAX_DEPTH) writer.text += '"…"'
  else if (Array.isArray(value)) writeAll(writer, '[', value, ']', (item) => write(writer, item, depth + 1))
  else
    writeAll(writer, '{', fieldsOf(value), '}', ([name, field]) => {
      writer.text += `${JSON.stringify(name)}:`
      write(writer, isSecretName(name) && field !== null ? redacted : field, depth + 1)
    })
}

function writeAll<T>(
  writer: Writer,
  open: string,
  items: readonly T[],
  close: string,
  each: (item: T) => void,
) {
  writer.text += open
  for (const [index, item] of items.entries()) {
    if (writer.text.length > writer.limit) return
    if (index > 0) writer.text += ','
    each(item)
  }
  writer.text += close
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, field]) => field !== undefined)
}

/** A text without the secrets of addresses. @param own host of this server, whose addresses have public IDs */
export function withoutSecrets(text: string, own?: string): string {
  return hideSecretsInText(text, redacted, own)
}
