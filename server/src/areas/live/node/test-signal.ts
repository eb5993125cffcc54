import { createFlvSource, flvTagReader, testSignalArgs } from '@kinora/media'
import { and, eq, gt } from 'drizzle-orm'
import type { FfmpegWorker } from '../../../platform/ffmpeg/index.ts'
import type { Publisher } from '../ingest/publisher.ts'
import type { Live } from '../live.ts'
import { addMonitorEvent } from '../monitoring/health-store.ts'
import { lateSink } from '../sources/late-sink.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { liveStreams } from '../streams/tables.ts'
import type { LiveSession } from './session/live-session.ts'

/** Publishes color bars, a tone and a clock to streams with a test signal. */
export interface TestSignals {
  /** Starts and stops test signals according to the rows of streams. Call after changes and every 2 s. */
  refresh(): Promise<void>
  close(): void
}

const NAME = 'the test signal of a live stream'
const MAX_TAG_BYTES = 8 * 1024 ** 2
/** Time after which a session that refused the signal is asked again. */
const REFUSED_MS = 10_000
const MEMORY_BYTES = 2 * 1024 ** 3

/** @param sessionOf the session of a stream on this node; null if another node has it */
export function openTestSignals(
  { db, clock, ffmpeg, log }: Pick<Live, 'db' | 'clock' | 'ffmpeg' | 'log'>,
  cwd: string,
  sessionOf: (stream: StreamRow) => Promise<Pick<LiveSession, 'publish'> | null>,
): TestSignals {
  const running = new Map<string, () => void>()
  const workers = new Map<string, FfmpegWorker>()
  /** When a session that refused the signal is asked again, by stream. */
  const refusedUntil = new Map<string, number>()

  function report(stream: StreamRow, name: string): void {
    addMonitorEvent(db, stream, clock.now(), 'worker-failed', name).catch((err: unknown) =>
      log.warn({ err }, 'an event of a test signal is not stored'),
    )
  }

  function workerOf(stream: StreamRow): FfmpegWorker {
    const known =
      workers.get(stream.id) ?? ffmpeg.worker({ name: NAME, log, onFailing: (name) => report(stream, name) })
    workers.set(stream.id, known)
    return known
  }

  async function start(stream: StreamRow): Promise<void> {
    const settings = { cwd, memoryBytes: MEMORY_BYTES, outputs: 1, hasInput: false }
    const run = workerOf(stream).start(testSignalArgs(), settings)
    if (run === null) return
    run.input.end()
    running.set(stream.id, run.kill)
    const publisher: Publisher = {
      request: { protocol: 'test', streamKey: '', address: '', encoder: '' },
      close: run.kill,
    }
    const sink = lateSink(
      () => undefined,
      async () => {
        const session = await sessionOf(stream)
        const decision = await session?.publish(publisher, stream, null)
        if (decision?.isAccepted) return decision.sink
        refusedUntil.set(stream.id, performance.now() + REFUSED_MS)
        run.kill()
        return null
      },
    )
    const read = flvTagReader(MAX_TAG_BYTES)
    const source = createFlvSource(sink)
    run.outputs[0]?.on('data', (chunk: Buffer) => {
      for (const { kind, timestampMs, body } of read(chunk)) source[kind](timestampMs, body)
    })
    await run.ended
    running.delete(stream.id)
    sink.end()
  }

  return {
    async refresh() {
      const wanted = await db
        .select()
        .from(liveStreams)
        .where(and(gt(liveStreams.testSignalUntil, clock.now()), eq(liveStreams.started, true)))
      const ids = new Set(wanted.map(({ id }) => id))
      for (const [id, stop] of running) if (!ids.has(id)) stop()
      for (const known of [workers, refusedUntil])
        for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
      for (const stream of wanted) {
        if (running.has(stream.id) || stream.status === 'active' || stream.status === 'disabled') continue
        if ((refusedUntil.get(stream.id) ?? 0) > performance.now()) continue
        start(stream).catch((err: unknown) => {
          running.delete(stream.id)
          log.warn({ err }, 'a test signal cannot start')
        })
      }
    },
    close() {
      for (const stop of running.values()) stop()
    },
  }
}
