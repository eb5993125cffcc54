/** Why a connection could not be had, or ended. */
export type RtmpEnd =
  | 'no-answer'
  | 'certificate'
  | 'refused'
  | 'codec-not-supported'
  | 'left'
  | 'silent'
  | 'failed'

export class RtmpFailure extends Error {
  override readonly name = 'RtmpFailure'
  readonly reason: RtmpEnd
  /** The words of the server, or the codec. Null without any. */
  readonly detail: string | null
  constructor(reason: RtmpEnd, detail: string | null) {
    super(reason)
    this.reason = reason
    this.detail = detail
  }
}
