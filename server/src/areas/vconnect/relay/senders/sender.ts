import type { LinkReason } from '@kinora/contract'

/** Gets the state of a sender. */
export interface SenderSink {
  connecting(): void
  failing(reason: LinkReason, nextMs: number): void
}

/** Sends a stream to a destination. */
export interface Sender {
  push(payload: Buffer, atUs: number): void
  figures(): SenderFigures
  close(): void
}

export interface SenderFigures {
  readonly rttMs: number | null
  readonly resent: number
  readonly dropped: number
  /** Packets that arrived, as far as the protocol knows. */
  readonly arrived: number
  readonly peers: readonly string[]
}
