import type { BillingAddress } from '@kinora/contract'
import { type PaymentDetails, paymentDetailsBody } from '@kinora/contract/billing/payment-details'
import { useId, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { showFieldProblems, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { FieldNote } from '../../../ui/field-note'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { AddressFields } from '../address-fields'
import { type Integer, useMoney } from '../money'
import { CardFields } from './card-fields'
import { useCardText } from './card-text'
import { beginCardSetup, useRemoveDetails, useSaveDetails } from './queries'
import { StripeCard } from './stripe-card'
import { TestMark } from './test-mark'

interface PaymentDetailsDialogProps {
  readonly details: PaymentDetails
  /** Called with the credit that the card has earned. */
  readonly onSaved: (rewarded: Integer) => void
  readonly onClose: () => void
}

const noCard = { cardNumber: '', cardExpiry: '', cvv: '' }
const noAddress = { address1: '', address2: '', city: '', state: '', country: '', zip: '', email: '' }

/** Confirms the entered card with Stripe. @returns the setup, or the fault in the language of the browser */
type ConfirmCard = (clientSecret: string) => Promise<{ setupId: string } | { fault: string }>

/** Edits the card and the billing address. */
export function PaymentDetailsDialog({ details, onSaved, onClose }: PaymentDetailsDialogProps) {
  const t = useText()
  const { organization, user } = useWorkspace()
  const { driver, card, address } = details
  const save = useSaveDetails(organization.id)
  const formId = useId()
  const takesCards = driver !== 'offline'
  const [isNewCard, setNewCard] = useState(takesCards && card === null)
  const [hasConsent, setConsent] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [isAtStripe, setAtStripe] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const confirmCard = useRef<ConfirmCard | null>(null)
  const form = useSchemaForm(paymentDetailsBody, {
    ...(address ?? { ...noAddress, email: user.email }),
    hasConsent: false,
    ...(isNewCard && driver === 'test' && { card: noCard }),
  })
  const enterCard = () => {
    setNewCard(true)
    if (driver === 'test') form.setValue('card', noCard)
  }
  const setup = async (): Promise<{ setupId?: string } | null> => {
    if (!isNewCard || driver !== 'stripe') return {}
    if (confirmCard.current === null) return null
    const confirmed = await confirmCard.current(await beginCardSetup(organization.id))
    if ('setupId' in confirmed) return confirmed
    setFault(confirmed.fault)
    return null
  }
  const send = form.handleSubmit(async (body) => {
    setChecked(true)
    setFault(null)
    if (isNewCard && !hasConsent) return
    setAtStripe(true)
    const ready = await setup()
      .catch(() => {
        setFault(t('billing:payments.stripeFailed'))
        return null
      })
      .finally(() => setAtStripe(false))
    if (ready === null) return
    save.mutate(
      { ...body, ...ready, hasConsent },
      {
        onSuccess: ({ rewarded }) => {
          toast({ text: t('billing:payments.detailsSaved'), tone: 'good' })
          onSaved(rewarded)
        },
        onError: (error) => {
          const fields = [
            'card.cardNumber',
            'card.cardExpiry',
            'card.cvv',
            'address1',
            'city',
            'email',
          ] as const
          if (error instanceof Problem && showFieldProblems(form, error, fields)) save.reset()
        },
      },
    )
  })
  const isBusy = save.isPending || isAtStripe
  return (
    <FormDialog
      title={t('billing:payments.details')}
      wide
      dirty={form.formState.isDirty}
      busy={isBusy}
      cancel={t('billing:account.cancel')}
      submit={{ label: t('billing:payments.saveDetails'), form: formId }}
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          setChecked(true)
          void send(event)
        }}
      >
        <TestMark driver={driver} />
        {takesCards && BigInt(details.reward) > 0n && <RewardOffer details={details} />}
        {takesCards && !isNewCard && card !== null && (
          <SavedCard details={details} onReplace={enterCard} onRemoved={onClose} />
        )}
        {isNewCard && driver === 'test' && <CardFields form={form} />}
        {isNewCard && driver === 'stripe' && (
          <StripeCard
            publishableKey={details.publishableKey ?? ''}
            onReady={(confirm) => {
              confirmCard.current = confirm
            }}
          />
        )}
        {/* A form of payment details has all fields of an address. */}
        <AddressFields
          form={form as unknown as UseFormReturn<BillingAddress>}
          emailHelp={t('billing:payments.emailHelp')}
        />
        {isNewCard && (
          <div className="flex flex-col gap-1.5">
            <Checkbox checked={hasConsent} onChange={setConsent}>
              <span className="text-pretty">
                {t('billing:payments.consent', { name: organization.name })}
              </span>
            </Checkbox>
            {isChecked && !hasConsent && <FieldNote error={t('messages.required')} />}
          </div>
        )}
        {fault !== null && (
          <Banner tone="bad" live>
            <bdi>{fault}</bdi>
          </Banner>
        )}
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}

function RewardOffer({ details: { reward, currency } }: { readonly details: PaymentDetails }) {
  const t = useText()
  const money = useMoney(currency)
  return <Banner tone="info">{t('billing:payments.rewardOffer', { money: money.short(reward) })}</Banner>
}

interface SavedCardProps {
  readonly details: PaymentDetails
  readonly onReplace: () => void
  readonly onRemoved: () => void
}

function SavedCard({ details: { card }, onReplace, onRemoved }: SavedCardProps) {
  const t = useText()
  const cardText = useCardText()
  const { organization } = useWorkspace()
  const remove = useRemoveDetails(organization.id)
  if (card === null) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule pb-4">
      <p className="min-w-0 flex-1">
        <span className="block font-mid text-ink">
          <bdi>{cardText.name(card)}</bdi>
        </span>
        <span className="text-12 text-ink-3">{cardText.expiry(card)}</span>
      </p>
      <Button size="small" onPress={onReplace}>
        {t('billing:payments.replaceCard')}
      </Button>
      <Button
        size="small"
        busy={remove.isPending}
        onPress={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              toast({ text: t('billing:payments.detailsRemoved'), tone: 'good' })
              onRemoved()
            },
          })
        }
      >
        {t('billing:payments.removeDetails')}
      </Button>
      <FormProblem error={remove.error} />
    </div>
  )
}
