import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { useSlot } from '../../../lib/slots'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { useWorkspace } from '../../identity'
import type { VideoTab } from '../slots'

/** The part of the console that the page of a video belongs to. */
export type VideoPlace = 'videos' | 'live-recording'

interface VideoTabsProps {
  readonly content: Content
  readonly place: VideoPlace
}

/** A social clip has fewer tabs: its captions are rendered into the frames, and its clips belong to the original. The page
 * of a recording has those that make sense while it grows. */
export function VideoTabs({ content, place }: VideoTabsProps) {
  const t = useText()
  const isVideo = place === 'videos'
  const isSocial = content.category === 'SocialClip'
  const address = addressIn(content, place)
  return (
    <TabLinks label={t('library:tabs.label')}>
      <TabLink to={address('')} activeOptions={{ exact: true, includeSearch: false }}>
        {t('library:tabs.overview')}
      </TabLink>
      {!isSocial && <TabLink to={address('/clips')}>{t('library:tabs.clips')}</TabLink>}
      {isVideo && <TabLink to={address('/thumbnails')}>{t('library:tabs.thumbnails')}</TabLink>}
      {isVideo && !isSocial && <TabLink to={address('/subtitles')}>{t('library:tabs.subtitles')}</TabLink>}
      <OtherTabs address={address} after="subtitles" isForRecordings={!isVideo} />
      <TabLink to={address('/metadata')}>{t('library:tabs.metadata')}</TabLink>
      <OtherTabs address={address} after="metadata" isForRecordings={!isVideo} />
      {isVideo && content.trashedAt === null && (
        <TabLink to={address('/access')}>{t('library:tabs.access')}</TabLink>
      )}
    </TabLinks>
  )
}

interface OtherTabsProps extends Pick<VideoTab, 'after'> {
  readonly address: ReturnType<typeof addressIn>
  readonly isForRecordings: boolean
}

/** Tabs of other areas at one position. */
function OtherTabs({ address, after, isForRecordings }: OtherTabsProps) {
  const t = useText()
  const { can } = useWorkspace()
  const tabs = useSlot('videoTabs').flat()
  return tabs
    .filter((tab) => tab.after === after && (!isForRecordings || tab.isForRecordings) && can(tab.right))
    .map(({ id, label }) => (
      <TabLink key={id} to={address(`/${id}`)}>
        {label(t)}
      </TabLink>
    ))
}

/** Returns the address of a tab, given the end of its path. */
function addressIn({ environmentId, id }: Content, place: VideoPlace) {
  return (tab: string): string => `/${environmentId}/${place}/${id}${tab}`
}
