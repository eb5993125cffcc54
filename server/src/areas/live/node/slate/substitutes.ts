import type { Bridge, LiveAudioTrack } from '@kinora/media'
import type { HeldPicture } from './held-picture.ts'
import type { SlatePlayer } from './slate-player.ts'

/** Replaces the video of an encoder that sends none: with its last picture, or the slate. */
export interface Substitutes {
  /** Whether viewers see the source, because it is sending. */
  isShown(source: string | null): boolean
  /** Whether the source is the last picture of an encoder. */
  isHeld(source: string | null): boolean
  /** Shows a substitute if the source on air is silent. @param awaited the encoder that viewers should see */
  show(air: string | null, awaited: string): void
  /** Another source is on air. */
  switchedTo(source: string): void
  close(): void
}

/** Name of the slate in the bridge. */
export const SLATE = 'slate'

/** @param keptAudio the format of the session's audio */
export function createSubstitutes(
  bridge: Bridge,
  slate: SlatePlayer,
  held: HeldPicture,
  keptAudio: () => LiveAudioTrack | null,
): Substitutes {
  const isShown = (source: string | null) => source !== null && bridge.isSending(source)

  function showSlate(awaited: string): void {
    if (!slate.isReady()) return
    held.stop()
    const sink = bridge.attach(SLATE)
    bridge.choose(SLATE, 'last-frame')
    slate.play(keptAudio(), sink, bridge.lag)
    bridge.choose(awaited)
  }

  function stopSlate(): void {
    slate.stop()
    bridge.detach(SLATE)
  }

  return {
    isShown,
    isHeld: held.isHeld,
    show(air, awaited) {
      if (held.isHeld(air) && bridge.isHeard(awaited)) held.refresh(awaited)
      else if (!held.isHeld(air) && isShown(air)) {
        if (air !== SLATE) held.stop()
      } else if (air !== awaited || !held.hold(awaited)) showSlate(awaited)
    },
    switchedTo(source) {
      if (source !== SLATE) stopSlate()
      if (!held.isHeld(source)) held.stop()
    },
    close() {
      stopSlate()
      held.stop()
      slate.close()
    },
  }
}
