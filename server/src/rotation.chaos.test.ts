import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { secretsWithKey } from './platform/secrets.ts'
import { newOwner } from './testing/client.ts'
import { startTestKinora } from './testing/kinora.ts'
import { openTestPool } from './testing/pool.ts'
import { openProcesses } from './testing/test-processes.ts'

const ROWS = 40_000
const STEP = 4000
const PATIENCE_MS = 240_000
const processes = openProcesses()
afterAll(() => processes.end())

it(
  'encrypts everything with a new key, however often the process is killed while it does',
  async () => {
    const kinora = await startTestKinora({ env: { ROLES: 'web' } })
    const pool = openTestPool(kinora)
    const old = Buffer.from(await readFile(join(kinora.dataDir, 'secrets.key'), 'utf8'), 'base64')
    const current = randomBytes(32)
    const [before, after] = [secretsWithKey(old), secretsWithKey(current)]
    const owner = await newOwner(kinora.url)
    const { id } = await owner.call('createWebhook', {
      body: { url: 'http://127.0.0.1:9/hook?token=canary' },
    })
    await pool.sql(
      `INSERT INTO webhooks (id, organization_id, environment_id, url, event_types, status, secret, secret_hint,
         active_since, created_at, created_by, created_by_name)
       SELECT gen_random_uuid(), organization_id, environment_id, url, event_types, 'disabled', $2, '0000',
         now(), now(), created_by, '' FROM webhooks, generate_series(1, ${ROWS}) WHERE id = $1`,
      [id, before.encrypt('whsec_canary')],
    )
    const left = async () => {
      const [row] = await pool.sql(
        `SELECT count(*)::int AS count FROM webhooks WHERE secret NOT LIKE $1 OR url NOT LIKE $2`,
        [`${after.prefix}%`, `% sealed:${after.prefix}%`],
      )
      return Number(row?.count)
    }

    const keys = [current, old].map((key) => key.toString('base64')).join(',')
    processes.keepRunning('worker', kinora, { ROLES: 'worker', SECRETS_KEY: keys })
    // Killed each time it has changed some more rows.
    const killedAt: number[] = []
    const until = performance.now() + PATIENCE_MS
    for (let known: number = ROWS; known > 0 && performance.now() < until; ) {
      await pause(20)
      const count = await left()
      if (count === 0) break
      if (known - count < STEP) continue
      known = count
      killedAt.push(count)
      processes.kill('worker')
    }
    expect(await left()).toBe(0)
    expect(killedAt.length).toBeGreaterThan(2)
    expect(processes.faults).toEqual([])

    const rows = await pool.sql('SELECT secret, url FROM webhooks')
    expect(
      new Set(rows.map(({ secret }) => after.decrypt(String(secret)).replace(/^(whsec_).*/, '$1'))),
    ).toEqual(new Set(['whsec_']))
    for (const { url } of rows)
      expect(after.decrypt(String(url).split(' sealed:')[1] ?? '')).toBe(
        'http://127.0.0.1:9/hook?token=canary',
      )
    processes.end()
    // The old key is not needed any more.
    const last = await startTestKinora({
      env: { ROLES: 'web', SECRETS_KEY: current.toString('base64') },
      beside: kinora,
    })
    await last.stop()
    await pool.end()
    await kinora.stop()
  },
  PATIENCE_MS + 60_000,
)
