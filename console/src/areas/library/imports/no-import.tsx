import { FileXls } from '@phosphor-icons/react/dist/csr/FileXls'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'

/** The import does not exist or was deleted. */
export function NoImport() {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <div className="pt-10">
      <State
        icon={<FileXls size={20} />}
        title={t('library:import.gone')}
        actions={
          <LinkButton to="/$environmentId/videos/import" params={{ environmentId: environment.id }}>
            {t('library:import.goBack')}
          </LinkButton>
        }
      >
        {t('library:import.goneWhy')}
      </State>
    </div>
  )
}
