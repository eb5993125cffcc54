import type { SocialFault, SocialReason } from '@kinora/contract'

/** The network did not answer as it should. Another attempt may help. The message names no address or token. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
  readonly reason: Extract<SocialReason, 'unreachable' | 'answer'>
  /** Seconds after which the network wants to be asked again. */
  readonly afterS: number | null
  /** Whether the network has certainly not handled the request. */
  readonly isUnhandled: boolean
  constructor(
    reason: NetworkFailure['reason'],
    message: string,
    {
      afterS = null,
      isUnhandled = false,
    }: { readonly afterS?: number | null; readonly isUnhandled?: boolean } = {},
  ) {
    super(message)
    this.reason = reason
    this.afterS = afterS
    this.isUnhandled = isUnhandled
  }
}

/** The network has ended the connection of an account: only a person can connect it again. */
export class ConnectionEnded extends Error {
  override readonly name = 'ConnectionEnded'
}

/** The network refuses, and another attempt does not help. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly fault: SocialFault
  readonly reason: SocialReason
  constructor(fault: SocialFault, reason: SocialReason, message: string) {
    super(message)
    this.fault = fault
    this.reason = reason
  }
}

/** The network takes no more requests until a time. */
export class QuotaUsed extends Error {
  override readonly name = 'QuotaUsed'
  readonly until: Date
  /** Whether all accounts of the app wait, or only this one. */
  readonly isOfApp: boolean
  constructor(until: Date, isOfApp: boolean, message: string) {
    super(message)
    this.until = until
    this.isOfApp = isOfApp
  }
}
