import { useText } from '../../../lib/i18n'
import { PasswordField } from '../../../ui/password-field'
import type { TextFieldProps } from '../../../ui/text-field'
import { PasswordRules } from './password-rules'

type NewPasswordProps = Omit<TextFieldProps, 'type' | 'end' | 'ltr' | 'label'> & { readonly label?: string }

/** A field for a new password, with the rules that it meets so far. */
export function NewPassword({ label, ...field }: NewPasswordProps) {
  const t = useText()
  return (
    <div className="flex flex-col gap-3">
      <PasswordField {...field} autoComplete="new-password" label={label ?? t('identity:fields.password')} />
      <PasswordRules password={field.value} />
    </div>
  )
}
