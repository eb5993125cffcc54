import type { WalletStatus } from '@kinora/contract'
import { addSeconds } from '../../../platform/clock.ts'
import type { WalletRow } from '../tables.ts'

const DAY_S = 86_400

type Terms = Pick<WalletRow, 'isPrepaid' | 'graceDays' | 'creditLimit' | 'warnBelow' | 'emptySince'>

export interface Standing {
  readonly status: WalletStatus
  readonly emptySince: Date | null
}

/** The standing of a wallet with this balance. Only prepaid wallets become low or empty. */
export function standingOf(wallet: Terms, balance: bigint, now: Date): Standing {
  const { isPrepaid, creditLimit, warnBelow } = wallet
  if (!isPrepaid) return { status: 'ok', emptySince: null }
  const left = balance + creditLimit
  if (left > 0n) return { status: left < warnBelow ? 'low' : 'ok', emptySince: null }
  const emptySince = wallet.emptySince ?? now
  return { status: now >= graceEnd(wallet, emptySince) ? 'refused' : 'empty', emptySince }
}

/** When new work is refused, if the wallet is empty since a time. */
export function graceEnd({ graceDays }: Pick<Terms, 'graceDays'>, emptySince: Date): Date {
  return addSeconds(emptySince, graceDays * DAY_S)
}
