import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import { vconnectLeases } from '../monitors/tables.ts'
import type { Vconnect } from '../vconnect.ts'
import type { StreamPlace } from './specs.ts'

/** Length of a lease in seconds. Nodes renew it every 2 s. */
const LEASE_S = 6

type Store = Pick<Vconnect, 'db' | 'clock'>

/** Renews the leases of a node, and takes those of inputs that no node runs. Returns the fence of each input.
 * @param node its ID, and where it sends previews */
export async function takeLeases(
  { db, clock }: Store,
  node: { readonly id: string; readonly url: string },
): Promise<ReadonlyMap<string, number>> {
  const now = clock.now()
  const [at, until] = [now.toISOString(), addSeconds(now, LEASE_S).toISOString()]
  const { rows } = await db.execute<{ input_id: string; fence: number }>(sql`
    INSERT INTO vconnect_leases AS lease (input_id, environment_id, node_id, node_url, fence, lease_until)
    SELECT id, environment_id, ${node.id}::uuid, ${node.url}, 1, ${until}::timestamptz FROM vconnect_inputs WHERE enabled
    ON CONFLICT (input_id) DO UPDATE SET node_id = excluded.node_id, node_url = excluded.node_url, lease_until = excluded.lease_until,
      fence = lease.fence + CASE WHEN lease.node_id = excluded.node_id THEN 0 ELSE 1 END
    WHERE lease.node_id = excluded.node_id OR lease.lease_until <= ${at}::timestamptz
    RETURNING input_id, fence`)
  return new Map(rows.map(({ input_id, fence }) => [input_id, fence]))
}

/** Addresses of the nodes that run inputs, by ID. Those that no node runs are omitted. */
export async function findInputNodes(
  { db, clock }: Store,
  inputs: readonly StreamPlace[],
): Promise<Map<string, string>> {
  const { inputId, environmentId, leaseUntil, nodeUrl } = vconnectLeases
  const rows = await db
    .select({ inputId, nodeUrl })
    .from(vconnectLeases)
    .where(
      and(
        inArray(
          inputId,
          inputs.map(({ id }) => id),
        ),
        inArray(
          environmentId,
          inputs.map((input) => input.environmentId),
        ),
        gt(leaseUntil, clock.now()),
      ),
    )
  return new Map(rows.flatMap((row) => (row.nodeUrl === null ? [] : [[row.inputId, row.nodeUrl] as const])))
}

/** Releases all leases of a node that has ended, so that the next one runs its inputs at once. */
export async function releaseLeases({ db, clock }: Store, nodeId: string): Promise<void> {
  const leaseUntil = sql`LEAST(${vconnectLeases.leaseUntil}, ${clock.now().toISOString()}::timestamptz)`
  await db.update(vconnectLeases).set({ leaseUntil }).where(eq(vconnectLeases.nodeId, nodeId))
}
