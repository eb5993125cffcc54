import type { Content } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Progress } from '../../../ui/progress'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { errorText } from '../parts/status'
import { rightsOn } from '../rights'
import { useCancelReplacement } from './queries'

type Reencode = NonNullable<Content['reencode']>

interface ReplacementNoticeProps {
  readonly content: Content
  readonly reencode: Reencode
  readonly replacement: NonNullable<Reencode['replacement']>
}

/** The progress or error of a replacement. */
export function ReplacementNotice({ content, reencode, replacement }: ReplacementNoticeProps) {
  const t = useText()
  const format = useFormat()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const cancel = useCancelReplacement(content.id)
  const onError = useProblemToast(t('library:failures.save'))
  const { fileName: name, stage } = replacement
  const { status, error, progress } = reencode
  const giveUp = (words: string) =>
    rights.update && (
      <Button size="small" busy={cancel.isPending} onPress={() => cancel.mutate(undefined, { onError })}>
        {words}
      </Button>
    )
  if (status === 'failed') {
    const what = t('library:replacing.failed', { name })
    return (
      <Banner tone="bad">
        {error === null ? what : t('ui:because', { what, why: errorText(t, error) })}
        <p className="mb-2 text-ink-2">
          {content.playable ? t('library:replacing.stays') : t('library:replacing.nothing')}
        </p>
        {giveUp(t('library:replacing.forget'))}
      </Banner>
    )
  }
  const words = t(`library:replacing.stages.${stage}`, { name })
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">{words}</span>
        <span className="flex items-center gap-3">
          {stage === 'encoding' && (
            <span aria-hidden className="tabular text-ink-3">
              {format.percent(progress)}
            </span>
          )}
          {giveUp(t('library:replacing.giveUp'))}
        </span>
      </p>
      {stage === 'encoding' && <Progress label={words} value={progress} tone="warn" />}
    </div>
  )
}
