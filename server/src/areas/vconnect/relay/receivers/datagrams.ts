import type { RemoteInfo } from 'node:dgram'
import type { ReceiverFigures } from './receiver.ts'

/** Takes the payloads out of datagrams. */
export interface DatagramReader {
  /** `left-out`: it is no payload of the stream, which is no fault. @param offset of the port that it came to */
  push(datagram: Buffer, from: RemoteInfo, offset: number, nowMs: number): 'taken' | 'invalid' | 'left-out'
  /** Called every 20 ms. */
  tick(nowMs: number): void
  figures(): ReceiverFigures
}
