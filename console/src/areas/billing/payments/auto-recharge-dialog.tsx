import type { AutoRecharge, PaymentDetails } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { FieldNote } from '../../../ui/field-note'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { decimalOf, type Integer, microsOf } from '../money'
import { QuoteSentence } from '../quote'
import { quoteQuery, useSetRecharge } from './queries'
import { TestMark } from './test-mark'

interface AutoRechargeDialogProps {
  readonly details: PaymentDetails
  readonly recharge: AutoRecharge
  readonly onClose: () => void
}

const names = ['threshold', 'amount', 'monthlyCap'] as const
type Texts = Readonly<Record<(typeof names)[number], string>>

const textOf = (micros: Integer) => decimalOf(micros).replace(/\.?0+$/, '')

/** Turns auto-recharge on or off, and sets its amounts. */
export function AutoRechargeDialog({ details, recharge, onClose }: AutoRechargeDialogProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const save = useSetRecharge(organization.id)
  const formId = useId()
  const known: Texts = {
    threshold: textOf(recharge.threshold),
    amount: textOf(recharge.amount),
    monthlyCap: textOf(recharge.monthlyCap),
  }
  const [texts, setTexts] = useState(known)
  const [hasConsent, setConsent] = useState(recharge.isOn)
  const [isChecked, setChecked] = useState(false)
  const amounts = {
    threshold: microsOf(texts.threshold),
    amount: microsOf(texts.amount),
    monthlyCap: microsOf(texts.monthlyCap),
  }
  const { data: quote } = useQuery(quoteQuery(organization.id, amounts.amount))
  const send = (isOn: boolean) => {
    const { threshold, amount, monthlyCap } = amounts
    setChecked(true)
    if (threshold === null || amount === null || monthlyCap === null || (isOn && !hasConsent)) return
    save.mutate(
      { isOn, threshold, amount, monthlyCap, hasConsent },
      {
        onSuccess: () => {
          const saved = isOn ? 'billing:payments.rechargeSaved' : 'billing:payments.rechargeTurnedOff'
          toast({ text: t(saved), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('billing:payments.recharge')}
      dirty={names.some((name) => texts[name] !== known[name])}
      busy={save.isPending}
      cancel={t('billing:account.cancel')}
      submit={{
        label: t(recharge.isOn ? 'billing:payments.rechargeSave' : 'billing:payments.rechargeTurnOn'),
        form: formId,
        disabled: details.card === null,
      }}
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send(true)
        }}
      >
        <TestMark driver={details.driver} />
        {details.card === null && <Banner tone="info">{t('billing:payments.noCard')}</Banner>}
        <p className="text-pretty">{t('billing:payments.rechargeHelp')}</p>
        {names.map((name) => (
          <TextField
            key={name}
            label={t(`billing:payments.rechargeFields.${name}`, { currency: details.currency })}
            {...(isChecked && amounts[name] === null && { error: t('messages.onlyNumbers') })}
            value={texts[name]}
            onChange={(value) => {
              setTexts({ ...texts, [name]: value })
              save.reset()
            }}
            ltr
          />
        ))}
        {quote && <QuoteSentence quote={quote} />}
        {!recharge.isOn && (
          <div className="flex flex-col gap-1.5">
            <Checkbox checked={hasConsent} onChange={setConsent}>
              <span className="text-pretty">{t('billing:payments.rechargeConsent')}</span>
            </Checkbox>
            {isChecked && !hasConsent && <FieldNote error={t('messages.required')} />}
          </div>
        )}
        <FormProblem error={save.error} />
        {recharge.isOn && (
          <div>
            <Button size="small" disabled={save.isPending} onPress={() => send(false)}>
              {t('billing:payments.rechargeTurnOff')}
            </Button>
          </div>
        )}
      </form>
    </FormDialog>
  )
}
