import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { useRights } from '../../identity'
import { folderPath } from '../folders/folders'
import { folderTreeQuery } from '../folders/queries'

/** The innermost folders that fit. */
const maxShown = 3

/** The list of the video, then its folders. */
export function VideoCrumbs({ content }: { readonly content: Content }) {
  const t = useText()
  const { read } = useRights('DAM', 'Folder')
  const { environmentId, assetCollectionUUID } = content
  const params = { environmentId }
  const { data: tree = [] } = useQuery({
    ...folderTreeQuery(environmentId),
    enabled: read && assetCollectionUUID !== null,
  })
  const isSocial = content.category === 'SocialClip'
  return (
    <Breadcrumbs>
      {content.category === 'LiveRecording' ? (
        <Link to="/$environmentId/live-recording" params={params} search={{}}>
          {t('library:video.recordings')}
        </Link>
      ) : (
        <Link to="/$environmentId/videos" params={params} search={isSocial ? { kind: 'social' } : {}}>
          {t(isSocial ? 'library:social.list' : 'library:videos.title')}
        </Link>
      )}
      {folderPath(tree, assetCollectionUUID)
        .slice(-maxShown)
        .map(({ id, name }) => (
          <Link
            key={id}
            to="/$environmentId/dam"
            params={params}
            search={{ folder: id }}
            className="cut max-w-60"
          >
            <bdi>{name}</bdi>
          </Link>
        ))}
    </Breadcrumbs>
  )
}
