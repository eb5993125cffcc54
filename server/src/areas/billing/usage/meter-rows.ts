import {
  type billingCalls,
  type MeterId,
  type MeterUsageRows,
  type QueryOf,
  type UsageLevel,
  usageObjectsMax,
} from '@kinora/contract'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Actor, can } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { usageDays } from '../../../platform/usage/tables.ts'
import { campaignNames } from '../../campaigns/index.ts'
import { contentTitles } from '../../library/index.ts'
import { streamNames } from '../../live/index.ts'
import { connectNames } from '../../vconnect/index.ts'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'
import { attribute } from '../pricing/attribute.ts'
import { openBook } from './period-usage.ts'

type Asked = QueryOf<(typeof billingCalls)['getMeterUsage']>

interface Row {
  readonly id: string
  readonly units: bigint
}

interface SharedRow extends Row {
  readonly amount: bigint
}

/** The usage of a meter in a period: environments, or the objects of one, or the days of one of these. Amounts are
 * divided from level to level, so that rows add up to the row above them.
 * @throws problem not-found for an environment, video or stream without usage */
export async function getMeterRows(
  billing: Billing,
  actor: Actor,
  organizationId: string,
  meter: MeterId,
  { at, environmentId, objectId }: Asked,
): Promise<MeterUsageRows> {
  const { db } = billing
  const { parts, totals } = await openBook(billing, db, organizationId, at)
  const isOfMeter = and(
    eq(usageDays.organizationId, organizationId),
    eq(usageDays.meter, meter),
    inArray(
      usageDays.part,
      parts.map(({ part }) => part),
    ),
    eq(usageDays.isFree, false),
  )
  const answer = (level: UsageLevel, amount: bigint, items: MeterUsageRows['items']): MeterUsageRows => ({
    meter,
    level,
    amount: integerOf(amount),
    items,
  })
  const amount = totals.get(meter)?.amount ?? 0n
  const environments = share(amount, await environmentUnits(db, isOfMeter))
  if (environmentId === undefined) {
    const names = await billing.authenticator.findEnvironments(
      db,
      environments.map(({ id }) => id),
    )
    const nameOf = (id: string) => names.get(id)?.environmentName ?? null
    return answer('environments', amount, environments.map(viewWith(nameOf)))
  }
  const environment = rowOf(environments, environmentId)
  const isInEnvironment = and(isOfMeter, eq(usageDays.environmentId, environmentId))
  const objects = share(environment.amount, await objectUnits(db, isInEnvironment, environment.units))
  if (objectId === undefined) {
    const names = await objectNames(billing, actor, organizationId, environmentId, objects)
    return answer('objects', environment.amount, objects.map(viewWith((id) => names.get(id) ?? null)))
  }
  const object = rowOf(objects, objectId)
  const days = share(
    object.amount,
    await dayUnits(db, and(isInEnvironment, eq(usageDays.objectId, objectId))),
  )
  return answer('days', object.amount, days.map(viewWith(() => null)))
}

function share(amount: bigint, rows: readonly Row[]): SharedRow[] {
  const amounts = attribute(
    amount,
    rows.map(({ units }) => units),
  )
  return rows.map((row, n) => ({ ...row, amount: amounts[n] ?? 0n }))
}

/** @throws problem not-found */
function rowOf(rows: readonly SharedRow[], id: string): SharedRow {
  const row = rows.find((each) => each.id === id)
  if (row === undefined) throw problem('not-found')
  return row
}

const viewWith =
  (nameOf: (id: string) => string | null) =>
  ({ id, units, amount }: SharedRow) => ({
    id,
    name: nameOf(id),
    quantity: integerOf(units),
    amount: integerOf(amount),
  })

const units = sql`sum(${usageDays.quantity})`.mapWith(BigInt)

function environmentUnits(db: Queryable, where: SQL | undefined): Promise<Row[]> {
  const id = usageDays.environmentId
  return db.select({ id, units }).from(usageDays).where(where).groupBy(id).orderBy(sql`2 DESC, 1`)
}

/** The largest, and the others together. */
async function objectUnits(db: Queryable, where: SQL | undefined, all: bigint): Promise<Row[]> {
  const id = usageDays.objectId
  const rows = await db
    .select({ id, units })
    .from(usageDays)
    .where(where)
    .groupBy(id)
    .orderBy(sql`2 DESC, 1`)
    .limit(usageObjectsMax)
  const rest = rows.reduce((left, row) => left - row.units, all)
  return rest === 0n ? rows : [...rows, { id: '', units: rest }]
}

function dayUnits(db: Queryable, where: SQL | undefined): Promise<Row[]> {
  const id = sql<string>`${usageDays.day}::text`
  return db.select({ id, units }).from(usageDays).where(where).groupBy(usageDays.day).orderBy(usageDays.day)
}

/** Kinds of objects that usage is of, with the right to see their names. */
const named = [
  { right: ['Videos', 'Video', 'read'], load: contentTitles },
  { right: ['Livestreams', 'Livestream', 'read'], load: streamNames },
  { right: ['Ad Insertion', 'Campaign', 'read'], load: campaignNames },
  { right: ['V-Connect', 'Connector', 'read'], load: connectNames },
] as const

/** Names of objects that the caller may see. */
async function objectNames(
  { db, authenticator }: Billing,
  actor: Actor,
  organizationId: string,
  environmentId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const scopes = await authenticator.environments(actor, organizationId)
  const scope = scopes.find((each) => each.environmentId === environmentId)
  const ids = rows.map(({ id }) => id).filter((id) => id !== '')
  if (scope === undefined || scope.filter !== null || ids.length === 0) return new Map()
  const shown = named.filter(({ right }) => can(scope.grants, right))
  const found = await Promise.all(shown.map(({ load }) => load(db, environmentId, ids)))
  return new Map(found.flatMap((names) => [...names]))
}
