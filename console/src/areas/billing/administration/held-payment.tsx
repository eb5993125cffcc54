import type { WaitingPayment } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ConfirmAction } from '../../../ui/confirm-action'
import { StatusMark } from '../../../ui/status-mark'
import { useLooseMoney } from '../money'
import { useAcceptPayment, useReturnPayment } from './queries'

/** The choice of an administrator about a payment that is held. */
export interface Resolution {
  readonly payment: WaitingPayment
  readonly kind: 'accept' | 'return'
}

interface HeldPaymentProps {
  readonly payment: WaitingPayment
  readonly onResolve: (resolution: Resolution) => void
}

/** Why a payment is held, what the processor reports, and what can be done. A booked one stays as it is. */
export function HeldPayment({ payment, onResolve }: HeldPaymentProps) {
  const t = useText()
  const money = useLooseMoney()
  const { heldBecause, differsBecause, reported, isReturning, currency } = payment
  if (isReturning) return <StatusMark tone="warn">{t('billing:administration.returning')}</StatusMark>
  return (
    <span className="flex flex-col items-start gap-1.5">
      {heldBecause !== null && (
        <StatusMark tone="bad">{t(`billing:administration.heldBecause.${heldBecause}`)}</StatusMark>
      )}
      {differsBecause !== null && (
        <StatusMark tone="bad">{t(`billing:administration.differsBecause.${differsBecause}`)}</StatusMark>
      )}
      {reported !== null && (
        <>
          <span className="text-12 text-ink-3">
            {t('billing:administration.reported', { money: money(reported.currency, reported.amount) })}
          </span>
          {heldBecause !== null && (
            <span className="flex gap-2">
              {reported.currency === currency && reported.hasArrived && (
                <Button size="small" onPress={() => onResolve({ payment, kind: 'accept' })}>
                  {t('billing:administration.accept')}
                </Button>
              )}
              <Button size="small" onPress={() => onResolve({ payment, kind: 'return' })}>
                {t('billing:administration.return')}
              </Button>
            </span>
          )}
        </>
      )}
    </span>
  )
}

/** Asks before a payment is accepted or returned. */
export function ResolvePayment({ payment, kind, onClose }: Resolution & { readonly onClose: () => void }) {
  const t = useText()
  const money = useLooseMoney()
  const accept = useAcceptPayment()
  const giveBack = useReturnPayment()
  const { id, reference, currency, total } = payment
  const { amount, ...reported } = payment.reported ?? { amount: 0, currency }
  return (
    <ConfirmAction
      mutation={kind === 'accept' ? accept : giveBack}
      of={{ id, amount, currency: reported.currency }}
      title={t(`billing:administration.${kind}Title`, { name: isolate(reference) })}
      confirm={t(`billing:administration.${kind}`)}
      cancel={t('billing:account.cancel')}
      done={t('billing:administration.saved')}
      failed={t('billing:administration.failed')}
      onClose={onClose}
    >
      {t(`billing:administration.${kind}About`, {
        money: money(currency, total),
        reported: money(reported.currency, amount),
      })}
    </ConfirmAction>
  )
}
