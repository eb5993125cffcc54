import { Eye } from '@phosphor-icons/react/dist/csr/Eye'
import { EyeSlash } from '@phosphor-icons/react/dist/csr/EyeSlash'
import { useState } from 'react'
import { useText } from '../lib/i18n'
import { IconButton } from './icon-button'
import { TextField, type TextFieldProps } from './text-field'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'end' | 'ltr'>

export function PasswordField(props: PasswordFieldProps) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      ltr
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          size="small"
          label={shown ? t('ui:hidePassword') : t('ui:showPassword')}
          onPress={() => setShown(!shown)}
        >
          {shown ? <EyeSlash size={16} /> : <Eye size={16} />}
        </IconButton>
      }
    />
  )
}
