import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { useWorkspace } from '../../identity'

interface FramesLikeProps {
  readonly contentId: string
  /** Seconds in the video. */
  readonly at: number
  /** Names the moment for readers who do not see it. */
  readonly of: string
}

/** A link to the scenes whose picture looks like the one at this time. */
export function FramesLike({ contentId, at, of }: FramesLikeProps) {
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <Link
      to="/$environmentId/ai-search"
      params={{ environmentId: environment.id }}
      search={{ like: contentId, at }}
      className="relative z-1 self-start rounded-1 text-13 text-act-text hover:underline"
    >
      {t('intelligence:framesLike')}
      <span className="sr-only"> {of}</span>
    </Link>
  )
}
