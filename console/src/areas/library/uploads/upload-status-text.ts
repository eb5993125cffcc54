import type { Content } from '@kinora/contract'
import type { Formatter } from '../../../lib/format'
import type { Translate } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import type { UploadState, UploadView } from '../../../lib/upload'
import type { ProgressProps } from '../../../ui/progress'
import { errorText } from '../parts/status'
import { uploadVerdict } from './upload-verdict'

export interface UploadStatusText {
  readonly bar: NonNullable<ProgressProps['tone']>
  /** Shown in the color of the bar, for unusual states. */
  readonly strong?: string
  readonly plain: string
}

/** One sentence about an upload: its progress, the saved bytes and the state of the resulting video. */
export function uploadStatus(
  t: Translate,
  format: Formatter,
  upload: UploadView,
  arrived?: Content,
): UploadStatusText {
  const { state, sent, safe, fileSize, secondsLeft } = upload
  const isSafe = safe > 0 ? t('library:tray.safe', { safe: format.bytes(safe) }) : ''
  const amounts = { done: format.bytes(sent), total: format.bytes(fileSize), safe: format.bytes(safe) }
  switch (state.kind) {
    case 'waiting':
      return { bar: 'paused', plain: t('library:tray.waiting', amounts) }
    case 'sending':
      if (secondsLeft === undefined) return { bar: 'act', plain: t('library:tray.sending', amounts) }
      return {
        bar: 'act',
        plain: t('library:tray.sendingLeft', { ...amounts, time: format.timeSpan(secondsLeft) }),
      }
    case 'lost':
      return {
        bar: 'warn',
        strong: stallText(t, state),
        plain: safe > 0 ? t('library:tray.continues', amounts) : t('library:tray.continuesAnew'),
      }
    case 'paused':
      return { bar: 'paused', strong: t('library:tray.paused'), plain: isSafe }
    case 'closing':
      return { bar: 'act', plain: t('library:tray.closing') }
    case 'done':
      return { bar: 'good', strong: t('library:tray.done'), plain: arrivedText(t, upload, arrived) }
    case 'rejected':
      return { bar: 'bad', strong: rejectText(t, state.error), plain: '' }
    case 'failed':
      return {
        bar: 'bad',
        strong: failText(t, state.why),
        plain: isSafe,
      }
    case 'asleep':
      return { bar: 'paused', strong: t('library:tray.asleep'), plain: isSafe }
  }
}

function arrivedText(t: Translate, { kind }: UploadView, arrived: Content | undefined): string {
  const isAccepted = arrived && uploadVerdict(kind, arrived)?.accepted
  return isAccepted ? t('library:status.watchable') : t('library:tray.processing')
}

function rejectText(t: Translate, error: Content['error']): string {
  return error ? errorText(t, error) : t('library:status.failed')
}

export function canPause({ state: { kind } }: UploadView): boolean {
  return kind === 'waiting' || kind === 'sending' || kind === 'lost'
}

type Failure = Extract<UploadState, { kind: 'failed' }>['why']

function stallText(
  t: Translate,
  { stall: { cause, status } }: Extract<UploadState, { kind: 'lost' }>,
): string {
  return t(`library:tray.stalls.${cause}`, { status })
}

function failText(t: Translate, why: Failure): string {
  if (why === 'file-gone') return t('library:tray.fileGone')
  if (!(why instanceof Problem)) return t('ui:brokenPage')
  if (why.id === 'body-too-large') return t('library:tray.proxyLimit')
  if (why.id === 'not-found') return t('library:tray.expired')
  return t('library:tray.failed', { why: problemText(t, why) })
}
