import type { UseFormReturn } from 'react-hook-form'
import { useField } from '../../../lib/form'
import { TextField } from '../../../ui/text-field'
import type { ChannelFields } from './channel-fields'

interface UrlFieldProps {
  readonly form: UseFormReturn<ChannelFields>
  readonly field: Extract<keyof ChannelFields, `${string}Url`>
  readonly label: string
  readonly help?: string | undefined
  readonly optional?: boolean
}

/** Field for an address of the channel, which is null if it is empty. */
export function UrlField({ form, field, ...texts }: UrlFieldProps) {
  const { value, onChange, ...props } = useField(form, field)
  return (
    <TextField
      {...props}
      {...texts}
      ltr
      value={value ?? ''}
      onChange={(typed) => onChange(typed.trim() === '' ? null : typed.trim())}
    />
  )
}
