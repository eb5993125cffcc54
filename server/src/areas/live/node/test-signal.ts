import { createFlvSource, flvTagReader, testSignalArgs } from '@kinora/media'
import { and, eq, gt } from 'drizzle-orm'
import type { Publisher } from '../ingest/publisher.ts'
import type { Live } from '../live.ts'
import type { StreamRow } from '../streams/stream-changes.ts'
import { liveStreams } from '../streams/tables.ts'
import type { LiveSession } from './session/live-session.ts'

/** Publishes color bars, a tone and a clock to streams with a test signal. */
export interface TestSignals {
  /** Starts and stops test signals according to the rows of streams. Call after changes and every 2 s. */
  refresh(): Promise<void>
  close(): void
}

const MAX_TAG_BYTES = 8 * 1024 ** 2
const MEMORY_BYTES = 2 * 1024 ** 3

/** @param sessionOf the session of a stream on this node; null if another node has it */
export function openTestSignals(
  { db, clock, ffmpeg, log }: Pick<Live, 'db' | 'clock' | 'ffmpeg' | 'log'>,
  cwd: string,
  sessionOf: (stream: StreamRow) => Promise<Pick<LiveSession, 'publish'> | null>,
): TestSignals {
  const running = new Map<string, () => void>()

  async function start(stream: StreamRow): Promise<void> {
    running.set(stream.id, () => undefined)
    const run = ffmpeg.stream(testSignalArgs(), { cwd, memoryBytes: MEMORY_BYTES, outputs: 1 })
    run.input.end()
    running.set(stream.id, run.kill)
    const publisher: Publisher = {
      request: { protocol: 'test', streamKey: '', address: '', encoder: '' },
      close: run.kill,
    }
    const session = await sessionOf(stream)
    const decision = await session?.publish(publisher, stream, null)
    if (!decision?.isAccepted) run.kill()
    else {
      const read = flvTagReader(MAX_TAG_BYTES)
      const source = createFlvSource(decision.sink)
      run.outputs[0]?.on('data', (chunk: Buffer) => {
        for (const { kind, timestampMs, body } of read(chunk)) source[kind](timestampMs, body)
      })
    }
    const { stderrTail } = await run.ended
    running.delete(stream.id)
    if (decision?.isAccepted) decision.sink.end()
    if (stderrTail.includes('Error')) log.warn({ stderrTail }, 'a test signal ended')
  }

  return {
    async refresh() {
      const wanted = await db
        .select()
        .from(liveStreams)
        .where(and(gt(liveStreams.testSignalUntil, clock.now()), eq(liveStreams.started, true)))
      const ids = new Set(wanted.map(({ id }) => id))
      for (const [id, stop] of running) if (!ids.has(id)) stop()
      for (const stream of wanted) {
        if (running.has(stream.id) || stream.status === 'active' || stream.status === 'disabled') continue
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
