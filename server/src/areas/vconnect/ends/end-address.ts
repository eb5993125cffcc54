import { shownAddress } from '../../../platform/net/stored-address.ts'
import type { DestinationRow, InputRow } from './tables.ts'

/** The port from which our side of a rendezvous connects. Null in other modes. */
export function localPortOf({ mode, port }: InputRow | DestinationRow): number | null {
  return mode === 'rendezvous' ? port : null
}

/** The address of an end as people see it. Empty for a live stream. @param origin public scheme and host of this server */
export function endAddress({ address, port }: InputRow | DestinationRow, origin: string): string {
  if (address !== null) return shownAddress(address)
  return port === null ? '' : `srt://${new URL(origin).hostname}:${port}`
}
