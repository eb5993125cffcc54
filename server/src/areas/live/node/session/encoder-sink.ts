import {
  type BadSourceCue,
  type LivePacket,
  type LiveSink,
  type LiveTrack,
  type SourceFault,
  type SourceItem,
  sendItem,
} from '@kinora/media'
import type { PublisherSink } from '../../ingest/publisher.ts'
import { createIntakeLimits, type IntakeFault, type IntakeLimits } from './intake-limits.ts'

/** The connection of an encoder whose media a sink takes. */
export interface EncoderConnection {
  isConnected(): boolean
  /** The encoder broke a limit, or its media cannot be taken. */
  refuse(fault: IntakeFault | SourceFault): void
  /** Viewers see none of its video, for this reason. */
  hasNoPicture(reason: string): void
  /** The encoder has left, or its media is no longer taken. */
  left(): void
}

/** Passes on the media of an encoder while it is connected and within the limits.
 * @param onBadCue receives cues that cannot be read */
export function limitEncoder(
  sink: LiveSink,
  connection: EncoderConnection,
  maxKbps: number,
  onBadCue: (cue: BadSourceCue) => void,
): PublisherSink {
  const limits = createIntakeLimits(maxKbps)
  const end = () => {
    sink.end()
    connection.left()
  }
  const refuse = (fault: IntakeFault | SourceFault) => {
    if (!connection.isConnected()) return
    connection.refuse(fault)
    end()
  }
  const take = (item: SourceItem) => {
    if (!connection.isConnected()) return
    if (item.kind === 'bad-cue') onBadCue(item)
    const fault = limits.check(item)
    if (fault === null) {
      sendItem(sink, item)
      return
    }
    refuse(fault)
  }
  return {
    track: take,
    packet: take,
    cue: take,
    noPicture: connection.hasNoPicture,
    sent: sink.sent && limitSent(sink.sent, connection, createIntakeLimits(maxKbps), refuse),
    refuse,
    end,
  }
}

/** Media that is passed on as it was sent has the same limits. */
function limitSent(
  sent: NonNullable<LiveSink['sent']>,
  connection: Pick<EncoderConnection, 'isConnected'>,
  limits: IntakeLimits,
  refuse: (fault: IntakeFault) => void,
): NonNullable<LiveSink['sent']> {
  const take = (item: LiveTrack | LivePacket) => {
    if (!connection.isConnected()) return
    const fault = limits.check(item)
    if (fault !== null) refuse(fault)
    else sendItem({ ...sent, cue: () => undefined }, item)
  }
  return { track: take, packet: take }
}
