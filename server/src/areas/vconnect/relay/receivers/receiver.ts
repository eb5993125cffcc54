import type { InputFigures, LinkReason } from '@kinora/contract'

/** Gets what a receiver receives. */
export interface ReceiverSink {
  /** @param atUs time of the payload, in microseconds on the clock of this process */
  payload(payload: Buffer, atUs: number): void
  /** A part of the stream came, whose payload may wait for one before it. */
  arrived(): void
  /** Something else came. */
  invalid(): void
  /** It waits for a stream now, also after attempts that failed. */
  ready(): void
  /** @param peer null for a live stream */
  connected(peer: string | null): void
  /** One of several callers has joined or left, and the stream goes on. */
  changed(peer: string): void
  /** The stream has ended, or could not be had. @param nextMs milliseconds until the next attempt */
  lost(reason: LinkReason, nextMs: number | null): void
}

export interface Receiver {
  figures(): ReceiverFigures
  /** Disconnects the other side, which may come back. */
  disconnect(): void
  close(): void
}

export interface ReceiverFigures {
  /** Null for UDP and RTP. */
  readonly rttMs: number | null
  readonly lost: number
  readonly unrecovered: number
  /** Forward error correction of the sender. Null without it. */
  readonly fec?: InputFigures['fec']
}

export const NO_FIGURES: ReceiverFigures = { rttMs: null, lost: 0, unrecovered: 0 }
