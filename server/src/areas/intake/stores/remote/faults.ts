import type { AccountStepReason } from '@kinora/contract'
import { AddressRefused } from '../../../../platform/net/address-guard.ts'
import { StoreFault } from '../file-store.ts'

/** Errors of connections, by their code. */
const codes: Readonly<Record<string, AccountStepReason>> = {
  ECONNREFUSED: 'no-answer',
  ECONNRESET: 'no-answer',
  ECONNABORTED: 'no-answer',
  EHOSTUNREACH: 'no-answer',
  ENETUNREACH: 'no-answer',
  ENOTFOUND: 'no-answer',
  EAI_AGAIN: 'no-answer',
  EPIPE: 'no-answer',
  ETIMEDOUT: 'no-answer',
  ERR_STREAM_PREMATURE_CLOSE: 'no-answer',
  ABORT_ERR: 'no-answer',
  EPROTO: 'protocol',
}
const certificateCode = /CERT|SIGNATURE|UNABLE_TO_(?:GET|VERIFY)|ALTNAME|CA_/
/** Other errors of TLS, and those of the parser of HTTP. */
const protocolCode = /^(?:ERR_SSL_|HPE_)/

/** The fault of an error of a connection. Null for all others. */
export function networkFault(error: unknown): StoreFault | null {
  if (error instanceof StoreFault) return error
  if (!(error instanceof Error)) return null
  if (error instanceof AddressRefused || error.name === 'AddressRefused')
    return new StoreFault('address', 'the address does not resolve, or is not allowed', error)
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new StoreFault('no-answer', 'the server did not answer in time', error)
  const code = 'code' in error ? String(error.code) : ''
  const fault = codes[code] ?? faultOfCode(code)
  if (fault !== undefined) return new StoreFault(fault, `the connection failed: ${code}`, error)
  // Node.js gives an error for each address of a name.
  return error instanceof AggregateError ? networkFault(error.errors[0]) : null
}

function faultOfCode(code: string): AccountStepReason | undefined {
  if (certificateCode.test(code)) return 'certificate'
  return protocolCode.test(code) ? 'protocol' : undefined
}
