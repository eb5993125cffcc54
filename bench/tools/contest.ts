import { setTimeout as pause } from 'node:timers/promises'
import { percentile, secondsOf } from './measure.ts'
import { milliseconds, type Row } from './table.ts'

/** Requests of the busy tenant at once. */
export const AT_ONCE = 60
const ASKED = 20
/** Quick requests are repeated for this long, so that they meet all that the busy tenant does. */
const LEAST_MS = 3000
const BETWEEN_MS = 20
const MOST_RATIO = 2

/** Requests of one tenant without end, and those of another one beside it. */
interface Contest {
  readonly what: string
  /** Work of the busy tenant. Default: its requests at once. */
  readonly beside?: string
  /** Begins the work of the busy tenant. @returns a function that stops it */
  flood(): Promise<() => Promise<void>>
  ask(n: number): Promise<unknown>
  /** How often it asks at least, alone and beside. */
  readonly count?: number
  /** How often it asks at most, because its own limits allow no more. */
  readonly most?: number
}

/** Measures how long a tenant waits alone, and while another one asks for as much as it can. */
export async function contestRow(contest: Contest): Promise<Row> {
  const {
    what,
    beside = `${AT_ONCE} requests at once of another tenant`,
    flood,
    ask,
    count = ASKED,
    most = Number.POSITIVE_INFINITY,
  } = contest
  let asked = 0
  const measure = async () => {
    const times: number[] = []
    const startedAt = performance.now()
    const isShort = () => performance.now() - startedAt < LEAST_MS && times.length < most
    while (times.length < count || isShort()) {
      times.push(await secondsOf(() => ask(asked++)))
      await pause(BETWEEN_MS)
    }
    return percentile(times, 0.95)
  }
  // The first answer takes longer in any case.
  await ask(asked++)
  const aloneS = await measure()
  const stop = await flood()
  await pause(1000)
  const besideS = await measure()
  await stop()
  const ratio = besideS / aloneS
  return {
    what: `${what}, beside ${beside}, p95`,
    ours: milliseconds(besideS),
    against: milliseconds(aloneS),
    ratio,
    aim: `≤ ${MOST_RATIO} ×`,
    isMet: ratio <= MOST_RATIO,
  }
}
