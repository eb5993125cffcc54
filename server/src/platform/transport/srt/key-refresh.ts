import type { Logger } from '../../log.ts'
import type { SrtKeys } from './keys.ts'
import type { SrtLimits } from './limits.ts'

/** Changes the key of what we send before a counter could repeat (draft-sharabayko-srt-01, 6.1.6): announces the next one, and
 * uses it once the peer has it. */
export interface KeyRefresh {
  /** Counts a sent packet. */
  count(): void
  /** Announces the next key when it is time, and again until the peer confirms it. */
  tick(nowMs: number): void
  /** Takes the peer's answer to the announcement. */
  confirm(message: Buffer): void
}

const REPEAT_MS = 200

interface Announced {
  readonly message: Buffer
  readonly keyFlag: number
  sentMs: number
  isConfirmed: boolean
}

/** @param announce sends a key message to the peer */
export function createKeyRefresh(
  keys: SrtKeys | null,
  { keyRefreshPackets, keyAnnouncePackets }: Pick<SrtLimits, 'keyRefreshPackets' | 'keyAnnouncePackets'>,
  log: Logger,
  announce: (message: Buffer) => void,
): KeyRefresh {
  let packets = 0
  let next: Announced | null = null
  let isMaking = false

  async function make(own: SrtKeys): Promise<void> {
    isMaking = true
    try {
      next = { ...(await own.renew()), sentMs: Number.NEGATIVE_INFINITY, isConfirmed: false }
    } catch (error) {
      log.error({ err: error }, 'making an SRT key failed')
    } finally {
      isMaking = false
    }
  }

  return {
    count() {
      packets += 1
      if (keys === null || next?.isConfirmed !== true || packets < keyRefreshPackets) return
      keys.choose(next.keyFlag)
      next = null
      packets = 0
    },
    tick(nowMs) {
      if (keys === null || packets < keyRefreshPackets - keyAnnouncePackets) return
      if (next === null) {
        if (!isMaking) void make(keys)
        return
      }
      if (next.isConfirmed || nowMs - next.sentMs < REPEAT_MS) return
      next.sentMs = nowMs
      announce(next.message)
    },
    confirm(message) {
      if (next?.message.equals(message)) next.isConfirmed = true
    },
  }
}
