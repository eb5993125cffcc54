import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { CopyText } from '../../../ui/copy-text'
import { Drawer } from '../../../ui/drawer'
import type { Steps } from '../../../ui/steps'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { Body, Facts } from '../records/record-drawer'
import { RecordUnavailable } from '../records/record-unavailable'
import { deadLetterQuery, useDeleteDeadLetter, useRetryDeadLetter } from './queries'

interface DeadLetterDrawerProps {
  readonly id: string
  readonly steps: Steps
  readonly onClose: () => void
}

/** A failed event with its error and its data, to retry or delete it. */
export function DeadLetterDrawer({ id, steps, onClose }: DeadLetterDrawerProps) {
  const t = useText()
  const format = useFormat()
  const query = useQuery(deadLetterQuery(id))
  const [isDeleting, setDeleting] = useState(false)
  const retry = useRetryDeadLetter()
  const remove = useDeleteDeadLetter()
  const notRetried = useProblemToast(t('activity:deadLetters.notRetried'))
  const notDeleted = useProblemToast(t('activity:deadLetters.notDeleted'))
  const { data } = query
  if (!data) {
    return (
      <Drawer title={t('activity:deadLetters.one')} steps={steps} onClose={onClose}>
        <RecordUnavailable error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
      </Drawer>
    )
  }
  const done = (text: string) => {
    toast({ text, tone: 'good' })
    onClose()
  }
  const code = (text: string) => <code className="ltr font-code text-12">{text}</code>
  return (
    <Drawer
      title={data.eventType}
      steps={steps}
      onClose={onClose}
      foot={
        <>
          <Button
            variant="primary"
            busy={retry.isPending}
            onPress={() =>
              retry.mutate(id, {
                onSuccess: () => done(t('activity:deadLetters.retried')),
                onError: notRetried,
              })
            }
          >
            {t('activity:deadLetters.retry')}
          </Button>
          <Button onPress={() => setDeleting(true)}>{t('activity:deadLetters.delete')}</Button>
        </>
      }
    >
      <Facts
        facts={[
          [t('activity:deadLetters.failedAt'), format.exactTime(data.failedAt)],
          [t('activity:deadLetters.attempts'), format.number(data.attempts)],
          [t('activity:deadLetters.subscription'), code(data.subscription)],
          [t('activity:deadLetters.organization'), data.environment?.organizationName ?? none],
          [t('activity:deadLetters.environment'), data.environment?.name ?? none],
          [t('activity:deadLetters.eventId'), <CopyText key="id" text={data.eventId} />],
        ]}
      />
      <Body title={t('activity:deadLetters.error')} text={data.error} />
      {data.event ? (
        <Body title={t('activity:deadLetters.data')} text={JSON.stringify(data.event)} />
      ) : (
        <p className="pt-6 text-13 text-ink-2">{t('activity:deadLetters.eventGone')}</p>
      )}
      <ConfirmDialog
        title={t('activity:deadLetters.deleteTitle', { type: data.eventType })}
        confirm={t('activity:deadLetters.delete')}
        cancel={t('activity:deadLetters.keep')}
        isOpen={isDeleting}
        onOpenChange={setDeleting}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => done(t('activity:deadLetters.deleted')),
            onError: notDeleted,
          })
        }
      >
        {t('activity:deadLetters.deleteAbout', { subscription: data.subscription })}
      </ConfirmDialog>
    </Drawer>
  )
}
