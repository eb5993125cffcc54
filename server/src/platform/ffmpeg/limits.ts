import type { MediaErrorId } from '@kinora/contract'
import { FfmpegFailure } from './failure.ts'
import type { RunLimits } from './sandbox.ts'

const GIB = 1024 ** 3

/** Limits for probing a file. */
export const probeLimits: RunLimits = {
  wallMs: 120_000,
  cpuS: 60,
  memoryBytes: 2 * GIB,
  outputBytes: 64 * 1024 ** 2,
  noProgressMs: 120_000,
}

/** Limits for rendering one image. */
export const imageLimits: RunLimits = { ...probeLimits, wallMs: 60_000, memoryBytes: 4 * GIB }

/**
 * Limits for encoding: generous for slow machines and large frames, but finite.
 * @param durationS length of the encoded media
 */
export function encodeLimits(durationS: number, memoryBytes: number = 6 * GIB): RunLimits {
  const wallS = Math.min(22 * 3600, 900 + durationS * 120)
  return {
    wallMs: wallS * 1000,
    cpuS: Math.ceil(wallS * 8),
    memoryBytes,
    outputBytes: 200 * GIB,
    noProgressMs: 180_000,
  }
}

/** Limits for runs that report no progress until they end. */
export function limitsWithoutProgress(durationS: number, memoryBytes: number): RunLimits {
  const limits = encodeLimits(durationS, memoryBytes)
  return { ...limits, noProgressMs: limits.wallMs }
}

/** The error id that users see for a failed run. */
export function reasonOf(error: unknown): MediaErrorId {
  if (error instanceof FfmpegFailure) {
    switch (error.reason) {
      case 'cpu-limit':
      case 'wall-limit':
        return 'encode-time-limit'
      case 'memory-limit':
        return 'encode-memory-limit'
      case 'output-limit':
        return 'encode-output-limit'
      case 'no-progress':
        return 'encode-stalled'
      case 'invalid-data':
        return 'media-unreadable'
      default:
        return 'encode-failed'
    }
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'storage-full'
  return 'encode-failed'
}
