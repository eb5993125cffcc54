import { useText } from '../../../lib/i18n'
import { TabLink, TabLinks } from '../../../ui/tab-links'

interface ListTabsProps {
  readonly environmentId: string
  /** Whether social clips are shown. */
  readonly isSocial: boolean
}

/** Tabs for videos and social clips. */
export function ListTabs({ environmentId, isSocial }: ListTabsProps) {
  const t = useText()
  const params = { environmentId }
  return (
    <TabLinks label={t('library:social.lists')}>
      <TabLink to="/$environmentId/videos" params={params} search={{}} current={!isSocial}>
        {t('library:videos.title')}
      </TabLink>
      <TabLink to="/$environmentId/videos" params={params} search={{ kind: 'social' }}>
        {t('library:social.list')}
      </TabLink>
    </TabLinks>
  )
}
