import { shownAddress } from '../../../platform/net/stored-address.ts'
import type { DestinationRow, InputRow } from './tables.ts'

/** The address of an end as people see it. Empty for a live stream. @param origin public scheme and host of this server */
export function endAddress({ address, port }: InputRow | DestinationRow, origin: string): string {
  if (address !== null) return shownAddress(address)
  return port === null ? '' : `srt://${new URL(origin).hostname}:${port}`
}
