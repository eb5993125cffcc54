import type { Content } from '@kinora/contract'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { useText } from '../../../lib/i18n'
import { LinkButton } from '../../../ui/link-button'
import { State } from '../../../ui/state'
import { useWorkspace } from '../../identity'

/** The video does not exist, or was deleted while it was open. */
export function NoVideo({ content }: { readonly content: Content | undefined }) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <State
      icon={<FilmStrip size={20} />}
      title={content ? t('library:gone.deleted', { title: content.title }) : t('library:gone.title')}
      actions={
        <LinkButton variant="primary" to="/$environmentId/videos" params={{ environmentId: environment.id }}>
          {t('library:gone.back')}
        </LinkButton>
      }
    >
      {content ? t('library:gone.deletedWhy') : t('library:gone.why')}
    </State>
  )
}
