import type { InstallationPlan, MeterId, MeterPrice } from '@kinora/contract'
import { meterIds } from '@kinora/contract/vocabularies'
import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { DateField } from '../../../ui/date-field'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { PriceTable } from '../plan/price-table'
import { useUnits } from '../use-units'
import { type EnteredPrice, priceOf } from './entered-price'
import { useAddPrice } from './queries'

interface NewPriceProps {
  readonly plan: InstallationPlan
  readonly onClose: () => void
}

const nothing: EnteredPrice = { meter: 'streaming', included: '', tiers: [{ upTo: '', each: '' }], from: '' }
const MOST_TIERS = 20

/** Adds a version of a price to a plan, with a preview. */
export function NewPrice({ plan, onClose }: NewPriceProps) {
  const t = useText()
  const formId = useId()
  const add = useAddPrice(plan.id)
  const { unitName } = useUnits(plan.currency)
  const [given, setGiven] = useState(nothing)
  const [isChecked, setChecked] = useState(false)
  const { meter, tiers } = given
  const price = priceOf(given)
  const set = (change: Partial<EnteredPrice>) => setGiven((before) => ({ ...before, ...change }))
  const submit = () => {
    setChecked(true)
    if (price === null) return
    add.mutate(price, {
      onSuccess: () => {
        toast({ text: t('billing:administration.priceAdded'), tone: 'good' })
        onClose()
      },
    })
  }
  return (
    <FormDialog
      wide
      title={`${plan.name}: ${t('billing:administration.newPrice')}`}
      dirty={given !== nothing}
      busy={add.isPending}
      cancel={t('billing:account.cancel')}
      submit={{ form: formId, label: t('billing:administration.addPrice') }}
      onClose={onClose}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-pretty">{t('billing:administration.newPriceAbout')}</p>
        <Select
          label={t('billing:administration.meter')}
          value={meter}
          onChange={(chosen: MeterId) => set({ meter: chosen })}
          options={meterIds.map((id) => ({ id, label: t(`meters.${id}`) }))}
        />
        <TextField
          label={t('billing:administration.included', { unit: unitName(meter) })}
          value={given.included}
          onChange={(included) => set({ included })}
          ltr
          optional
        />
        <Tiers given={given} plan={plan} onChange={(changed) => set({ tiers: changed })} />
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            disabled={tiers.length >= MOST_TIERS}
            onPress={() => set({ tiers: [...tiers, { upTo: '', each: '' }] })}
          >
            {t('billing:administration.addTier')}
          </Button>
          {tiers.length > 1 && (
            <Button size="small" onPress={() => set({ tiers: tiers.slice(0, -1) })}>
              {t('billing:administration.removeTier')}
            </Button>
          )}
        </div>
        <DateField
          label={t('billing:administration.validFrom')}
          help={t('billing:administration.validFromHelp')}
          value={given.from}
          onChange={(from) => set({ from })}
          optional
        />
        {isChecked && price === null && (
          <p role="alert" className="text-bad">
            {t('billing:account.numbers')}. {t('billing:administration.tiersWrong')}.
          </p>
        )}
        {price !== null && (
          <div>
            <p className="pb-1 text-12 text-ink-3">{t('billing:administration.preview')}</p>
            <PriceTable plan={{ ...plan, prices: [previewOf(price)], upcoming: [] }} />
          </div>
        )}
        <FormProblem error={add.error} />
      </form>
    </FormDialog>
  )
}

function previewOf({ validFrom, ...price }: NonNullable<ReturnType<typeof priceOf>>): MeterPrice {
  return { ...price, validFrom: validFrom ?? '' }
}

interface TiersProps {
  readonly given: EnteredPrice
  readonly plan: InstallationPlan
  readonly onChange: (tiers: EnteredPrice['tiers']) => void
}

/** Fields of each tier. The last one has no end. */
function Tiers({ given: { meter, tiers }, plan, onChange }: TiersProps) {
  const t = useText()
  const { unitName } = useUnits(plan.currency)
  const unit = unitName(meter)
  const change = (at: number, values: Partial<EnteredPrice['tiers'][number]>) =>
    onChange(tiers.map((tier, n) => (n === at ? { ...tier, ...values } : tier)))
  return tiers.map((tier, n) => (
    <fieldset key={`tier ${String(n)}`} className="grid gap-4 sm:grid-cols-2">
      {tiers.length > 1 && (
        <legend className="pb-1 font-mid text-ink">
          {t('billing:administration.tier', { number: String(n + 1) })}
        </legend>
      )}
      <TextField
        label={t('billing:administration.each', { unit, currency: plan.currency })}
        value={tier.each}
        onChange={(each) => change(n, { each })}
        ltr
      />
      {n < tiers.length - 1 && (
        <TextField
          label={t('billing:administration.upTo', { unit })}
          value={tier.upTo}
          onChange={(upTo) => change(n, { upTo })}
          ltr
        />
      )}
    </fieldset>
  ))
}
