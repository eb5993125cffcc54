import type { Content } from '@kinora/contract'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'

/** The video does not exist, or was deleted while it was open. */
export function NoVideo({ known }: { readonly known: Content | undefined }) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <State
      icon={<FilmStrip size={20} />}
      title={known ? t('library:gone.deleted', { title: known.title }) : t('library:gone.title')}
      actions={
        <LinkButton variant="primary" to="/$environmentId/videos" params={{ environmentId: environment.id }}>
          {t('library:gone.back')}
        </LinkButton>
      }
    >
      {known ? t('library:gone.deletedWhy') : t('library:gone.why')}
    </State>
  )
}
