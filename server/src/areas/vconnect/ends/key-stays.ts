import { shownAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import type { DestinationRow, InputRow } from './tables.ts'

/** Checks that a stored stream key or stream ID goes neither to another server nor unencrypted, because people may change an
 * address without knowing it. @throws problem vconnect-stream-key */
export function assertKeyStays(
  before: InputRow | DestinationRow,
  { address, streamId }: Pick<InputRow | DestinationRow, 'address' | 'streamId'>,
): void {
  if (streamId === null || address === null || before.address === null) return
  const [old, next] = [before.address, address].map((stored) => new URL(shownAddress(stored)))
  if (old === undefined || next === undefined) return
  const isSameHost = old.host.toLowerCase() === next.host.toLowerCase()
  const isAsSafe = ['rtmps:', 'https:'].includes(next.protocol) || next.protocol === old.protocol
  if (!isSameHost || !isAsSafe) throw problem('vconnect-stream-key')
}
