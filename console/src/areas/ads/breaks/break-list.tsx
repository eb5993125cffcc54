import type { AdBreak } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Chip } from '../../../ui/chip'
import { IconButton } from '../../../ui/icon-button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { useDeleteBreak } from '../queries'

interface BreakListProps {
  readonly breaks: readonly AdBreak[]
  readonly onPlay: (seconds: number) => void
  /** Set if the user may edit breaks. */
  readonly onEdit?: (adBreak: AdBreak) => void
}

/** List of the breaks of a video. */
export function BreakList({ breaks, onPlay, onEdit }: BreakListProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { mutate } = useDeleteBreak(environment.id)
  const onError = useProblemToast(t('ads:breaks.deleteFailed'))
  const remove = (adBreak: AdBreak) =>
    mutate(adBreak, {
      onError,
      onSuccess: () => toast({ text: t('ads:breaks.done.delete'), tone: 'good' }),
    })
  if (breaks.length === 0) return <p className="py-3 text-ink-2">{t('ads:breaks.none')}</p>
  return (
    <ol>
      {breaks.map((adBreak) => {
        const time = timecodeOf(adBreak.at)
        return (
          <li key={adBreak.id} className="flex min-h-10 items-center gap-2 border-b border-rule">
            <button
              type="button"
              aria-label={t('ads:breaks.playFrom', { time })}
              onClick={() => onPlay(adBreak.at)}
              className="tabular font-mono text-13 text-ink hover:underline"
            >
              {time}
            </button>
            <span className="min-w-0 flex-1 text-ink-3">
              {t('ads:breaks.upTo', { time: format.duration(adBreak.durationS) })}
              {adBreak.returnAt !== null &&
                ` · ${t('ads:breaks.returns', { time: timecodeOf(adBreak.returnAt) })}`}
            </span>
            {!adBreak.enabled && <Chip>{t('ads:breaks.off')}</Chip>}
            {onEdit && (
              <>
                <IconButton
                  size="small"
                  label={t('ads:breaks.edit', { time })}
                  onPress={() => onEdit(adBreak)}
                >
                  <PencilSimple size={16} />
                </IconButton>
                <IconButton
                  size="small"
                  label={t('ads:breaks.delete', { time })}
                  onPress={() => remove(adBreak)}
                >
                  <Trash size={16} />
                </IconButton>
              </>
            )}
          </li>
        )
      })}
    </ol>
  )
}
