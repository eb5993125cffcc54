import { useText } from '../../../lib/i18n'
import { TextField, type TextFieldProps } from '../../../ui/text-field'

type NameField = Omit<TextFieldProps, 'label' | 'autoComplete'>

interface NameFieldsProps {
  readonly first: NameField
  readonly last: NameField
}

export function NameFields({ first, last }: NameFieldsProps) {
  const t = useText()
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <TextField {...first} autoComplete="given-name" label={t('identity:fields.firstName')} />
      <TextField {...last} autoComplete="family-name" label={t('identity:fields.lastName')} />
    </div>
  )
}
