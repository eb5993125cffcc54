import { useText } from '../../../lib/i18n'
import { SecretDialog } from '../../../ui/secret-dialog'
import { SecretField } from '../../../ui/secret-field'
import { useWorkspace } from '../workspace'
import { DownloadRow } from './download-row'
import { permissionKey } from './permission-text'
import type { MadeToken } from './queries'
import { envText, fileNameOf } from './secret-files'

interface TokenSecretProps {
  readonly made: MadeToken
  readonly onDone: () => void
}

/** Shows a token's secret once. */
export function TokenSecret({ made, onDone }: TokenSecretProps) {
  const t = useText()
  const { organization, environment: here } = useWorkspace()
  const { id, name, secret, permission } = made
  const environment = organization.environments.find((one) => one.id === made.environmentId) ?? here
  return (
    <SecretDialog
      title={t('identity:tokens.readyTitle', { name })}
      about={t('identity:tokens.readyAbout')}
      warning={t(`identity:tokens.warnings.${permissionKey(permission)}`, { environment: environment.name })}
      onDone={onDone}
    >
      <SecretField label={t('identity:tokens.id')} value={id} />
      <SecretField secret label={t('identity:tokens.secret')} value={secret} />
      <DownloadRow
        label={t('identity:tokens.download')}
        fileName={fileNameOf(name, 'env')}
        text={envText({ url: location.origin, id, secret })}
      />
    </SecretDialog>
  )
}
