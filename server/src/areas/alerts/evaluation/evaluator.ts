import type { Stop } from '../../../platform/area.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { Alerts } from '../alerts.ts'
import { evaluateSource } from './evaluate.ts'
import { openLeases } from './lease.ts'
import { openBaselines } from './samples.ts'

/** Steps are several seconds long. */
const POLL_MS = 1000

/** Evaluates the rules of all sources, each in steps of its own. Several processes can do so: one at a time has a
 * source. */
export function startEvaluating(alerts: Alerts): Stop {
  const { log, alertSources } = alerts
  const sources = alertSources.all()
  const leases = openLeases(alerts)
  const baselines = openBaselines()
  const tasks = sources.map((source) =>
    repeat(
      async () => {
        await evaluateSource(alerts, leases, source, baselines)
        return POLL_MS
      },
      `evaluating the alert rules of ${source.name}`,
      log,
    ),
  )
  return async () => {
    await Promise.all(tasks.map((task) => task.stop()))
    await leases.release().catch(() => undefined)
  }
}
