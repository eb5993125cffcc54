import type { Payment, PaymentDetails } from '@kinora/contract'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { FormProblem, useWorkspace } from '../../identity'
import { useMoney } from '../money'
import { useContinuePayment } from './queries'
import { loadStripe } from './stripe-js'

interface ConfirmPaymentProps {
  readonly payment: Payment
  readonly details: PaymentDetails
}

/** Lets the payer confirm a payment with their bank. Test cards have two buttons in place of a bank. */
export function ConfirmPayment({ payment, details }: ConfirmPaymentProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const money = useMoney(payment.currency)
  const proceed = useContinuePayment(organization.id, payment.id)
  const [isAtBank, setAtBank] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const confirm = async () => {
    setAtBank(true)
    setFault(null)
    try {
      const { action } = await proceed.mutateAsync({})
      if (action === null) return
      const stripe = await loadStripe(details.publishableKey ?? '')
      const { error } = await stripe.confirmCardPayment(action.clientSecret, {
        payment_method: action.methodId,
      })
      if (error) setFault(error.message ?? null)
      await proceed.mutateAsync({})
    } finally {
      setAtBank(false)
    }
  }
  return (
    <>
      <p className="text-14 text-pretty text-ink">
        {t('billing:payments.confirmAbout', { money: money.short(payment.amount) })}
      </p>
      {fault !== null && (
        <Banner tone="bad" live>
          <bdi>{fault}</bdi>
        </Banner>
      )}
      <FormProblem error={proceed.error} />
      <div className="flex flex-wrap gap-2">
        {payment.driver === 'test' ? (
          <>
            <Button
              variant="primary"
              busy={proceed.isPending}
              onPress={() => proceed.mutate({ testAnswer: 'confirmed' })}
            >
              {t('billing:payments.testConfirm')}
            </Button>
            <Button disabled={proceed.isPending} onPress={() => proceed.mutate({ testAnswer: 'refused' })}>
              {t('billing:payments.testRefuse')}
            </Button>
          </>
        ) : (
          <Button variant="primary" busy={isAtBank} onPress={() => void confirm().catch(() => undefined)}>
            {t('billing:payments.confirm')}
          </Button>
        )}
      </div>
    </>
  )
}
