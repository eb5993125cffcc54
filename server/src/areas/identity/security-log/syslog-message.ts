import { hostname } from 'node:os'
import { exportedRecord, type LogRow } from './log-reader.ts'

/** Security and authorization messages (RFC 5424, 6.2.1). */
const FACILITY = 10
const WARNING = 4
const INFORMATIONAL = 6
const NIL = '-'
/** Receivers can cut longer messages (RFC 5424, 6.1). */
const MAX_BYTES = 8 * 1024
const BYTE_ORDER_MARK = '\uFEFF'

/** A record as a syslog message (RFC 5424), with the fields as JSON. */
export function syslogMessage(row: LogRow): Buffer {
  const priority = FACILITY * 8 + (row.failed ? WARNING : INFORMATIONAL)
  const header = [
    `<${priority}>1`,
    row.createdAt.toISOString(),
    printable(hostname(), 255),
    'kinora',
    String(process.pid),
    printable(row.action, 32),
    NIL,
  ].join(' ')
  const fields = exportedRecord(row)
  const whole = messageOf(header, fields)
  if (whole.byteLength <= MAX_BYTES) return whole
  // Old and new values of a role can be long. The export has them.
  return messageOf(header, { ...fields, details: {}, isShortened: true })
}

function messageOf(header: string, fields: Record<string, unknown>): Buffer {
  return Buffer.from(`${header} ${BYTE_ORDER_MARK}${JSON.stringify(fields)}`)
}

/** Text of a header field: printable ASCII without spaces. */
function printable(text: string, most: number): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '_').slice(0, most) || NIL
}

/** A message in a stream, with its length before it (RFC 6587, 3.4.1, and RFC 5425, 4.3). */
export function framed(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${message.byteLength} `), message])
}
