import { chargeOrganization } from '../server/src/areas/billing/charging/charge.ts'
import { balanceOf } from '../server/src/areas/billing/ledger/ledger.ts'
import { bookFaults } from '../server/src/areas/billing/proof/books.ts'
import { readConfig } from '../server/src/config.ts'
import { systemClock } from '../server/src/platform/clock.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import type { Bench } from './tools/bench.ts'
import { secondsOf, slowest } from './tools/measure.ts'
import { milliseconds, perSecond, type Row, seconds } from './tools/table.ts'

/** The price of ten million records has to be known again within a minute. */
const MOST_S = 60 / 10_000_000
const LEAST_CHARGED = 5000
const MOST_CHECK_S = 0.001
const CHECKS = 1000
const VIDEOS = 1000

/** How fast usage is charged and proven, and the balance is read. */
export async function billingRows({ kinora, owner, plan }: Bench): Promise<Row[]> {
  const database = openDatabase(kinora.databaseUrl, 4, createLog('error'))
  try {
    const { db, pool } = database
    const organizationId = owner.organizationId ?? ''
    const count = plan.records
    const client = await pool.connect()
    await client.query('SET statement_timeout = 0')
    await client.query(
      `INSERT INTO usage_records (key, organization_id, environment_id, environment_type, object_id, meter, occurred_at,
         received_at, quantity)
       SELECT 'bench:' || n, $1, $2, 'production', md5((n % ${VIDEOS})::text)::uuid, 'streaming',
         date_trunc('hour', now()), now(), 1000 + n % 5000 FROM generate_series(1, $3::int) AS n`,
      [organizationId, owner.environmentId, count],
    )
    client.release()
    const billing = { db, clock: systemClock, config: readConfig({ DATA_DIR: '/nowhere' }) }
    const chargedS = await secondsOf(async () => {
      while (await chargeOrganization(billing, organizationId));
    })
    const faults: string[] = []
    const provenS = await secondsOf(async () => {
      faults.push(...(await bookFaults(db, organizationId)))
    })
    const checkS = await slowest(CHECKS, () => balanceOf(db, organizationId))
    const records = count.toLocaleString('en')
    return [
      {
        what: `charge ${records} usage records of an organization`,
        ours: perSecond(count / chargedS),
        against: '',
        ratio: null,
        aim: `≥ ${perSecond(LEAST_CHARGED)}`,
        isMet: count / chargedS >= LEAST_CHARGED,
      },
      {
        what: `rate ${records} usage records again`,
        ours: seconds(provenS),
        against: `${faults.length} faults`,
        ratio: null,
        aim: `≤ ${seconds(count * MOST_S)}`,
        isMet: faults.length === 0 && provenS <= count * MOST_S,
      },
      {
        what: 'balance check, p95',
        ours: milliseconds(checkS),
        against: '',
        ratio: null,
        aim: `≤ ${milliseconds(MOST_CHECK_S)}`,
        isMet: checkS <= MOST_CHECK_S,
      },
    ]
  } finally {
    await database.close()
  }
}
