import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { CountryChoice } from '../country-choice'
import { useAddTaxRate } from './queries'

interface RateFormProps {
  /** The country of the seller. */
  readonly country: string
  readonly onClose: () => void
}

const MOST_PERCENT = 100
const PPM_OF_PERCENT = 10_000

/** Adds a version of the rate of a tax, which is valid from now on. */
export function RateForm({ country, onClose }: RateFormProps) {
  const t = useText()
  const formId = useId()
  const add = useAddTaxRate()
  const known = { country, region: '', name: '', percent: '' }
  const [given, setGiven] = useState(known)
  const [isChecked, setChecked] = useState(false)
  const ratePpm = ratePpmOf(given.percent)
  const set = (change: Partial<typeof known>) => setGiven((before) => ({ ...before, ...change }))
  const required = (value: string) => (isChecked && value.trim() === '' ? t('messages.required') : undefined)
  const submit = () => {
    setChecked(true)
    const name = given.name.trim()
    if (ratePpm === null || name === '' || given.country === '') return
    add.mutate(
      { country: given.country, region: given.region.trim(), name, ratePpm },
      {
        onSuccess: () => {
          toast({ text: t('billing:administration.rateAdded'), tone: 'good' })
          onClose()
        },
      },
    )
  }
  const nameError = required(given.name)
  return (
    <FormDialog
      title={t('billing:administration.addRate')}
      dirty={JSON.stringify(given) !== JSON.stringify(known)}
      busy={add.isPending}
      cancel={t('billing:account.cancel')}
      submit={{ form: formId, label: t('billing:administration.addRate') }}
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
        <CountryChoice
          value={given.country}
          error={required(given.country)}
          onChange={(chosen) => set({ country: chosen })}
        />
        <TextField
          label={t('billing:administration.region')}
          help={t('billing:administration.regionHelp')}
          value={given.region}
          onChange={(region) => set({ region })}
          maxLength={200}
          optional
        />
        <TextField
          label={t('billing:administration.taxName')}
          value={given.name}
          onChange={(name) => set({ name })}
          maxLength={200}
          {...(nameError !== undefined && { error: nameError })}
        />
        <TextField
          label={t('billing:administration.rate')}
          value={given.percent}
          onChange={(percent) => set({ percent })}
          {...(isChecked && ratePpm === null && { error: t('billing:account.numbers') })}
          ltr
        />
        <FormProblem error={add.error} />
      </form>
    </FormDialog>
  )
}

/** A rate in percent with at most four decimals, in millionths. */
function ratePpmOf(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(text.trim())
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  const ppm = Number(whole) * PPM_OF_PERCENT + Number(fraction.padEnd(4, '0'))
  return ppm > MOST_PERCENT * PPM_OF_PERCENT ? null : ppm
}
