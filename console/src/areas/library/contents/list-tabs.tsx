import { useText } from '../../../lib/i18n'
import { TabLink, TabLinks } from '../../../ui/tab-links'

/** Tabs for videos and social clips. */
export function ListTabs({ environmentId }: { readonly environmentId: string }) {
  const t = useText()
  const params = { environmentId }
  return (
    <TabLinks label={t('library:social.lists')}>
      <TabLink
        to="/$environmentId/videos"
        params={params}
        search={{}}
        activeOptions={{ exact: true, explicitUndefined: true }}
      >
        {t('library:videos.title')}
      </TabLink>
      <TabLink to="/$environmentId/videos" params={params} search={{ kind: 'social' }}>
        {t('library:social.list')}
      </TabLink>
    </TabLinks>
  )
}
