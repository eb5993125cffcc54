import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { CodeBlock } from '../../../ui/code-block'
import { Dialog } from '../../../ui/dialog'
import { ErrorState } from '../../../ui/error-state'
import { Skeleton } from '../../../ui/skeleton'
import { usePlace } from '../queries'
import { embedCodeQuery } from './queries'

interface EmbedCodeDialogProps {
  readonly id: string
  readonly onClose: () => void
}

/** The HTML of an embed, and the embed itself. */
export function EmbedCodeDialog({ id, onClose }: EmbedCodeDialogProps) {
  const t = useText()
  const place = usePlace()
  const answer = useQuery(embedCodeQuery(place, id))
  const { data } = answer
  return (
    <Dialog
      title={t('reports:embeds.open')}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      foot={
        <Button variant="primary" onPress={onClose}>
          {t('reports:embeds.close')}
        </Button>
      }
    >
      {data ? (
        <div className="flex flex-col gap-4">
          <p className="text-ink-2">{t('reports:embeds.codeAbout')}</p>
          <CodeBlock label={t('reports:embeds.code')} code={data.code} wraps />
          <iframe
            title={t('reports:embeds.preview')}
            src={data.url}
            sandbox="allow-scripts"
            referrerPolicy="no-referrer"
            className="h-96 w-full rounded-2 border border-rule-2"
          />
        </div>
      ) : answer.isError ? (
        <ErrorState
          title={t('reports:embeds.codeFailed')}
          error={answer.error}
          busy={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Dialog>
  )
}
