/** What the peer sent breaks the protocol or a limit. Ends its session. */
export class RtmpFault extends Error {
  override readonly name = 'RtmpFault'
}
