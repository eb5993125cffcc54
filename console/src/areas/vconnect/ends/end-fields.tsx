import type { LinkMode } from '@kinora/contract/vconnect/values'
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
  readonly mode: LinkMode | undefined
}

interface SecretFieldProps {
  readonly field: FieldProps<string | null | undefined>
  readonly label: string
  readonly help?: string
  /** Label of the choice to remove the one that is stored. Null without one. */
  readonly remove: string | null
}

const typed = (text: string) => (text === '' ? undefined : text)

/** A secret. It is never shown again: an empty field keeps what is stored. */
export function SecretField({ field, label, help, remove }: SecretFieldProps) {
  return (
    <div className="flex flex-col gap-2">
      <PasswordField
        {...field}
        optional
        autoComplete="off"
        label={label}
        {...(help !== undefined && { help })}
        disabled={field.value === null}
        value={field.value ?? ''}
        onChange={(text) => field.onChange(typed(text))}
      />
      {remove !== null && (
        <Checkbox
          checked={field.value === null}
          onChange={(isRemoved) => field.onChange(isRemoved ? null : undefined)}
        >
          {remove}
        </Checkbox>
      )}
    </div>
  )
}

/** Passphrase and stream ID. A rendezvous has no stream ID. They are never shown again: an empty field keeps what is stored. */
export function SecretFields({ passphrase, streamId, known, mode }: SecretFieldsProps) {
  const t = useText()
  return (
    <>
      <SecretField
        field={passphrase}
        label={t('vconnect:form.passphrase')}
        help={t(known?.hasPassphrase ? 'vconnect:form.kept' : 'vconnect:form.passphraseHelp')}
        remove={known?.hasPassphrase ? t('vconnect:form.remove') : null}
      />
      {mode !== 'rendezvous' && (
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
      )}
    </>
  )
}
