import type { Dimension, Language } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { languageCodes, languages } from '../../../lib/languages'
import { Select } from '../../../ui/select'
import { reportDimensions } from './dimensions'

const NO_SPLIT = 'none'

interface FieldProps<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** The dimension by which charts are split. */
export function SplitField({ value, onChange }: FieldProps<Dimension | null>) {
  const t = useText()
  return (
    <Select
      label={t('reports:form.split')}
      value={value ?? NO_SPLIT}
      onChange={(id) => onChange(reportDimensions.find((one) => one === id) ?? null)}
      options={[
        { id: NO_SPLIT, label: t('reports:form.noSplit') },
        ...reportDimensions.map((id) => ({ id, label: t(`analytics:dimension.${id}`) })),
      ]}
    />
  )
}

/** The language of a document. */
export function LanguageField({ value, onChange }: FieldProps<Language>) {
  const t = useText()
  return (
    <Select
      label={t('reports:form.language')}
      value={value}
      onChange={onChange}
      options={languageCodes.map((id) => ({ id, label: languages[id].name }))}
    />
  )
}
