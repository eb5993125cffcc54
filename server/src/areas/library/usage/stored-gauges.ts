import { count } from 'drizzle-orm'
import type { GaugeGroup } from '../../../platform/gauges/gauges.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contents } from '../contents/tables.ts'
import { storedUse } from './usage.ts'

/** The sums read all videos, so they are computed rarely. */
const KEPT_MS = 5 * 60_000

/** Stored videos and bytes, as the database knows them. */
export function storedGauges({ db, clock }: Pick<Platform, 'db' | 'clock'>): GaugeGroup {
  let kept: { readonly atMs: number; readonly values: Promise<readonly [number, number]> } | null = null

  async function load(): Promise<readonly [number, number]> {
    const [row] = await db.select({ videos: count() }).from(contents)
    const bytes = (await storedUse(db)).reduce((total, each) => total + each.bytes, 0)
    return [row?.videos ?? 0, bytes]
  }

  function current(): Promise<readonly [number, number]> {
    const atMs = clock.now().getTime()
    if (kept !== null && Math.abs(atMs - kept.atMs) < KEPT_MS) return kept.values
    const next = { atMs, values: load() }
    next.values.catch(() => {
      if (kept === next) kept = null
    })
    kept = next
    return next.values
  }

  return {
    name: 'stored',
    of: 'installation',
    gauges: {
      kinora_stored_videos: { help: 'Videos and recordings, including those in the trash' },
      kinora_stored_bytes: { help: 'Bytes of source files and renditions' },
    },
    async read() {
      const [videos, bytes] = await current()
      return [
        { gauge: 'kinora_stored_videos', value: videos },
        { gauge: 'kinora_stored_bytes', value: bytes },
      ]
    },
  }
}
