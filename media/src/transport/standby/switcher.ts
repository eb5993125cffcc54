/** The place that an input takes its stream from: itself, or the input that stands in for it. */
export type StreamSource = 'own' | 'backup'
export type SwitchReason = 'lost' | 'returned' | 'backup-lost' | 'by-hand'

export interface SwitchRules {
  /** Silence after which the backup stands in. */
  readonly holdMs: number
  /** The rule by which the input takes its place again: with its next keyframe, after some time without silence, or on request. */
  readonly returns: 'at-once' | 'after-hold' | 'by-hand'
  readonly returnMs: number
}

export interface SwitchWish {
  readonly source: StreamSource
  readonly reason: SwitchReason
}

/** Decides from which source a stream is taken. Pure: times come from the caller. */
export interface Switcher {
  /** A payload of the input itself came. */
  received(nowMs: number): void
  /** A person wants a source. It is remembered until it can be had. */
  choose(source: StreamSource): void
  /** The source to take, if it is not the current one. @param hasBackup whether the backup has a stream */
  wish(current: StreamSource, hasBackup: boolean, nowMs: number): SwitchWish | null
  /** The wish was fulfilled. */
  switched(wish: SwitchWish): void
}

/** A stream that never came is not missed for so long. */
const START_MS = 10_000

export function createSwitcher(rules: () => SwitchRules, startMs: number): Switcher {
  let lastMs = startMs + START_MS
  /** Since when the input has been received without silence. */
  let sinceMs: number | null = null
  let chosen: StreamSource | null = null
  /** Whether a person wants the backup, which stays then. */
  let isPinned = false

  const isAlive = (nowMs: number) => sinceMs !== null && nowMs - lastMs < rules().holdMs

  return {
    received(nowMs) {
      if (!isAlive(nowMs)) sinceMs = nowMs
      lastMs = nowMs
    },
    choose(source) {
      chosen = source
      if (source === 'own') isPinned = false
    },
    wish(current, hasBackup, nowMs) {
      const { holdMs, returns, returnMs } = rules()
      const hasOwn = isAlive(nowMs)
      if (current === 'own') {
        if (chosen === 'own') chosen = null
        if (!hasBackup) return null
        if (chosen === 'backup') return { source: 'backup', reason: 'by-hand' }
        return nowMs - lastMs >= holdMs ? { source: 'backup', reason: 'lost' } : null
      }
      if (chosen === 'backup') {
        chosen = null
        isPinned = true
      }
      if (!hasOwn) return null
      if (chosen === 'own') return { source: 'own', reason: 'by-hand' }
      if (!hasBackup) return { source: 'own', reason: 'backup-lost' }
      if (isPinned || returns === 'by-hand') return null
      const goodMs = nowMs - (sinceMs ?? nowMs)
      return returns === 'at-once' || goodMs >= returnMs ? { source: 'own', reason: 'returned' } : null
    },
    switched({ source, reason }) {
      chosen = null
      isPinned = source === 'backup' && reason === 'by-hand'
    },
  }
}
