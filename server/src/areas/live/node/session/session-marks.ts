import { breakMessages, hexOf, type LiveMark, type MessageMark, type SourceCue } from '@kinora/media'
import { addSeconds } from '../../../../platform/clock.ts'
import { type CueRow, cuesSince, endOf } from '../../cues/cues.ts'
import type { FeedMessage } from '../../feed/feed-message.ts'
import type { Live } from '../../live.ts'
import { liveCueChannel } from '../../streams/open-cues.ts'
import type { StreamRow } from '../../streams/stream-changes.ts'

/** Ad markers in the playlists of a session. */
export interface SessionMarks {
  /** Reads the breaks and the marker style. Call after changes and regularly. */
  refresh(stream: Pick<StreamRow, 'adMarkers'>): Promise<void>
  /** Passes on SCTE-35 messages of the encoder that neither start nor end a break. */
  take(cue: SourceCue, atMs: number): void
  /** Current markers for delivery. */
  message(): FeedMessage
  close(): void
}

/** Limit of breaks in a playlist. */
const MOST_BREAKS = 200
/** Breaks are read this long ahead, so that the database may be unavailable when playlists announce them 10 s ahead.
 * Later breaks are not read, because they would count against the limit. */
const SOON_S = 300
const MOST_MESSAGES = 32
/** Tolerance between repetitions of a message. */
const SAME_MS = 500

/** @param windowS length of the playlists in seconds */
export function createSessionMarks(
  { db, bus, clock, log }: Pick<Live, 'db' | 'bus' | 'clock' | 'log'>,
  stream: StreamRow,
  windowS: number,
  send: (message: FeedMessage) => void,
): SessionMarks {
  let style = stream.adMarkers
  let breaks: readonly LiveMark[] = []
  let messages: readonly MessageMark[] = []
  let sent = ''

  const message = () =>
    ({ type: 'marks', style, marks: style === 'none' ? [] : [...breaks, ...messages] }) as const

  function update(): void {
    const text = JSON.stringify(message())
    if (text === sent) return
    sent = text
    send(message())
  }

  async function read(): Promise<void> {
    if (style !== 'none') {
      const cues = await cuesSince(db, stream, addSeconds(clock.now(), -windowS))
      const soon = addSeconds(clock.now(), SOON_S)
      breaks = cues
        .filter(({ at }) => at <= soon)
        .slice(-MOST_BREAKS)
        .map(markOf)
    }
    update()
  }

  const unsubscribe = bus.subscribe(liveCueChannel, (streamId) => {
    if (streamId !== '' && streamId !== stream.id) return
    read().catch((err: unknown) => log.warn({ err, streamId: stream.id }, 'breaks cannot be announced'))
  })
  return {
    message,
    close: unsubscribe,
    refresh({ adMarkers }) {
      style = adMarkers
      return read()
    },
    take({ what, raw }, atMs) {
      if (what !== 'other' || raw === null) return
      const hex = hexOf(raw)
      if (messages.some((known) => known.message === hex && Math.abs(known.atMs - atMs) < SAME_MS)) return
      const added = { kind: 'message', id: `message-${Math.round(atMs)}`, atMs, message: hex } as const
      messages = [...messages.filter(({ id }) => id !== added.id), added].slice(-MOST_MESSAGES)
      update()
    },
  }
}

function markOf(cue: CueRow): LiveMark {
  const { id, at, durationS, endedAt, plannedS } = cue
  const isOpen = endedAt === null && durationS === null
  return {
    kind: 'break',
    id: `break-${id}`,
    atMs: at.getTime(),
    plannedS,
    endMs: isOpen ? null : endOf(cue).getTime(),
    ...breakMessages(cue),
  }
}
