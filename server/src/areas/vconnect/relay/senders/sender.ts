import type { LinkReason } from '@kinora/contract'

/** Gets the state of a sender. */
export interface SenderSink {
  connecting(): void
  failing(reason: LinkReason, nextMs: number, detail: string | null): void
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
  /** Bytes that wait for the other side. Null if nothing waits. */
  readonly queueBytes: number | null
  /** Bytes of the connection, if they are not those of the input. */
  readonly sentBytes: number | null
}
