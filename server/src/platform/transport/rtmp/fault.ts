/** Violation of the protocol or of a limit by the peer. Ends its session. */
export class RtmpFault extends Error {
  override readonly name = 'RtmpFault'
}
