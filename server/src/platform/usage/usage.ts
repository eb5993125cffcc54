import type { MeterId } from '@kinora/contract'
import { inArray, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../database/database.ts'
import type { Logger } from '../log.ts'
import { problem } from '../problem.ts'
import { type RefusedWork, usageRecords } from './tables.ts'

/** Something that was used. */
export interface UsageFact {
  /** Names the fact: a repeated key counts once. Made of IDs, because keys of all organizations are in one table. */
  readonly key: string
  readonly environmentId: string
  /** The video or stream. */
  readonly objectId: string
  readonly meter: MeterId
  /** A number of units of the meter; rounded to an integer. */
  readonly quantity: number
  readonly occurredAt: Date
}

/** Work that costs money while it runs. */
export interface Work {
  /** Names the work, such as the ingest of a video. */
  readonly key: string
  readonly environmentId: string
  /** Quantities that the work will probably use. */
  readonly estimate: Readonly<Partial<Record<MeterId, number>>>
  /** Time after which the reservation of its money ends by itself. Asking again prolongs it. */
  readonly holdS: number
  /** The work goes on in any case, because it was accepted before its cost was known. */
  readonly isAccepted?: true
}

/** Reserves money for work. The area billing does. */
export interface Reserves {
  /** Reserves what the work will probably cost.
   * @param tx a transaction that keeps the work from ending meanwhile: what is reserved after its end would stay until it expires
   * @throws problem wallet-empty, unless the work is accepted */
  reserve(work: Work, tx?: Transaction): Promise<void>
  /** Ends the reservation: what was used is charged in its place. In the transaction that ends the work. */
  settle(tx: Transaction, key: string): Promise<void>
}

/** Metering for billing. Areas record what they use, without knowing who charges for it. */
export interface Usage extends Reserves {
  /** Whether this installation meters what is used. */
  readonly isOn: boolean
  /** Records facts in the transaction that makes them true. Those with a quantity of 0, and those of environments that no
   * longer exist, are left out. */
  record(tx: Transaction, facts: readonly UsageFact[]): Promise<void>
  /** Refuses new work of organizations that have to pay first. Before uploads and streams, not for what runs.
   * @throws problem wallet-empty, spend-cap-reached */
  assertMayStart(db: Queryable, environmentId: string): Promise<void>
  /** Sets who reserves money. */
  reserveWith(reserves: Reserves): void
}

/** @param isOn whether anything is recorded */
export function openUsage(isOn: boolean, log: Logger, now: () => Date): Usage {
  let reserves: Reserves | null = null
  return {
    isOn,
    async record(tx, facts) {
      if (isOn) await insertFacts(tx, facts, now(), log)
    },
    async assertMayStart(db, environmentId) {
      if (isOn) await assertNotRefused(db, environmentId)
    },
    reserveWith(given) {
      reserves = given
    },
    reserve: async (work, tx) => reserves?.reserve(work, tx),
    settle: async (tx, key) => reserves?.settle(tx, key),
  }
}

/** @throws problem wallet-empty, spend-cap-reached */
async function assertNotRefused(db: Queryable, environmentId: string): Promise<void> {
  const { rows } = await db.execute<{ problem: RefusedWork }>(sql`
    SELECT refusals.problem FROM usage_refusals AS refusals
    JOIN environments ON environments.organization_id = refusals.organization_id
    WHERE environments.id = ${environmentId}`)
  const [refusal] = rows
  if (refusal !== undefined) throw problem(refusal.problem)
}

/** Rows in one statement. */
const MAX_FACTS = 2000

async function insertFacts(
  tx: Transaction,
  facts: readonly UsageFact[],
  receivedAt: Date,
  log: Logger,
): Promise<void> {
  const rows = facts.flatMap((fact) => {
    const quantity = Math.round(fact.quantity)
    return quantity === 0 ? [] : { ...fact, quantity }
  })
  for (let from = 0; from < rows.length; from += MAX_FACTS)
    await insertRows(tx, rows.slice(from, from + MAX_FACTS), receivedAt, log)
}

async function insertRows(
  tx: Transaction,
  facts: readonly UsageFact[],
  receivedAt: Date,
  log: Logger,
): Promise<void> {
  // Sorted, so that transactions with the same keys do not wait for each other in a circle.
  const rows = facts
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map((fact) => ({
      key: fact.key,
      environment_id: fact.environmentId,
      object_id: fact.objectId,
      meter: fact.meter,
      occurred_at: fact.occurredAt.toISOString(),
      quantity: fact.quantity,
    }))
  const { rows: inserted } = await tx.execute<{ key: string }>(sql`
    INSERT INTO usage_records (key, organization_id, environment_id, environment_type, object_id, meter, occurred_at,
      received_at, quantity)
    SELECT given.key, environments.organization_id, environments.id, environments.type, given.object_id, given.meter,
      given.occurred_at, ${receivedAt.toISOString()}::timestamptz, given.quantity
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (
      key text, environment_id uuid, object_id uuid, meter text, occurred_at timestamptz, quantity bigint)
    JOIN environments ON environments.id = given.environment_id
    ORDER BY given.key
    ON CONFLICT (key) DO NOTHING
    RETURNING key`)
  if (inserted.length < rows.length)
    await noteConflicts(tx, facts, new Set(inserted.map(({ key }) => key)), log)
}

/** Logs repeated keys with another content, which are refused. */
async function noteConflicts(
  tx: Transaction,
  facts: readonly UsageFact[],
  inserted: ReadonlySet<string>,
  log: Logger,
): Promise<void> {
  const left = facts.filter(({ key }) => !inserted.has(key))
  const { key, meter, quantity } = usageRecords
  const known = await tx
    .select({ key, meter, quantity })
    .from(usageRecords)
    .where(
      inArray(
        key,
        left.map((fact) => fact.key),
      ),
    )
  const byKey = new Map(known.map((row) => [row.key, row]))
  for (const fact of left) {
    const row = byKey.get(fact.key)
    const isSame = row?.meter === fact.meter && row.quantity === BigInt(fact.quantity)
    if (row !== undefined && !isSame)
      log.error(
        { key: fact.key, recorded: String(row.quantity), refused: fact.quantity },
        'a usage record was refused',
      )
  }
}
