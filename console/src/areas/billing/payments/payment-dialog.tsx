import type { BillingAccount, Payment, PaymentDetails } from '@kinora/contract'
import { CheckCircle } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { XCircle } from '@phosphor-icons/react/dist/csr/XCircle'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { Spinner } from '../../../ui/spinner'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { useMoney } from '../money'
import { keysOf } from '../queries'
import { ConfirmPayment } from './confirm-payment'
import { paymentQuery, useCancelPayment } from './queries'
import { TestMark } from './test-mark'

interface PaymentDialogProps {
  readonly paymentId: string
  readonly account: BillingAccount
  readonly details: PaymentDetails
  /** Opens the dialog to add money. */
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** A payment from its start to its result. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { paymentId, account, details, onAgain, onClose } = props
  const t = useText()
  const { organization } = useWorkspace()
  const queries = useQueryClient()
  const payment = useQuery(paymentQuery(organization.id, paymentId))
  const { data } = payment
  const state = data?.state
  useEffect(() => {
    if (state === 'succeeded') void queries.invalidateQueries({ queryKey: keysOf(organization.id) })
  }, [state, queries, organization.id])
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      staysBeside
      title={data ? titleOf(t, data) : t('billing:payments.processing')}
      foot={
        <>
          {state === 'failed' && <Button onPress={onAgain}>{t('billing:payments.again')}</Button>}
          {data && mayCancel(data) && <Cancel payment={data} />}
          <Button variant="primary" onPress={onClose}>
            {t('billing:payments.done')}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="flex flex-col gap-4">
        {data ? (
          <>
            <TestMark driver={data.driver} />
            <Progress payment={data} account={account} details={details} />
          </>
        ) : payment.error ? (
          <ListFault title={t('billing:payments.notLoaded')} list={payment} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </div>
    </Dialog>
  )
}

function titleOf(t: ReturnType<typeof useText>, { state, driver }: Payment): string {
  switch (state) {
    case 'processing':
      return t(driver === 'offline' ? 'billing:payments.transfer' : 'billing:payments.processing')
    case 'needs_action':
      return t('billing:payments.confirmTitle')
    case 'succeeded':
      return t('billing:payments.success')
    case 'failed':
      return t('billing:payments.failed')
    default:
      return t(`billing:payments.states.${state}`)
  }
}

interface ProgressProps {
  readonly payment: Payment
  readonly account: BillingAccount
  readonly details: PaymentDetails
}

function Progress({ payment, account, details }: ProgressProps) {
  const t = useText()
  const money = useMoney(payment.currency)
  const amount = money.short(payment.amount)
  switch (payment.state) {
    case 'processing':
      return payment.driver === 'offline' ? (
        <Transfer payment={payment} instructions={details.instructions} />
      ) : (
        <Message icon={<Spinner />}>
          {t('billing:payments.processingAbout', { money: money.short(payment.total) })}
        </Message>
      )
    case 'needs_action':
      return <ConfirmPayment payment={payment} details={details} />
    case 'failed':
      return (
        <Message icon={<XCircle size={24} className="text-bad" aria-hidden />}>
          {t(`billing:payments.reasons.${payment.reason ?? 'refused'}`)} {t('billing:payments.notCharged')}
        </Message>
      )
    case 'refunded':
    case 'disputed':
      return (
        <>
          <Message icon={<XCircle size={24} className="text-ink-3" aria-hidden />}>
            {t('billing:payments.takenBack', { money: money.short(payment.takenBack) })}
          </Message>
          <Reference payment={payment} />
        </>
      )
    default:
      return (
        <>
          <Message icon={<CheckCircle size={24} className="text-good" aria-hidden />}>
            {t('billing:payments.added', { money: amount, balance: money.short(account.balance) })}
          </Message>
          <Reference payment={payment} />
        </>
      )
  }
}

function Message({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex items-start gap-3 text-14 text-ink">
      <span className="flex h-lh shrink-0 items-center">{icon}</span>
      <p className="min-w-0 text-pretty">{children}</p>
    </div>
  )
}

function Transfer({
  payment,
  instructions,
}: {
  readonly payment: Payment
  readonly instructions: string | null
}) {
  const t = useText()
  const money = useMoney(payment.currency)
  return (
    <>
      <p className="text-pretty">
        {t('billing:payments.transferAbout', { money: money.short(payment.total) })}
      </p>
      <p className="text-pretty whitespace-pre-line text-ink wrap-anywhere">
        <bdi>{instructions ?? t('billing:payments.noInstructions')}</bdi>
      </p>
      <Reference payment={payment} />
    </>
  )
}

function Reference({ payment: { reference } }: { readonly payment: Payment }) {
  const t = useText()
  return (
    <dl className="flex justify-between gap-4 border-t border-rule pt-3 text-13">
      <dt className="text-ink-3">{t('billing:payments.number')}</dt>
      <dd className="font-mono text-ink">
        <bdi>{reference}</bdi>
      </dd>
    </dl>
  )
}

const mayCancel = ({ state, driver }: Payment) =>
  state === 'needs_action' || (state === 'processing' && driver === 'offline')

function Cancel({ payment }: { readonly payment: Payment }) {
  const t = useText()
  const { organization } = useWorkspace()
  const cancel = useCancelPayment(organization.id, payment.id)
  const showProblem = useProblemToast(t('billing:payments.notCanceled'))
  return (
    <Button busy={cancel.isPending} onPress={() => cancel.mutate(undefined, { onError: showProblem })}>
      {t('billing:payments.cancelPayment')}
    </Button>
  )
}
