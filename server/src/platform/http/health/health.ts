import type { HttpServer } from '../server.ts'

/** Whether a part of the platform works. `note` says what is missing or limited. */
export interface Readiness {
  readonly ok: boolean
  readonly note?: string
}
export type ReadinessChecks = Readonly<Record<string, () => Promise<Readiness>>>

const CHECK_MS = 3_000

/** `/healthz` (alive) and `/readyz` (ready, with details). */
export function serveHealth(server: HttpServer, checks: ReadinessChecks): void {
  server.app.get('/healthz', { config: { perMinute: false } }, async () => ({ status: 'ok' }))

  server.app.get('/readyz', { config: { perMinute: false } }, async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await withinLimit(check)] as const),
    )
    const ok = results.every(([, result]) => result.ok)
    return reply
      .code(ok ? 200 : 503)
      .send({ status: ok ? 'ok' : 'unavailable', checks: Object.fromEntries(results) })
  })
}

async function withinLimit(check: () => Promise<Readiness>): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Readiness>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, note: 'no response in 3 s' }), CHECK_MS)
  })
  try {
    return await Promise.race([check(), late])
  } catch {
    return { ok: false, note: 'not reachable' }
  } finally {
    clearTimeout(timer)
  }
}
