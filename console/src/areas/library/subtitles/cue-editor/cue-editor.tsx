import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../../lib/i18n'
import { ErrorState } from '../../../../ui/error-state'
import { Skeleton } from '../../../../ui/skeleton'
import { useWorkspace } from '../../../identity'
import { cuesQuery } from '../queries'
import { shownVersion } from '../subtitle-state'
import { CueEditorBody, type CueEditorProps } from './cue-editor-body'

/** Loads the cues of one subtitle and edits them. */
export function CueEditor(props: CueEditorProps) {
  const { content, subtitle, isGone } = props
  const t = useText()
  const { environment } = useWorkspace()
  const { updatedAt } = shownVersion(subtitle)
  const { data, error, isFetching, refetch } = useQuery({
    ...cuesQuery(environment.id, content.id, subtitle.id, updatedAt),
    placeholderData: (last) => last,
    enabled: !isGone,
  })
  if (data) {
    return <CueEditorBody {...props} newest={{ updatedAt: shownVersion(data).updatedAt, cues: data.cues }} />
  }
  if (error) {
    return (
      <ErrorState
        title={t('library:cues.failed')}
        error={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div aria-busy>
      <Skeleton className="h-80" />
    </div>
  )
}
