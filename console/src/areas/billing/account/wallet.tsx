import type { BillingAccount } from '@kinora/contract'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'
import { useDates } from '../dates'
import { useMoney } from '../money'
import { SpendCap } from './spend-cap'

interface WalletProps {
  readonly account: BillingAccount
  readonly mayEdit: boolean
  /** Buttons below the pace. */
  readonly actions: ReactNode
}

/** The balance, the pace, and the spend cap. */
export function Wallet({ account, mayEdit, actions }: WalletProps) {
  const t = useText()
  const money = useMoney(account.currency)
  const { balance, held, plan, spendCap } = account
  const [rounded, exact] = [money.short(balance), money.exact(balance)]
  return (
    <Section title={t('billing:account.wallet')}>
      <p className="tabular pt-3 text-32 font-head">
        <bdi>{rounded}</bdi>
      </p>
      {exact !== rounded && (
        <p className="tabular text-12 text-ink-3">{t('billing:account.exact', { money: exact })}</p>
      )}
      {BigInt(held) > 0n && (
        <p className="tabular text-12 text-ink-3">
          {t('billing:account.held', { money: money.short(held) })}
        </p>
      )}
      <Pace account={account} />
      {actions}
      <dl className="mt-4 flex flex-col gap-2 border-t border-rule pt-4 text-13">
        <Fact name={t('billing:account.plan')}>
          <bdi>{plan.name}</bdi>
        </Fact>
        <Fact name={t('billing:account.cap')}>
          <span className="tabular">
            {spendCap === null ? t('billing:account.capNone') : money.short(spendCap)}
          </span>
        </Fact>
      </dl>
      {mayEdit && <ChangeCap account={account} />}
    </Section>
  )
}

function Pace({ account }: { readonly account: BillingAccount }) {
  const t = useText()
  const dates = useDates(account.timezone)
  const money = useMoney(account.currency)
  const { spentPerDay, lastsUntil, spent, forecast, period } = account
  const isSpending = BigInt(spentPerDay) > 0n
  return (
    <>
      <p className="mt-2 text-13 text-pretty text-ink-2">
        {isSpending
          ? t('billing:account.pace', { money: money.exact(roundedForPace(spentPerDay)) })
          : t('billing:account.noPace')}{' '}
        {lastsUntil !== null && t('billing:account.lasts', { date: dates.date(lastsUntil) })}
      </p>
      {isSpending && (
        <p className="tabular mt-1 text-13 text-pretty text-ink-2">
          {t('billing:account.soFar', {
            money: money.short(spent),
            forecast: money.short(forecast),
            date: dates.lastDay(period.endsAt),
          })}
        </p>
      )}
    </>
  )
}

/** A pace is an estimate: cents, but not so few digits that it is zero. */
function roundedForPace(micros: number | string): number | string {
  const value = BigInt(micros)
  return value < 10_000n ? micros : String((value / 10_000n) * 10_000n)
}

function ChangeCap({ account }: { readonly account: BillingAccount }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="pt-3">
      <Button size="small" onPress={() => setOpen(true)}>
        {t('billing:account.capChange')}
      </Button>
      {isOpen && <SpendCap account={account} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
