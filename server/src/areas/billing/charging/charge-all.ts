import type { Billing } from '../billing.ts'
import { faultyOrganizations } from '../proof/proof.ts'
import { chargeOrganization, organizationsToCharge } from './charge.ts'

/** A sweep leaves the rest to the next one. */
const MAX_MS = 30_000

/** The turns of organizations, from sweep to sweep. */
export interface Turns {
  /** The organization that had the last turn. Empty at first. */
  last: string
}

/** Charges new usage of all organizations in rounds, one batch of each in a round, so that none waits for the many records of
 * another. The first round begins after the organization that had the last turn. Those whose books do not add up wait until they
 * do. An organization that fails does not stop the others. */
export async function chargeAll(
  billing: Pick<Billing, 'db' | 'clock' | 'config' | 'log'>,
  turns: Turns = { last: '' },
): Promise<void> {
  const endsAt = performance.now() + MAX_MS
  const faulty = await faultyOrganizations(billing.db)
  const ids = (await organizationsToCharge(billing)).filter((id) => !faulty.has(id)).toSorted()
  let failure: unknown = null
  let round = [...ids.filter((id) => id > turns.last), ...ids.filter((id) => id <= turns.last)]
  while (round.length > 0) {
    const next: string[] = []
    for (const organizationId of round) {
      if (performance.now() > endsAt) break
      turns.last = organizationId
      try {
        if (await chargeOrganization(billing, organizationId)) next.push(organizationId)
      } catch (error) {
        billing.log.error({ err: error, organizationId }, 'usage was not charged')
        failure ??= error
      }
    }
    round = performance.now() > endsAt ? [] : next
  }
  if (failure !== null) throw failure
}
