import type { AlertSource, MetricSample } from '../../../platform/alerts/alert-sources.ts'
import { organizationsOf } from '../../identity/index.ts'
import type { Billing } from '../billing.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { floorDivide } from '../pricing/half-even.ts'
import { spentIn } from './spending.ts'
import { readWallet } from './wallets.ts'

const STEP_S = 15
const MICROS = 1_000_000n

/** The balance of the wallet, in units of its currency, and how much of the spend cap is used. Environments of an organization have the
 * same wallet. */
export function walletAlertSource(billing: Pick<Billing, 'db' | 'clock' | 'config'>): AlertSource {
  return {
    name: 'billing',
    stepS: STEP_S,
    hasHistory: false,
    metrics: { 'wallet.balance': { absent: null }, 'wallet.cap_used': { absent: 'gone' } },
    readyUntil: async (now) => now,
    async sample({ environmentIds, to }) {
      const samples: MetricSample[] = []
      const environments = Map.groupBy(
        await organizationsOf(billing.db, environmentIds),
        (each) => each.organizationId,
      )
      for (const [organizationId, own] of environments) {
        const values = await valuesOf(billing, organizationId, to)
        for (const { environmentId } of own)
          samples.push({ environmentId, key: '', atMs: to.getTime(), values })
      }
      return samples
    },
  }
}

async function valuesOf(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  organizationId: string,
  at: Date,
): Promise<MetricSample['values']> {
  const wallet = await readWallet(billing, organizationId)
  const { balance } = await balanceOf(billing.db, organizationId)
  const { spendCap } = wallet
  // Cents, rounded down, so that a wallet is never shown fuller than it is.
  const values = { 'wallet.balance': Number(floorDivide(balance * 100n, MICROS)) / 100 }
  if (spendCap === null) return values
  const percent = Number(((await spentIn(billing.db, wallet, at)) * 1000n) / spendCap) / 10
  return { ...values, 'wallet.cap_used': percent }
}
