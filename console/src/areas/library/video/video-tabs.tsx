import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { useSlot } from '../../../lib/slots'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { useWorkspace } from '../../identity'
import type { VideoTab } from '../slots'

interface VideoTabsProps {
  readonly content: Content
}

/** A social clip has fewer tabs: its captions are rendered into the frames, and its clips belong to the original. */
export function VideoTabs({ content }: VideoTabsProps) {
  const t = useText()
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
      <OtherTabs content={content} after="subtitles" />
      <TabLink to="/$environmentId/videos/$contentId/metadata" params={params}>
        {t('library:tabs.metadata')}
      </TabLink>
      <OtherTabs content={content} after="metadata" />
      {content.trashedAt === null && (
        <TabLink to="/$environmentId/videos/$contentId/access" params={params}>
          {t('library:tabs.access')}
        </TabLink>
      )}
    </TabLinks>
  )
}

/** Tabs of other areas at one position. */
function OtherTabs({ content, after }: VideoTabsProps & Pick<VideoTab, 'after'>) {
  const t = useText()
  const { can } = useWorkspace()
  const tabs = useSlot('videoTabs').flat()
  return tabs
    .filter((tab) => tab.after === after && can(tab.right))
    .map(({ id, label }) => (
      <TabLink key={id} to={addressOf(content, id)}>
        {label(t)}
      </TabLink>
    ))
}

function addressOf({ environmentId, id }: Content, tab: string): string {
  return `/${environmentId}/videos/${id}/${tab}`
}
