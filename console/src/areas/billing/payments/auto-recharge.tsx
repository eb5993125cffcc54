import type { PaymentDetails, AutoRecharge as Recharge } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'
import { StatusMark } from '../../../ui/status-mark'
import { useRights, useWorkspace } from '../../identity'
import { useMoney } from '../money'
import { useCardText } from './card-text'
import { detailsQuery, rechargeQuery } from './queries'

const AutoRechargeDialog = lazy(async () => ({
  default: (await import('./auto-recharge-dialog')).AutoRechargeDialog,
}))

/** Whether and when the wallet is recharged without a person. Nothing for bank transfers. */
export function AutoRecharge() {
  const { organization } = useWorkspace()
  const { data: details } = useQuery(detailsQuery(organization.id))
  const { data: recharge } = useQuery(rechargeQuery(organization.id))
  return details && recharge && details.driver !== 'offline' ? (
    <Order details={details} recharge={recharge} />
  ) : null
}

function Order({ details, recharge }: { readonly details: PaymentDetails; readonly recharge: Recharge }) {
  const t = useText()
  const rights = useRights('Settings', 'Billing', 'organization')
  const money = useMoney(details.currency)
  const cardText = useCardText()
  const [isOpen, setOpen] = useState(false)
  const { isOn, declined, stoppedBecause } = recharge
  const { card } = details
  return (
    <Section title={t('billing:payments.recharge')}>
      <div className="flex flex-col items-start gap-3 pt-3">
        <StatusMark tone={isOn ? 'good' : 'hollow'}>
          {t(isOn ? 'billing:payments.rechargeOn' : 'billing:payments.rechargeOff')}
        </StatusMark>
        <p className="text-13 text-pretty text-ink-2">
          {isOn
            ? t('billing:payments.rechargeSentence', {
                threshold: money.short(recharge.threshold),
                amount: money.short(recharge.amount),
                cap: money.short(recharge.monthlyCap),
                added: money.short(recharge.addedInPeriod),
              })
            : t('billing:payments.rechargeAbout')}
        </p>
        {isOn && declined > 0 && <Banner tone="warn">{t('billing:payments.rechargeDeclined')}</Banner>}
        {!isOn && stoppedBecause !== null && (
          <Banner tone="bad">{t(`billing:payments.stopped.${stoppedBecause}`)}</Banner>
        )}
        {card !== null && isOn && (
          <p className="text-12 text-ink-3">
            <bdi>{cardText.name(card)}</bdi>, {cardText.expiry(card)}
          </p>
        )}
        {rights.update && (
          <Button size="small" onPress={() => setOpen(true)}>
            {t(isOn ? 'billing:payments.rechargeChange' : 'billing:payments.rechargeTurnOn')}
          </Button>
        )}
        <Suspense>
          {isOpen && (
            <AutoRechargeDialog details={details} recharge={recharge} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      </div>
    </Section>
  )
}
