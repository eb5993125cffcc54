import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { useWorkspace } from '../../identity'

interface VideoTabsProps {
  readonly content: Content
}

/** A social clip has fewer tabs: its captions are rendered into the frames, and its clips belong to the original. */
export function VideoTabs({ content }: VideoTabsProps) {
  const t = useText()
  const { can } = useWorkspace()
  const params = { environmentId: content.environmentId, contentId: content.id }
  const isSocial = content.category === 'SocialClip'
  return (
    <TabLinks label={t('library:tabs.label')}>
      <TabLink
        to="/$environmentId/videos/$contentId"
        params={params}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {t('library:tabs.overview')}
      </TabLink>
      {!isSocial && (
        <TabLink to="/$environmentId/videos/$contentId/clips" params={params}>
          {t('library:tabs.clips')}
        </TabLink>
      )}
      <TabLink to="/$environmentId/videos/$contentId/thumbnails" params={params}>
        {t('library:tabs.thumbnails')}
      </TabLink>
      {!isSocial && (
        <TabLink to="/$environmentId/videos/$contentId/subtitles" params={params}>
          {t('library:tabs.subtitles')}
        </TabLink>
      )}
      {can(['Ad Insertion', 'Channel', 'read']) && (
        <>
          <TabLink to="/$environmentId/videos/$contentId/scte" params={params}>
            {t('library:tabs.breaks')}
          </TabLink>
          <TabLink to="/$environmentId/videos/$contentId/ad-insertions" params={params}>
            {t('library:tabs.insertions')}
          </TabLink>
        </>
      )}
      <TabLink to="/$environmentId/videos/$contentId/metadata" params={params}>
        {t('library:tabs.metadata')}
      </TabLink>
      {can(['Analytics', 'Views', 'read']) && (
        <>
          <TabLink to="/$environmentId/videos/$contentId/analytics" params={params}>
            {t('library:tabs.analytics')}
          </TabLink>
          <TabLink to="/$environmentId/videos/$contentId/monitoring" params={params}>
            {t('library:tabs.monitoring')}
          </TabLink>
        </>
      )}
      {content.trashedAt === null && (
        <TabLink to="/$environmentId/videos/$contentId/access" params={params}>
          {t('library:tabs.access')}
        </TabLink>
      )}
    </TabLinks>
  )
}
