import { useText } from '../../../lib/i18n'
import { SecretDialog } from '../../../ui/secret-dialog'
import { SecretField } from '../../../ui/secret-field'
import { DownloadRow } from '../tokens/download-row'
import { pemOf } from '../tokens/secret-files'
import type { MadeKey } from './queries'

/** Shows the private key once. */
export function KeySecret({ made, onDone }: { readonly made: MadeKey; readonly onDone: () => void }) {
  const t = useText()
  const { id, privateKey } = made
  return (
    <SecretDialog
      title={t('identity:keys.readyTitle')}
      about={t('identity:keys.readyAbout')}
      warning={t('identity:keys.warning')}
      onDone={onDone}
    >
      <SecretField label={t('identity:keys.id')} value={id} />
      <SecretField secret label={t('identity:keys.private')} value={privateKey} />
      <DownloadRow
        label={t('identity:keys.download')}
        fileName={`kinora-${id}.pem`}
        text={pemOf(privateKey)}
      />
    </SecretDialog>
  )
}
