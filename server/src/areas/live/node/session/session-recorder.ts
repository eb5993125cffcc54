import type { Packaged } from '@kinora/media'
import { createGapLog, type GapLog } from '../../gaps/gap-log.ts'
import type { Live } from '../../live.ts'
import { isPlannedNow } from '../../planned-recordings/planned-now.ts'
import { type Recorder, type Recording, startRecorder } from '../../recordings/recorder.ts'
import type { SessionRow } from '../../sessions/tables.ts'
import type { StreamRow } from '../../streams/stream-changes.ts'

/** Records a session: all of it if its stream is recorded, and otherwise while a recording is planned. */
export interface SessionRecorder {
  take(packaged: Packaged): void
  /** The encoder has disconnected. */
  encoderLeft(): void
  /** Begins or ends what is planned. Call after changes and regularly. */
  refresh(): Promise<void>
  /** The recording of the whole session. Undefined if the stream is not recorded. */
  readonly started: Promise<Recording | null> | undefined
  /** Stores pending segments and gaps. The next node continues the recording. */
  flush(): Promise<void>
  /** Ends the recording. */
  finish(): Promise<void>
}

interface Running {
  readonly recorder: Recorder
  readonly gaps: GapLog
  /** Media sequence number of the first recorded segment, with which all renditions begin. */
  readonly firstMsn: number
}

/** @param nameOf name of a rendition @param isConnected whether an encoder is connected */
export function createSessionRecorder(
  live: Live,
  stream: StreamRow,
  session: SessionRow,
  nameOf: (rendition: string) => string,
  isConnected: () => boolean,
): SessionRecorder {
  /** The current init segment of each rendition, with which a recording begins. */
  const inits = new Map<string, Packaged>()
  let nextMsn = session.nextMsn
  let running = stream.record ? begin() : null

  function begin(): Running {
    const recorder = startRecorder(live, stream, session, nameOf)
    for (const init of inits.values()) recorder.take(init)
    return { recorder, gaps: createGapLog(live, session, isConnected), firstMsn: nextMsn }
  }

  let finished: Promise<void> = Promise.resolve()

  function finish(): Promise<void> {
    const ended = running
    running = null
    if (ended !== null) finished = Promise.all([finished, end(ended)]).then(() => undefined)
    return finished
  }

  async function end({ recorder, gaps }: Running): Promise<void> {
    await recorder.finish()
    await gaps.end(live.clock.now())
  }

  return {
    started: running?.recorder.started,
    finish,
    take(packaged) {
      if (packaged.type === 'init') inits.set(packaged.rendition, packaged)
      const isEarlier = 'msn' in packaged && running !== null && packaged.msn < running.firstMsn
      if (packaged.type === 'segment-begun') nextMsn = Math.max(nextMsn, packaged.msn + 1)
      if (running === null || isEarlier) return
      running.recorder.take(packaged)
      running.gaps.take(packaged)
    },
    encoderLeft: () => running?.gaps.encoderLeft(),
    async refresh() {
      if (stream.record) return
      const isPlanned = await isPlannedNow(live, stream)
      if (isPlanned) running ??= begin()
      else await finish()
    },
    async flush() {
      await running?.recorder.flush()
      await running?.gaps.flush()
    },
  }
}
