import { useText } from '../../../../lib/i18n'
import { TabLink, TabLinks } from '../../../../ui/tab-links'

interface VideoTabsProps {
  readonly environmentId: string
  readonly contentId: string
}

export function VideoTabs({ environmentId, contentId }: VideoTabsProps) {
  const t = useText()
  const params = { environmentId, contentId }
  return (
    <TabLinks label={t('library:tabs.label')}>
      <TabLink
        to="/$environmentId/videos/$contentId"
        params={params}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {t('library:tabs.overview')}
      </TabLink>
      <TabLink to="/$environmentId/videos/$contentId/clips" params={params}>
        {t('library:tabs.clips')}
      </TabLink>
      <TabLink to="/$environmentId/videos/$contentId/thumbnails" params={params}>
        {t('library:tabs.thumbnails')}
      </TabLink>
      <TabLink to="/$environmentId/videos/$contentId/subtitles" params={params}>
        {t('library:tabs.subtitles')}
      </TabLink>
      <TabLink to="/$environmentId/videos/$contentId/metadata" params={params}>
        {t('library:tabs.metadata')}
      </TabLink>
    </TabLinks>
  )
}
