import type { Billing } from '../billing.ts'
import { faultyOrganizations } from '../proof/proof.ts'
import { chargeOrganization, organizationsToCharge } from './charge.ts'

/** A sweep leaves the rest to the next one. */
const MAX_MS = 30_000

/** Charges new usage of all organizations. Those whose books do not add up wait until they do. An organization that fails
 * does not stop the others. */
export async function chargeAll(billing: Pick<Billing, 'db' | 'clock' | 'config' | 'log'>): Promise<void> {
  const startedAt = performance.now()
  const faulty = await faultyOrganizations(billing.db)
  let failure: unknown = null
  for (const organizationId of await organizationsToCharge(billing)) {
    if (faulty.has(organizationId)) continue
    try {
      while (await chargeOrganization(billing, organizationId))
        if (performance.now() - startedAt > MAX_MS) break
    } catch (error) {
      billing.log.error({ err: error, organizationId }, 'usage was not charged')
      failure ??= error
    }
    if (performance.now() - startedAt > MAX_MS) break
  }
  if (failure !== null) throw failure
}
