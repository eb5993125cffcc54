import type { Content } from '@kinora/contract'
import { ImageBroken } from '@phosphor-icons/react/dist/csr/ImageBroken'
import { useText } from '../../../../lib/i18n'
import { useRights } from '../../../identity'
import { RetryLink } from '../../parts/retry-link'
import { errorText } from '../../parts/status'
import { rightsOn } from '../../rights'

interface ImagesFailedProps {
  readonly content: Content
  readonly error: NonNullable<Content['imagesError']>
}

/** The video plays without its poster or storyboard: shows the error and the actions that can help. */
export function ImagesFailed({ content, error }: ImagesFailedProps) {
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const what = t('library:video.imagesFailed')
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 sm:-mt-3">
      <span className="inline-flex items-center gap-1.5">
        <ImageBroken size={16} className="shrink-0 text-ink-3" aria-hidden />
        {t('ui:because', { what, why: errorText(t, error) })}
      </span>
      {rights.update && error.retryable && <RetryLink content={content} />}
    </p>
  )
}
