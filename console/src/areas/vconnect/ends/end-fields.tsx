import type { FieldProps } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { PasswordField } from '../../../ui/password-field'
import { TextField } from '../../../ui/text-field'

/** A field for a whole number. Anything else is not a number, which the schema refuses. */
export function NumberField({
  field,
  label,
  help,
}: {
  readonly field: FieldProps<number | undefined>
  readonly label: string
  readonly help?: string
}) {
  return (
    <TextField
      {...field}
      ltr
      label={label}
      {...(help !== undefined && { help })}
      value={Number.isFinite(field.value) ? String(field.value) : ''}
      onChange={(text) => field.onChange(/^\d+$/.test(text) ? Number(text) : Number.NaN)}
    />
  )
}

interface SecretFieldsProps {
  readonly passphrase: FieldProps<string | null | undefined>
  readonly streamId: FieldProps<string | null | undefined>
  /** The secrets that are stored, whose fields stay empty. */
  readonly known: { readonly hasPassphrase: boolean; readonly hasStreamId: boolean } | null
}

/** Passphrase and stream ID. They are never shown again: an empty field keeps what is stored. */
export function SecretFields({ passphrase, streamId, known }: SecretFieldsProps) {
  const t = useText()
  const typed = (text: string) => (text === '' ? undefined : text)
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField
          {...passphrase}
          optional
          autoComplete="off"
          label={t('vconnect:form.passphrase')}
          help={t(known?.hasPassphrase ? 'vconnect:form.kept' : 'vconnect:form.passphraseHelp')}
          disabled={passphrase.value === null}
          value={passphrase.value ?? ''}
          onChange={(text) => passphrase.onChange(typed(text))}
        />
        {known?.hasPassphrase && (
          <Checkbox
            checked={passphrase.value === null}
            onChange={(isRemoved) => passphrase.onChange(isRemoved ? null : undefined)}
          >
            {t('vconnect:form.remove')}
          </Checkbox>
        )}
      </div>
      <div className="flex flex-col gap-2">
        <TextField
          {...streamId}
          optional
          ltr
          label={t('vconnect:form.streamId')}
          {...(known?.hasStreamId && { help: t('vconnect:form.kept') })}
          disabled={streamId.value === null}
          value={streamId.value ?? ''}
          onChange={(text) => streamId.onChange(typed(text))}
        />
        {known?.hasStreamId && (
          <Checkbox
            checked={streamId.value === null}
            onChange={(isRemoved) => streamId.onChange(isRemoved ? null : undefined)}
          >
            {t('vconnect:form.removeStreamId')}
          </Checkbox>
        )}
      </div>
    </>
  )
}
