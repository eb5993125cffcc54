import type { Livestream } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { useStateChange } from './use-state-change'

interface EndStreamProps {
  readonly stream: Livestream
  readonly how: 'stop' | 'disable'
  readonly onClose: () => void
}

/** Confirmation before a stream on air is stopped or disabled. */
export function EndStream({ stream, how, onClose }: EndStreamProps) {
  const t = useText()
  const { change, isPending } = useStateChange(stream)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t(`live:streams.end.${how}.title`, { name: isolate(stream.name) })}
      confirm={t(`live:streams.end.${how}.confirm`)}
      cancel={t('live:streams.end.keep')}
      busy={isPending}
      onConfirm={() => change(how, onClose)}
    >
      {t(`live:streams.end.${how}.about`)}
    </ConfirmDialog>
  )
}
