import { type AccountSecretName, ftpsModes } from '@kinora/contract/intake/values'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { PasswordField } from '../../../ui/password-field'
import { Select } from '../../../ui/select'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { type TypedAccount, usualPorts } from './typed-account'

type TextName = {
  [K in keyof TypedAccount]: TypedAccount[K] extends string
    ? string extends TypedAccount[K]
      ? K
      : never
    : never
}[keyof TypedAccount]

/** Messages by field. */
export type AccountFaults = Partial<Record<TextName, string>>

interface AccountFieldsProps {
  readonly typed: TypedAccount
  readonly faults: AccountFaults
  /** Names of the secrets that are stored. */
  readonly stored: readonly string[]
  readonly onChange: (change: Partial<TypedAccount>) => void
}

/** The fields of one kind of account. */
export function AccountFields(props: AccountFieldsProps) {
  switch (props.typed.kind) {
    case 's3':
      return <S3Fields {...props} />
    case 'gcs':
      return <GcsFields {...props} />
    case 'azure':
      return <AzureFields {...props} />
    case 'webdav':
      return <WebdavFields {...props} />
    default:
      return <ServerFields {...props} />
  }
}

function S3Fields(props: AccountFieldsProps) {
  const t = useText()
  const { typed, onChange } = props
  return (
    <>
      <Field {...props} name="endpoint" optional />
      <Field {...props} name="region" />
      <Field {...props} name="bucket" />
      <Field {...props} name="folder" optional />
      <Field {...props} name="accessKeyId" />
      <Secret {...props} name="password" label={t('intake:accounts.fields.secretAccessKey')} />
      <Checkbox checked={typed.pathStyle} onChange={(pathStyle) => onChange({ pathStyle })}>
        {t('intake:accounts.fields.pathStyle')}
      </Checkbox>
      {typed.endpoint !== '' && <Certificates {...props} />}
    </>
  )
}

function GcsFields(props: AccountFieldsProps) {
  const t = useText()
  const { typed, faults, stored, onChange } = props
  return (
    <>
      <Field {...props} name="bucket" />
      <Field {...props} name="folder" optional />
      <TextArea
        rows={4}
        label={t('intake:accounts.fields.serviceAccountKey')}
        value={typed.serviceAccountKey}
        onChange={(serviceAccountKey) => onChange({ serviceAccountKey })}
        help={t(
          stored.includes('serviceAccountKey')
            ? 'intake:accounts.fields.kept'
            : 'intake:accounts.fields.serviceAccountKeyHelp',
        )}
        error={faults.serviceAccountKey}
      />
      <Field {...props} name="endpoint" optional help={t('intake:accounts.fields.gcsEndpointHelp')} />
      {typed.endpoint !== '' && <Certificates {...props} />}
    </>
  )
}

function AzureFields(props: AccountFieldsProps) {
  const t = useText()
  const { typed } = props
  return (
    <>
      <Field {...props} name="account" />
      <Field {...props} name="container" />
      <Field {...props} name="folder" optional />
      <Secret {...props} name="password" label={t('intake:accounts.fields.accountKey')} optional />
      <Secret
        {...props}
        name="sasToken"
        label={t('intake:accounts.fields.sasToken')}
        help={t('intake:accounts.fields.sasTokenHelp')}
        optional
      />
      <Field {...props} name="endpoint" optional help={t('intake:accounts.fields.azureEndpointHelp')} />
      {typed.endpoint !== '' && <Certificates {...props} />}
    </>
  )
}

function WebdavFields(props: AccountFieldsProps) {
  const t = useText()
  return (
    <>
      <Field
        {...props}
        name="url"
        {...(/^http:/i.test(props.typed.url) && { help: t('intake:accounts.plain') })}
      />
      <Field {...props} name="user" />
      <Secret {...props} name="password" label={t('intake:accounts.fields.password')} />
      <Certificates {...props} />
    </>
  )
}

function ServerFields(props: AccountFieldsProps) {
  const t = useText()
  const { typed, onChange } = props
  const { kind } = typed
  return (
    <>
      <div className="grid grid-cols-[1fr_6rem] gap-3">
        <Field {...props} name="host" />
        <Field {...props} name="port" placeholder={usualPorts[kind === 'sftp' ? 'sftp' : 'ftp']} />
      </div>
      {kind === 'ftps' && (
        <Select
          label={t('intake:accounts.fields.mode')}
          value={typed.mode}
          onChange={(mode) => onChange({ mode })}
          options={ftpsModes.map((id) => ({ id, label: t(`intake:accounts.modes.${id}`) }))}
        />
      )}
      <Field {...props} name="user" />
      <Secret
        {...props}
        name="password"
        label={t('intake:accounts.fields.password')}
        optional={kind === 'sftp'}
      />
      {kind === 'ftp' && <p className="text-12 text-ink-3">{t('intake:accounts.plain')}</p>}
      {kind === 'sftp' && (
        <>
          <TextArea
            optional
            rows={3}
            label={t('intake:accounts.fields.privateKey')}
            value={typed.privateKey}
            onChange={(privateKey) => onChange({ privateKey })}
            help={t(
              props.stored.includes('privateKey')
                ? 'intake:accounts.fields.kept'
                : 'intake:accounts.fields.privateKeyHelp',
            )}
            error={props.faults.privateKey}
          />
          <Secret {...props} name="passphrase" label={t('intake:accounts.fields.passphrase')} optional />
          <Field {...props} name="hostKey" optional />
        </>
      )}
      <Field {...props} name="folder" optional />
      {kind === 'ftps' && <Certificates {...props} />}
    </>
  )
}

const helped = ['endpoint', 'hostKey', 'folder'] as const

interface FieldProps extends AccountFieldsProps {
  readonly name: Exclude<TextName, 'name' | 'ca' | AccountSecretName>
  readonly optional?: boolean
  readonly placeholder?: string
  readonly help?: string
}

function Field({ typed, faults, onChange, name, optional, placeholder, help }: FieldProps) {
  const t = useText()
  const ownHelp = helped.find((each) => each === name)
  const shown = help ?? (ownHelp === undefined ? undefined : t(`intake:accounts.fields.${ownHelp}Help`))
  return (
    <TextField
      ltr
      label={t(`intake:accounts.fields.${name}`)}
      value={typed[name]}
      onChange={(value) => onChange({ [name]: value })}
      error={faults[name]}
      {...(optional && { optional })}
      {...(placeholder !== undefined && { placeholder })}
      {...(shown !== undefined && { help: shown })}
    />
  )
}

interface SecretProps extends AccountFieldsProps {
  readonly name: 'password' | 'passphrase' | 'sasToken'
  readonly label: string
  readonly help?: string
  readonly optional?: boolean
}

/** A secret is never shown again: an empty field keeps what is stored. */
function Secret({ typed, faults, stored, onChange, name, label, help, optional }: SecretProps) {
  const t = useText()
  const shown = stored.includes(name) ? t('intake:accounts.fields.kept') : help
  return (
    <PasswordField
      autoComplete="off"
      label={label}
      value={typed[name]}
      onChange={(value) => onChange({ [name]: value })}
      error={faults[name]}
      {...(optional && { optional })}
      {...(shown !== undefined && { help: shown })}
    />
  )
}

function Certificates({ typed, faults, onChange }: AccountFieldsProps) {
  const t = useText()
  return (
    <TextArea
      optional
      rows={3}
      label={t('intake:accounts.fields.ca')}
      value={typed.ca}
      onChange={(ca) => onChange({ ca })}
      help={t('intake:accounts.fields.caHelp')}
      error={faults.ca}
    />
  )
}
