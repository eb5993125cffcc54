import type { Content } from '@kinora/contract'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Progress } from '../../../ui/progress'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useProfileName } from '../encoding-profiles/profile-name'
import { useEndReencode } from '../encoding-profiles/queries'
import { errorText } from '../parts/status'
import { rightsOn } from '../rights'

const StopDialog = lazy(async () => ({ default: (await import('./stop-dialog')).StopDialog }))

interface ReencodeNoticeProps {
  readonly content: Content
  readonly reencode: NonNullable<Content['reencode']>
}

/** The progress or error of re-encoding, and what viewers see meanwhile. */
export function ReencodeNotice({ content, reencode }: ReencodeNoticeProps) {
  return reencode.status === 'failed' ? (
    <Failed content={content} reencode={reencode} />
  ) : (
    <Running content={content} reencode={reencode} />
  )
}

function Failed({ content, reencode }: ReencodeNoticeProps) {
  const t = useText()
  const profileName = useProfileName()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { mutate, isPending } = useEndReencode(content.id)
  const onError = useProblemToast(t('library:reencode.notDismissed'))
  const what = t('library:reencode.failed', { name: profileName(reencode.encodingProfile) })
  return (
    <Banner tone="bad">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          {reencode.error === null ? what : t('ui:because', { what, why: errorText(t, reencode.error) })}
          <p className="text-ink-2">
            {t('library:reencode.stays', { name: profileName(content.encodingProfile) })}
          </p>
        </div>
        {rights.update && (
          <IconButton
            label={t('ui:dismiss')}
            size="small"
            disabled={isPending}
            onPress={() => mutate(undefined, { onError })}
          >
            <X size={16} />
          </IconButton>
        )}
      </div>
    </Banner>
  )
}

function Running({ content, reencode }: ReencodeNoticeProps) {
  const t = useText()
  const format = useFormat()
  const profileName = useProfileName()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const [stopping, setStopping] = useState(false)
  const words = t('library:reencode.running', { name: profileName(reencode.encodingProfile) })
  return (
    <div className="flex flex-col gap-2">
      <div role="status" className="flex flex-col gap-2">
        <p className="flex items-baseline justify-between gap-3">
          <span>{words}</span>
          <span aria-hidden className="tabular text-ink-3">
            {format.percent(reencode.progress)}
          </span>
        </p>
        <Progress label={words} value={reencode.progress} tone="warn" />
      </div>
      {rights.update && (
        <Button size="small" className="self-start" onPress={() => setStopping(true)}>
          {t('library:reencode.stop')}
        </Button>
      )}
      <Suspense>{stopping && <StopDialog content={content} onClose={() => setStopping(false)} />}</Suspense>
    </div>
  )
}
