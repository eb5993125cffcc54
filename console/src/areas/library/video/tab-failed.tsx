import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { TextLink } from '../../../ui/text-link'
import { errorText } from '../parts/status'

interface TabFailedProps {
  readonly content: Content
  readonly tab: 'clips' | 'thumbnails' | 'subtitles' | 'metadata'
}

/** Above a tab of a failed video: what failed, and what that means for the tab. */
export function TabFailed({ content, tab }: TabFailedProps) {
  const t = useText()
  const { error, environmentId, id } = content
  return (
    <div className="pt-4">
      <Banner tone="bad">
        <p className="font-mid">{error ? errorText(t, error) : t('library:status.failed')}</p>
        <p>
          {t(`library:video.failedTab.${tab}`)}{' '}
          <TextLink
            to="/$environmentId/videos/$contentId"
            params={{ environmentId, contentId: id }}
            className="whitespace-nowrap"
          >
            {t('library:video.failedTab.toOverview')}
          </TextLink>
        </p>
      </Banner>
    </div>
  )
}
