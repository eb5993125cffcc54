import { type InputFigures, type TsFaultId, tsFaults } from '@kinora/contract'
import { type AnalysedStream, createTsAnalyser } from '@kinora/media'
import type { Clock } from '../../../platform/clock.ts'
import type { ReceiverFigures } from './receivers/receiver.ts'

/** The content and the faults of a stream, from its connection to its end. */
export interface ExaminedStream {
  push(payload: Buffer, atUs: number): void
  /** @param seconds since the last call */
  figures(seconds: number, received: ReceiverFigures, invalid: number): InputFigures
  streams(): readonly AnalysedStream[]
  /** Faults of priority 1 since a time on the clock of the payloads. */
  firstFaults(sinceUs: number): TsFaultId[]
}

export function examineStream(clock: Clock): ExaminedStream {
  const analyser = createTsAnalyser()
  const streamBytes = new Map<number, number>()
  /** Time on the wall clock of time 0 of the payloads. */
  const zeroMs = clock.now().getTime() - performance.now()
  let bytes = 0
  const isFirst = (id: TsFaultId) => (tsFaults.first as readonly TsFaultId[]).includes(id)
  return {
    push(payload, atUs) {
      bytes += payload.length
      analyser.push(payload, atUs)
    },
    streams: analyser.streams,
    firstFaults: (sinceUs) =>
      analyser.faults().flatMap(({ id, lastUs }) => (isFirst(id) && lastUs >= sinceUs ? [id] : [])),
    figures(seconds, { rttMs, lost, unrecovered, fec = null }, invalid) {
      const kbps = rate(bytes, seconds)
      bytes = 0
      return {
        at: clock.now().toISOString(),
        kbps,
        rttMs: rttMs === null ? null : Math.round(rttMs * 10) / 10,
        lost,
        recovered: Math.max(0, lost - unrecovered),
        unrecovered,
        invalid,
        fec,
        faults: analyser.faults().map(({ id, count, lastUs }) => ({
          id,
          count,
          lastAt: new Date(zeroMs + lastUs / 1000).toISOString(),
        })),
        streams: analyser.streams().map(({ pid, codec, language, bytes: all }) => {
          const own = rate(all - (streamBytes.get(pid) ?? 0), seconds)
          streamBytes.set(pid, all)
          return { pid, codec, language, kbps: own }
        }),
      }
    },
  }
}

function rate(bytes: number, seconds: number): number {
  return Math.max(0, Math.round((bytes * 8) / 1000 / seconds))
}
