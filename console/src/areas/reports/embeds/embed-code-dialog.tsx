import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { CodeBlock } from '../../../ui/code-block'
import { Dialog } from '../../../ui/dialog'
import { ErrorState } from '../../../ui/error-state'
import { Segmented } from '../../../ui/segmented'
import { Skeleton } from '../../../ui/skeleton'
import { usePlace } from '../queries'
import { embedCodeQuery } from './queries'

const kinds = ['frame', 'picture'] as const

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
  const [kind, setKind] = useState<(typeof kinds)[number]>('frame')
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
          <Segmented
            label={t('reports:embeds.kind')}
            value={kind}
            onChange={setKind}
            options={kinds.map((each) => ({ id: each, content: t(`reports:embeds.kinds.${each}`) }))}
          />
          <p className="text-ink-2">
            {t(kind === 'frame' ? 'reports:embeds.codeAbout' : 'reports:embeds.pictureAbout')}
          </p>
          <CodeBlock
            label={t('reports:embeds.code')}
            code={kind === 'frame' ? data.code : data.pictureCode}
            wraps
          />
          {kind === 'frame' ? (
            <iframe
              title={t('reports:embeds.preview')}
              src={data.url}
              sandbox="allow-scripts"
              referrerPolicy="no-referrer"
              className="h-96 w-full rounded-2 border border-rule-2"
            />
          ) : (
            <img
              src={data.pictureUrl}
              alt={t('reports:embeds.preview')}
              className="min-h-40 w-full rounded-2 border border-rule-2"
            />
          )}
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
