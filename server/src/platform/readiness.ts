import type pg from 'pg'
import type { Config } from './config.ts'
import type { Bus } from './events/bus.ts'
import type { Ffmpeg } from './ffmpeg/index.ts'
import type { ReadinessChecks } from './http/health/health.ts'
import type { Storage } from './storage/storage.ts'

/** Checks of `/readyz`. */
export function readinessChecks(parts: {
  pool: pg.Pool
  bus: Bus
  storage: Storage
  ffmpeg: Ffmpeg
  config: Config
}): ReadinessChecks {
  const { pool, bus, storage, ffmpeg, config } = parts
  return {
    database: async () => {
      await pool.query('SELECT 1')
      return { ok: true }
    },
    bus: async () => ({ ok: bus.isConnected() }),
    storage: async () => {
      const free = await storage.freeBytes()
      const isFull = free !== null && free < config.STORAGE_MIN_FREE_BYTES
      return isFull ? { ok: true, note: 'almost full: uploads are refused' } : { ok: true }
    },
    ffmpeg: async () => {
      const { ok, version, sandbox, missing, note } = ffmpeg.capabilities
      const lacks = missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''
      const failing = ffmpeg.failing()
      const fails = failing.length > 0 ? `; keeps failing: ${failing.join(', ')}` : ''
      return { ok, note: `${version}, sandbox: ${sandbox}; ${note}${lacks}${fails}` }
    },
  }
}
